import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** More than any segment has: a larger file was not written by the hub. */
const maxBytes = 64 * 1024 * 1024

/** Takes less than 1 ms for a minute of 300 animals. */
export const compression = {
  compress: (text: string): Uint8Array => zstdCompressSync(text),
  /** @throws for bytes that are not of `compress` */
  decompress: (packed: Uint8Array): string =>
    zstdDecompressSync(packed, { maxOutputLength: maxBytes }).toString('utf8'),
}
