import { LinkError, type Sighting } from '../link.ts'
import type { Parsed } from './parsed.ts'
import { parsePlayerRow } from './parsePlayerRow.ts'
import { withoutType } from './preamble.ts'

/** The last line of the reply on builds from 2026 on. */
export const playerDataEnd = 'PlayerDataEnd'

/**
 * Reads the rows of both generations: with the first row on a line of its own (2026) or glued to the type (2025).
 * A row that cannot be read is counted and left out; a reply of which nothing can be read is garbage.
 */
export function parsePlayerData(reply: string): Parsed<Sighting[]> {
  const body = withoutType(reply, 'PlayerData')
  const rows = body.split(/\r?\n/).filter((line) => line !== '' && line !== playerDataEnd)
  const read = rows.map(parsePlayerRow)

  const value = read.map((row) => row.value).filter((sighting) => sighting !== null)
  if (rows.length > 0 && value.length === 0)
    throw new LinkError('garbage', 'The answer to getplayerdata holds no row that can be read as a player.')
  return {
    value,
    unknownKeys: read.flatMap((row) => row.unknownKeys),
    garbage: read.flatMap((row) => row.garbage),
  }
}
