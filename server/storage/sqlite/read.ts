import { z } from 'zod'
import type { ArchiveListPage, KeptAnswer } from '../../engine/storage.ts'
import { keptAnswerOf, seqOfPosition } from '../entries.ts'
import { lineChecksum } from './database.ts'
import { checkedEntry } from './load.ts'
import type { OpenStore } from './open.ts'
import { damaged } from './problems.ts'
import type { ArchiveRequest } from './thread.ts'

const ArchiveRow = z.object({ place: z.int(), at: z.number(), crc: z.int(), json: z.string() })
const Line = z.record(z.string(), z.unknown())

const BEYOND_ALL = Number.MAX_SAFE_INTEGER

/** Reads what is durable. Every row is checked against its checksum. @throws Damage */
export const createReading = ({
  database,
  paths,
  meta: { trimmedTo },
}: Pick<OpenStore, 'database' | 'paths' | 'meta'>) => {
  const after = database.prepare(
    'SELECT seq, top_at AS topAt, crc, json FROM journal WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const backwards = database.prepare('SELECT seq, top_at AS topAt, crc, json FROM journal ORDER BY seq DESC')
  const page = database.prepare(
    'SELECT place, at, crc, json FROM archive WHERE name = ? AND key = ? AND place < ? ORDER BY place DESC LIMIT ?',
  )

  const tail = (seq: number, limit: number): string[] => {
    if (seq < trimmedTo) throw new Error(`Entries up to ${trimmedTo} are not kept here: there is none after ${seq}.`)
    return after.all(seq, limit).map((row, offset) => {
      const found = checkedEntry(row, paths)
      if (found.seq !== seq + 1 + offset) throw damaged(paths, `has a gap before entry ${found.seq}.`)
      return found.json
    })
  }

  const answers = (since: number): KeptAnswer[] => {
    const kept: KeptAnswer[] = []
    for (const row of backwards.iterate()) {
      const { topAt, entry } = checkedEntry(row, paths)
      if (topAt < since) break
      const answer = keptAnswerOf(entry)
      if (answer && entry.at >= since) kept.push(answer)
    }
    return kept.reverse()
  }

  const lineOf = (found: unknown, archive: string, key: string) => {
    const { success, data: row } = ArchiveRow.safeParse(found)
    if (!success || row.crc !== lineChecksum(archive, key, row.place, row.at, row.json)) {
      throw damaged(paths, `holds a line of archive ${archive} changed since it was written.`)
    }
    return { seq: seqOfPosition(row.place), at: row.at, line: Line.parse(JSON.parse(row.json)), place: row.place }
  }

  const readArchive = ({ archive, key, before, limit }: ArchiveRequest): ArchiveListPage => {
    const found = page.all(archive, key, before ?? BEYOND_ALL, limit + 1).map((row) => lineOf(row, archive, key))
    const shown = found.slice(0, limit)
    const next = found.length > limit ? (shown.at(-1)?.place ?? null) : null
    return { lines: shown.map(({ seq, at, line }) => ({ seq, at, line })), next }
  }

  return { tail, answers, readArchive }
}
