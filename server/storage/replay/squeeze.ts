import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Beyond what any segment can be: a file that claims more was not written by us. */
const mostBytes = 64 * 1024 * 1024

/** Small and quick: less than a millisecond for what a minute of three hundred animals comes to. */
export const squeeze = {
  pack: (text: string): Uint8Array => zstdCompressSync(text),
  /** @throws when it was not packed here */
  unpack: (packed: Uint8Array): string => zstdDecompressSync(packed, { maxOutputLength: mostBytes }).toString('utf8'),
}
