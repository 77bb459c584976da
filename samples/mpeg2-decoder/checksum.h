#ifndef MPEG2_CHECKSUM_H
#define MPEG2_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 of IEEE 802.3, eight bytes at a time. */
typedef struct CrcTables {
    uint32_t entry[8][256];
} CrcTables;

void crc_init(CrcTables *tables);

/* The checksum of what `crc` is the checksum of, followed by these bytes; begin with 0. */
uint32_t crc_add(const CrcTables *tables, uint32_t crc, const uint8_t *bytes, size_t count);

#endif
