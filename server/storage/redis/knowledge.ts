import type { Durability } from './durability.ts'
import { entryOf } from './journalRow.ts'
import { type Mark, readMark, writeMark } from './markFile.ts'
import { damaged, type Place } from './place.ts'
import type { Caller } from './script.ts'
import { lookAt, type Standing } from './standing.ts'
import { streamRows } from './streamRow.ts'

/** After the store went back, epochs begin so much higher than any that was known: other nodes may have known a later one. */
const EPOCHS_LEFT_OUT = 1_000
/** A failover, or the end of a log, loses moments. What loses more is a backup that was put back. */
const MOMENTS_MS = 60_000
const MARK_EVERY_MS = 5_000

interface KnowledgeParts {
  readonly place: Place
  readonly durability: Durability
  /** Where it is kept over a restart; null for nowhere. */
  readonly file: string | null
  readonly warn: (words: string) => void
}

/** What a node knows of the store: which installation it is, and how far it was. A store that is emptied or put back under it is seen. */
export function createKnowledge({ place, durability, file, warn }: KnowledgeParts) {
  let known: Mark | null = file === null ? null : readMark(file)
  let markedAt = Number.NEGATIVE_INFINITY

  const mark = (isDue: boolean) => {
    if (!known || file === null || (!isDue && performance.now() - markedAt < MARK_EVERY_MS)) return
    markedAt = performance.now()
    writeMark(file, known)
  }
  const remedy =
    file === null
      ? 'Put the newest backup of that Redis back. To go on with what is there, and lose the rest, restart all nodes of the hub.'
      : `Put the newest backup of that Redis back. To go on with what is there, and lose the rest, stop the nodes of the hub, remove ${file} on each, and start them.`

  const goesOn = (standing: Standing, lastAt: number, { seq, at }: Mark): boolean => {
    const mayLose = durability.keeps !== 'always' || (durability.replicas?.connected ?? 0) > 0
    if (!mayLose || at - lastAt > MOMENTS_MS) return false
    warn(
      `${place.name} went back from entry ${seq} to entry ${standing.seq}: what was acknowledged in between is lost, as may happen with this Redis (${durability.sentence}). The hub goes on with what is there.`,
    )
    return true
  }
  return {
    /**
     * Compares the store with what is known of it, before it is loaded or viewed. Gives the epoch that must be left behind.
     * @throws DamagedStore when it is another one, was emptied, or went back by more than it may
     */
    async admit(line: Caller): Promise<number> {
      if (!known) return 0
      const standing = await lookAt(place, line, known.seq)
      if (!standing)
        throw damaged(
          place,
          `is empty, but it held entries up to ${known.seq}: somebody has emptied it, or it kept nothing when it ended.`,
          remedy,
        )
      if (standing.installation !== known.installation)
        throw damaged(
          place,
          'holds another installation than this node belonged to.',
          `Name the right Redis in REDIS_URL and REDIS_PREFIX.${file === null ? '' : ` If this node is to join that one, remove ${file}.`}`,
        )
      const isBack =
        standing.seq < known.seq || (standing.link !== '' && known.link !== '' && standing.link !== known.link)
      if (!isBack) return known.epoch
      if (!goesOn(standing, await lastAtOf(place, line), known))
        throw damaged(
          place,
          `went back: it held entries up to ${known.seq}, and now ends with ${standing.seq}.`,
          remedy,
        )
      known = { ...known, seq: standing.seq, link: '', epoch: Math.max(known.epoch, standing.epoch) + EPOCHS_LEFT_OUT }
      return known.epoch
    },
    /** The whole was read, or written, up to an entry. */
    whole(installation: string, epoch: number, { seq, link, at }: Pick<Mark, 'seq' | 'link' | 'at'>) {
      known = { installation, epoch: Math.max(epoch, known?.epoch ?? 0), seq, link, at }
      mark(true)
    },
    /** An entry was read or written. */
    entry(seq: number, link: string, at: number) {
      if (!known || seq < known.seq) return
      known = { ...known, seq, link, at }
      mark(false)
    },
    seq: () => known?.seq ?? 0,
    installation: () => known?.installation ?? '',
    linkOf: (seq: number) => (known?.seq === seq && known.link !== '' ? known.link : null),
    keep: () => mark(true),
  }
}
export type Knowledge = ReturnType<typeof createKnowledge>

async function lastAtOf(place: Place, { call }: Caller): Promise<number> {
  const [last] = streamRows(await call(['XREVRANGE', place.keys.journal, '+', '-', 'COUNT', '1']))
  return last ? entryOf(last, place).at : Number.NEGATIVE_INFINITY
}
