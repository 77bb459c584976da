/*
 * Reading WAV files.
 *
 * A WAV file is a RIFF container: chunks of an identifier, a length and that many bytes,
 * padded to an even number. "fmt " describes the samples and comes before "data", which
 * holds them; all other chunks are skipped. WAVE_FORMAT_EXTENSIBLE puts the real format
 * into the first two bytes of a GUID and adds which speaker each channel belongs to.
 *
 * Nothing in the file is trusted: every length is compared with what is left of the
 * file, so a truncated file is found before the first sample is read. Numbers are
 * assembled from bytes and do not depend on the machine.
 *
 * Source: Microsoft, "Multiple channel audio data and WAVE files", 2001; IBM and
 * Microsoft, "Multimedia programming interface and data specifications 1.0", 1991.
 */
#include "wav.h"

#include <stdint.h>
#include <string.h>

enum {
    FORMAT_PCM = 1,
    FORMAT_FLOAT = 3,
    FORMAT_EXTENSIBLE = 0xfffe,
    FORMAT_BYTES = 40, /* of an extensible format chunk */
    MOST_CHANNELS = 64,
    READ_BYTES = 4096
};

static uint32_t little_endian(const unsigned char *bytes, int count)
{
    uint32_t value = 0;
    while (count > 0)
        value = value << 8 | bytes[--count];
    return value;
}

static float read_pcm16(const unsigned char *bytes)
{
    return (float)(int16_t)little_endian(bytes, 2);
}

static float read_pcm24(const unsigned char *bytes)
{
    int32_t value = (int32_t)(little_endian(bytes, 3) << 8);
    return (float)value / 65536.0f;
}

static float read_float32(const unsigned char *bytes)
{
    uint32_t bits = little_endian(bytes, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    if (!(value > -16.0f && value < 16.0f)) /* also what is not a number */
        return 0.0f;
    return value * 32768.0f;
}

static SampleReader reader_for(int format, int bits)
{
    if (format == FORMAT_PCM && bits == 16)
        return read_pcm16;
    if (format == FORMAT_PCM && bits == 24)
        return read_pcm24;
    if (format == FORMAT_FLOAT && bits == 32)
        return read_float32;
    return NULL;
}

static const char *parse_format(WavFile *wav, const unsigned char *chunk, uint32_t length)
{
    if (length < 16)
        return "format chunk is too short";
    int format = (int)little_endian(chunk, 2);
    wav->channels = (int)little_endian(chunk + 2, 2);
    wav->sample_rate = (long)little_endian(chunk + 4, 4);
    int frame_bytes = (int)little_endian(chunk + 12, 2);
    int bits = (int)little_endian(chunk + 14, 2);
    if (format == FORMAT_EXTENSIBLE) {
        if (length < FORMAT_BYTES)
            return "format chunk is too short";
        wav->channel_mask = little_endian(chunk + 20, 4);
        format = (int)little_endian(chunk + 24, 2);
    }
    if (wav->channels == 0)
        return "has no channels";
    wav->sample_bytes = bits / 8;
    wav->read_sample = reader_for(format, bits);
    if (wav->read_sample == NULL)
        return "unsupported sample format (16-bit or 24-bit PCM or 32-bit float expected)";
    if (wav->channels > MOST_CHANNELS || frame_bytes != wav->channels * wav->sample_bytes)
        return "format chunk contradicts itself";
    return NULL;
}

static const char *read_format(WavFile *wav, uint32_t length)
{
    unsigned char chunk[FORMAT_BYTES];
    uint32_t wanted = length < FORMAT_BYTES ? length : FORMAT_BYTES;
    if (fread(chunk, 1, wanted, wav->file) != wanted)
        return "truncated";
    if (fseek(wav->file, (long)(length - wanted + (length & 1)), SEEK_CUR) != 0)
        return "truncated";
    return parse_format(wav, chunk, length);
}

/* Walks over the chunks up to the samples. */
static const char *find_samples(WavFile *wav, long file_bytes)
{
    unsigned char header[12];
    if (fread(header, 1, 12, wav->file) != 12 || memcmp(header, "RIFF", 4) != 0 ||
        memcmp(header + 8, "WAVE", 4) != 0)
        return "not a WAV file";
    while (fread(header, 1, 8, wav->file) == 8) {
        uint32_t length = little_endian(header + 4, 4);
        long left = file_bytes - ftell(wav->file);
        if (left < 0 || length > (unsigned long)left)
            return "truncated";
        if (memcmp(header, "fmt ", 4) == 0) {
            const char *error = read_format(wav, length);
            if (error != NULL)
                return error;
        } else if (memcmp(header, "data", 4) == 0) {
            if (wav->read_sample == NULL)
                return "has no format chunk";
            wav->frames = length / (unsigned)(wav->channels * wav->sample_bytes);
            return wav->frames > 0 ? NULL : "has no samples";
        } else if (fseek(wav->file, (long)length + (long)(length & 1), SEEK_CUR) != 0) {
            return "truncated";
        }
    }
    return "has no data chunk";
}

const char *wav_open(WavFile *wav, const char *path)
{
    memset(wav, 0, sizeof *wav);
    wav->file = fopen(path, "rb");
    if (wav->file == NULL)
        return "cannot be opened";
    long file_bytes = -1;
    if (fseek(wav->file, 0, SEEK_END) == 0)
        file_bytes = ftell(wav->file);
    if (file_bytes < 0 || fseek(wav->file, 0, SEEK_SET) != 0) {
        wav_close(wav);
        return "cannot be read";
    }
    const char *error = find_samples(wav, file_bytes);
    if (error != NULL)
        wav_close(wav);
    return error;
}

int wav_read(WavFile *wav, float *samples, int count)
{
    unsigned char buffer[READ_BYTES];
    size_t frame_bytes = (size_t)wav->channels * (size_t)wav->sample_bytes;
    int done = 0;
    while (done < count && wav->frames_read < wav->frames) {
        size_t wanted = READ_BYTES / frame_bytes;
        if (wanted > (size_t)(count - done))
            wanted = (size_t)(count - done);
        if (wanted > wav->frames - wav->frames_read)
            wanted = wav->frames - wav->frames_read;
        if (fread(buffer, frame_bytes, wanted, wav->file) != wanted)
            return -1;
        const unsigned char *end = buffer + wanted * frame_bytes;
        for (const unsigned char *p = buffer; p < end; p += wav->sample_bytes)
            *samples++ = wav->read_sample(p);
        done += (int)wanted;
        wav->frames_read += wanted;
    }
    return done;
}

void wav_close(WavFile *wav)
{
    if (wav->file != NULL)
        fclose(wav->file);
    wav->file = NULL;
}
