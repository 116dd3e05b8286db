import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { metaChecksum } from './checksum.ts'

/** The one row that says how the rest is to be read. */
export const Meta = z.object({
  epoch: z.int().nonnegative(),
  checkpointSeq: z.int().nonnegative(),
  /** The last finished checkpoint; rows of `documents` with a higher round belong to one that was not. */
  round: z.int().nonnegative(),
  /** How many documents the checkpoint holds, and all their checksums in one: a row that got lost is seen. */
  documents: z.int().nonnegative(),
  digest: z.int(),
  /** Entries up to this one were left behind when the store was filled from one that keeps fewer. */
  trimmedTo: z.int().nonnegative().default(0),
})
export type Meta = z.infer<typeof Meta>

export const FIRST_META: Meta = { epoch: 0, checkpointSeq: 0, round: 0, documents: 0, digest: 0, trimmedTo: 0 }

export const writeMeta = (database: DatabaseSync, meta: Meta) => {
  const json = JSON.stringify(meta)
  database.prepare('INSERT OR REPLACE INTO meta(one, crc, json) VALUES(1, ?, ?)').run(metaChecksum(json), json)
}

/** The row, or null when it is missing or not as it was written. */
export const readMeta = (database: DatabaseSync): Meta | null => {
  const row = database.prepare('SELECT crc, json FROM meta WHERE one = 1').get()
  if (typeof row?.json !== 'string' || row.crc !== metaChecksum(row.json)) return null
  return Meta.parse(JSON.parse(row.json))
}
