import type { Durability } from './durability.ts'
import { entryOf } from './journalRow.ts'
import type { Mark } from './markFile.ts'
import { damaged, type Place } from './place.ts'
import { nameTheRightOne, restoreOrGoOn } from './remedies.ts'
import type { Caller } from './script.ts'
import { lookAt, type Standing } from './standing.ts'
import { streamRows } from './streamRow.ts'

/** A failover, or the end of a log, loses moments. What loses more is a backup that was put back. */
const MOMENTS_MS = 60_000

export interface AdmissionParts {
  readonly place: Place
  readonly durability: Durability
  /** Where the node keeps what it knows over a restart; null for nowhere. */
  readonly file: string | null
  readonly warn: (words: string) => void
}

/**
 * Compares a store with what is known of it. Gives how it stands if it went back by no more than it may, and null if it did not.
 * @throws DamagedStore when it is another one, was emptied, or went back by more
 */
export async function admit(parts: AdmissionParts, line: Caller, known: Mark): Promise<Standing | null> {
  const { place, file } = parts
  const standing = await lookAt(place, line, known.seq)
  if (!standing) {
    const wrong = `is empty, but it held entries up to ${known.seq}: somebody has emptied it, or it kept nothing when it ended.`
    throw damaged(place, wrong, restoreOrGoOn(file))
  }
  if (standing.installation !== known.installation)
    throw damaged(place, 'holds another installation than this node belonged to.', nameTheRightOne(file))
  if (!isBehind(standing, known)) return null
  if (mayLose(parts, known.at - (await lastAtOf(place, line)))) {
    parts.warn(wordsFor(parts, standing, known))
    return standing
  }
  const wrong = `went back: it held entries up to ${known.seq}, and now ends with ${standing.seq}.`
  throw damaged(place, wrong, restoreOrGoOn(file))
}

/** It ends before what was known, or has another entry in its place. */
const isBehind = (standing: Standing, known: Mark) =>
  standing.seq < known.seq || (standing.link !== '' && known.link !== '' && standing.link !== known.link)

const mayLose = ({ durability: { keeps, replicas } }: AdmissionParts, lostMs: number) =>
  (keeps !== 'always' || (replicas?.connected ?? 0) > 0) && lostMs <= MOMENTS_MS

const wordsFor = ({ place, durability }: AdmissionParts, standing: Standing, known: Mark) =>
  `${place.name} went back from entry ${known.seq} to entry ${standing.seq}: what was acknowledged in between is lost, as may happen with this Redis (${durability.sentence}). The hub goes on with what is there.`

async function lastAtOf(place: Place, { call }: Caller): Promise<number> {
  const [last] = streamRows(await call(['XREVRANGE', place.keys.journal, '+', '-', 'COUNT', '1']))
  return last ? entryOf(last, place).at : Number.NEGATIVE_INFINITY
}
