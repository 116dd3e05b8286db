import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/**
 * The content of SQLite's write-ahead log, read without SQLite, which would empty or delete the log. Format:
 * sqlite.org/fileformat2.html, "The Write-Ahead Log".
 *
 * - 'none': nothing that SQLite would apply: the log is empty or holds no complete transaction.
 * - 'frames': at least one complete transaction.
 * - 'foreign': the file is not a log.
 */
export type LogState = 'none' | 'frames' | 'foreign'

export const lookAtLog = (path: string): LogState => {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER)
    if (fstatSync(file).size === 0) return 'none'
    const length = readSync(file, header, 0, HEADER, 0)
    // A power cut may leave a log whose first bytes were never written.
    if (header.every((byte) => byte === 0)) return 'none'
    if ((header.readUInt32BE(0) & ~1) >>> 0 !== MAGIC || header.readUInt32BE(4) !== FORMAT) return 'foreign'
    return length === HEADER && hasWholeTransaction(file, header) ? 'frames' : 'none'
  } finally {
    closeSync(file)
  }
}

const HEADER = 32
const FRAME_HEADER = 24
const MAGIC = 0x377f0682
const FORMAT = 3007000

type Sums = readonly [number, number]

/** SQLite's running checksum over pairs of 32-bit words, in the byte order that the log's magic number says. */
const addTo = ([first, second]: Sums, bytes: Buffer, bigEndian: boolean): Sums => {
  let a = first
  let b = second
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + b + (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))) >>> 0
    b = (b + a + (bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4))) >>> 0
  }
  return [a, b]
}

const matches = (sums: Sums, bytes: Buffer, at: number) =>
  sums[0] === bytes.readUInt32BE(at) && sums[1] === bytes.readUInt32BE(at + 4)

const hasWholeTransaction = (file: number, header: Buffer): boolean => {
  const bigEndian = (header.readUInt32BE(0) & 1) === 1
  const pageSize = header.readUInt32BE(8)
  let sums = addTo([0, 0], header.subarray(0, 24), bigEndian)
  if (!matches(sums, header, 24) || pageSize < 512 || pageSize > 65536) return false
  const frame = Buffer.alloc(FRAME_HEADER + pageSize)
  for (let at = HEADER; readSync(file, frame, 0, frame.length, at) === frame.length; at += frame.length) {
    if (!frame.subarray(8, 16).equals(header.subarray(16, 24))) return false
    sums = addTo(addTo(sums, frame.subarray(0, 8), bigEndian), frame.subarray(FRAME_HEADER), bigEndian)
    if (!matches(sums, frame, 16)) return false
    const isCommit = frame.readUInt32BE(4) !== 0
    if (isCommit) return true
  }
  return false
}
