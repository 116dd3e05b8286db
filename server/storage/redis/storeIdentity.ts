import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { DamagedStore } from '../../engine/storage.ts'
import type { Durability } from './durability.ts'
import { damaged, type Place } from './keys.ts'
import type { Caller } from './lua/script.ts'
import { entryOf, streamRows } from './rows.ts'
import { readStoreState, type StoreState } from './storeState.ts'

/** After the store went back, epochs begin so much higher than any that was known: other nodes may have known a later one. */
const EPOCHS_LEFT_OUT = 1_000
const MARK_EVERY_MS = 5_000

/** What a node knows of the store: which installation it is, and how far it was. A store that is emptied or put back under it is seen. */
export function createStoreIdentity(parts: AdmissionParts) {
  const { file } = parts
  let known: KnownState | null = file === null ? null : readMark(file)
  let markedAt = Number.NEGATIVE_INFINITY

  const mark = (isDue: boolean) => {
    if (!known || file === null || (!isDue && performance.now() - markedAt < MARK_EVERY_MS)) return
    markedAt = performance.now()
    writeMark(file, known)
  }
  return {
    /** Before the store is loaded or viewed. Gives the epoch that must be left behind. @throws DamagedStore */
    async admit(line: Caller): Promise<number> {
      if (!known) return 0
      const back = await verifyStore(parts, line, known)
      if (back) {
        const epoch = Math.max(known.epoch, back.epoch) + EPOCHS_LEFT_OUT
        known = { ...known, epoch, seq: back.seq, link: '' }
      }
      return known.epoch
    },
    /** The whole was read up to an entry. What was written while it was read is not unknown again. */
    whole(installation: string, epoch: number, read: Pick<KnownState, 'seq' | 'link' | 'at'>) {
      const isFurther = known?.installation === installation && known.seq > read.seq
      const { seq, link, at } = isFurther && known ? known : read
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
    /** Null when it is not known. */
    linkOf: (seq: number) => (known?.seq === seq && known.link !== '' ? known.link : null),
    keep: () => mark(true),
  }
}
export type StoreIdentity = ReturnType<typeof createStoreIdentity>

/** A failover, or the end of a log, loses moments. What loses more is a backup that was put back. */
const MOMENTS_MS = 60_000

interface AdmissionParts {
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
async function verifyStore(parts: AdmissionParts, line: Caller, known: KnownState): Promise<StoreState | null> {
  const { place, file } = parts
  const standing = await readStoreState(place, line, known.seq)
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
const isBehind = (standing: StoreState, known: KnownState) =>
  standing.seq < known.seq || (standing.link !== '' && known.link !== '' && standing.link !== known.link)

const mayLose = ({ durability: { level: keeps, replicas } }: AdmissionParts, lostMs: number) =>
  (keeps !== 'always' || (replicas?.connected ?? 0) > 0) && lostMs <= MOMENTS_MS

const wordsFor = ({ place, durability }: AdmissionParts, standing: StoreState, known: KnownState) =>
  `${place.name} went back from entry ${known.seq} to entry ${standing.seq}: what was acknowledged in between is lost, as may happen with this Redis (${durability.sentence}). The hub goes on with what is there.`

async function lastAtOf(place: Place, { call }: Caller): Promise<number> {
  const [last] = streamRows(await call(['XREVRANGE', place.keys.journal, '+', '-', 'COUNT', '1']))
  return last ? entryOf(last, place).at : Number.NEGATIVE_INFINITY
}

/** How far a store had come when this node last knew. */
const KnownState = z.object({
  installation: z.string().min(1),
  epoch: z.int().nonnegative(),
  seq: z.int().nonnegative(),
  link: z.string(),
  /** When the entry `seq` was made. */
  at: z.number(),
})
type KnownState = z.infer<typeof KnownState>

/** Null when there is none: a new node. @throws DamagedStore */
const readMark = (file: string): KnownState | null => {
  if (!existsSync(file)) return null
  try {
    return KnownState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new DamagedStore(
      file,
      'is not as the hub wrote it.',
      'Remove it: the hub then believes what it finds in Redis.',
      { cause: error },
    )
  }
}

/** Never fails: what is marked is in Redis already, and a mark that lags only sees less. */
const writeMark = (file: string, mark: KnownState) => {
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(mark)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    return
  }
}

/** How a store that is not as a node knew it is mended. */
const restoreOrGoOn = (markFile: string | null) =>
  markFile === null
    ? 'Put the newest backup of that Redis back. To go on with what is there, and lose the rest, restart all nodes of the hub.'
    : `Put the newest backup of that Redis back. To go on with what is there, and lose the rest, stop the nodes of the hub, remove ${markFile} on each, and start them.`

const nameTheRightOne = (markFile: string | null) =>
  `Name the right Redis in REDIS_URL and REDIS_PREFIX.${markFile === null ? '' : ` If this node is to join that one, remove ${markFile}.`}`
