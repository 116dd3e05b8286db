import { crc32 } from 'node:zlib'

/**
 * CRC-32 of a row: of the columns that say what the text is, and of the text. SQLite's own check sees a broken page,
 * but not a changed letter.
 */
const checksum = (columns: string, json: string) => crc32(json, crc32(columns))

export const metaChecksum = (json: string) => checksum('meta', json)
export const entryChecksum = (seq: number, topAt: number, json: string) => checksum(`${seq} ${topAt}`, json)
export const documentChecksum = (id: string, round: number, version: number, json: string) =>
  checksum(`${id} ${round} ${version}`, json)
export const lineChecksum = (archive: string, key: string, place: number, at: number, json: string) =>
  checksum(`${archive} ${key} ${place} ${at}`, json)
