import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { DamagedStore } from '../../engine/storage.ts'
import type { Durability } from './durability.ts'
import { damaged, type Place } from './keys.ts'
import type { Caller } from './lua/script.ts'
import { entryOf, streamRows } from './rows.ts'
import { readStoreState, type StoreState } from './storeState.ts'

/** The state of a store when this node last knew it. */
const KnownState = z.object({
  installation: z.string().min(1),
  epoch: z.int().nonnegative(),
  seq: z.int().nonnegative(),
  link: z.string(),
  /** When entry `seq` was made. */
  at: z.number(),
})
type KnownState = z.infer<typeof KnownState>

/** A failover, or the lost end of a log, loses moments. More is lost when an old backup is restored. */
const ACCEPTED_LOSS_MS = 60_000
/** After the store went back, epochs begin so much higher than any known one: other nodes may have known later ones. */
const SKIPPED_EPOCHS = 1_000
const WRITE_EVERY_MS = 5_000

interface StoreIdentityDeps {
  readonly place: Place
  readonly durability: Durability
  /** Where the node keeps its knowledge of the store across a restart; null for nowhere. */
  readonly file: string | null
  readonly warn: (text: string) => void
}

/** A node's record of the store: its installation, and its last entry. Detects a store that was emptied or replaced. */
export function createStoreIdentity({ place, durability, file, warn }: StoreIdentityDeps) {
  let known: KnownState | null = file === null ? null : readIdentityFile(file)
  let writtenAt = Number.NEGATIVE_INFINITY

  const write = (isDue: boolean) => {
    if (!known || file === null || (!isDue && performance.now() - writtenAt < WRITE_EVERY_MS)) return
    writtenAt = performance.now()
    writeIdentityFile(file, known)
  }
  const acceptsLoss = (lostMs: number) =>
    (durability.level !== 'always' || (durability.replicas?.connected ?? 0) > 0) && lostMs <= ACCEPTED_LOSS_MS

  /** Compares the store with what is known. Gives its state if it went back by no more than it may, and null if it did not. */
  const compare = async (caller: Caller, expected: KnownState): Promise<StoreState | null> => {
    const state = await readStoreState(place, caller, expected.seq)
    if (!state) {
      const wrong = `is empty, but it held entries up to ${expected.seq}: it was emptied, or it saved nothing when it ended.`
      throw damaged(place, wrong, restoreOrContinue(file))
    }
    if (state.installation !== expected.installation)
      throw damaged(place, 'holds another installation than this node belonged to.', nameTheRightOne(file))
    const isOtherEntry = state.link !== '' && expected.link !== '' && state.link !== expected.link
    if (state.seq >= expected.seq && !isOtherEntry) return null
    if (acceptsLoss(expected.at - (await lastEntryAt(place, caller)))) {
      warn(
        `${place.name} went back from entry ${expected.seq} to entry ${state.seq}: what was acknowledged in between is lost, as may happen with this Redis (${durability.sentence}). The hub continues with what is there.`,
      )
      return state
    }
    const wrong = `went back: it held entries up to ${expected.seq}, and now ends with ${state.seq}.`
    throw damaged(place, wrong, restoreOrContinue(file))
  }
  return {
    /** Called before the store is loaded or viewed. Gives the lowest epoch that may follow. @throws DamagedStore */
    async verifyStore(caller: Caller): Promise<number> {
      if (!known) return 0
      const wentBackTo = await compare(caller, known)
      if (wentBackTo) {
        const epoch = Math.max(known.epoch, wentBackTo.epoch) + SKIPPED_EPOCHS
        known = { ...known, epoch, seq: wentBackTo.seq, link: '' }
      }
      return known.epoch
    },
    /** The whole store was read up to an entry. Entries that were written while it was read stay known. */
    loaded(installation: string, epoch: number, read: Pick<KnownState, 'seq' | 'link' | 'at'>) {
      const isFurther = known?.installation === installation && known.seq > read.seq
      const { seq, link, at } = isFurther && known ? known : read
      known = { installation, epoch: Math.max(epoch, known?.epoch ?? 0), seq, link, at }
      write(true)
    },
    /** An entry was read or written. */
    entry(seq: number, link: string, at: number) {
      if (!known || seq < known.seq) return
      known = { ...known, seq, link, at }
      write(false)
    },
    seq: () => known?.seq ?? 0,
    installation: () => known?.installation ?? '',
    /** Null when it is not known. */
    linkOf: (seq: number) => (known?.seq === seq && known.link !== '' ? known.link : null),
    writeNow: () => write(true),
  }
}
export type StoreIdentity = ReturnType<typeof createStoreIdentity>

async function lastEntryAt(place: Place, { call }: Caller): Promise<number> {
  const [last] = streamRows(await call(['XREVRANGE', place.keys.journal, '+', '-', 'COUNT', '1']))
  return last ? entryOf(last, place).at : Number.NEGATIVE_INFINITY
}

/** Null for a new node. @throws DamagedStore */
const readIdentityFile = (file: string): KnownState | null => {
  if (!existsSync(file)) return null
  try {
    return KnownState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new DamagedStore(
      file,
      'is not as the hub wrote it.',
      'Remove it: the hub then trusts what it finds in Redis.',
      { cause: error },
    )
  }
}

/** Never fails: what it says is in Redis already, and a file that lags only detects less. */
const writeIdentityFile = (file: string, known: KnownState) => {
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(known)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    return
  }
}

const restoreOrContinue = (file: string | null) =>
  file === null
    ? 'Put the newest backup of that Redis back. To continue with what is there, and lose the rest, restart all nodes of the hub.'
    : `Put the newest backup of that Redis back. To continue with what is there, and lose the rest, stop the nodes of the hub, remove ${file} on each, and start them.`

const nameTheRightOne = (file: string | null) =>
  `Name the right Redis in REDIS_URL and REDIS_PREFIX.${file === null ? '' : ` If this node is to join that one, remove ${file}.`}`
