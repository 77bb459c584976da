/*
 * CRC-32, "slicing by eight": table k holds the checksum of a byte followed by k zero bytes, so
 * that eight bytes take eight look-ups that do not wait for each other.
 */
#include "checksum.h"

void crc_init(CrcTables *tables)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
        tables->entry[0][i] = crc;
    }
    for (int k = 1; k < 8; k++) {
        for (int i = 0; i < 256; i++) {
            uint32_t before = tables->entry[k - 1][i];
            tables->entry[k][i] = before >> 8 ^ tables->entry[0][before & 255];
        }
    }
}

uint32_t crc_add(const CrcTables *tables, uint32_t crc, const uint8_t *bytes, size_t count)
{
    crc = ~crc;
    for (; count >= 8; count -= 8, bytes += 8) {
        crc ^= (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
               (uint32_t)bytes[3] << 24;
        crc = tables->entry[7][crc & 255] ^ tables->entry[6][crc >> 8 & 255] ^
              tables->entry[5][crc >> 16 & 255] ^ tables->entry[4][crc >> 24] ^
              tables->entry[3][bytes[4]] ^ tables->entry[2][bytes[5]] ^
              tables->entry[1][bytes[6]] ^ tables->entry[0][bytes[7]];
    }
    for (; count > 0; count--, bytes++)
        crc = crc >> 8 ^ tables->entry[0][(crc ^ *bytes) & 255];
    return ~crc;
}
