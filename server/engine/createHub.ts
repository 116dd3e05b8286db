import { type DocumentId, kindOf } from '../../shared/engine/document.ts'
import { type Answers, answersReachBackMs, createAnswers, type KeptRefusal, nodesReachBackMs } from './answers.ts'
import type { Authority } from './authority.ts'
import { createCheckpointing } from './checkpointing.ts'
import type { Clock } from './clock.ts'
import { createCommitQueue } from './commitQueue.ts'
import { createDispatch } from './dispatch.ts'
import { createDocuments, type Documents, type VersionedChange } from './documents.ts'
import type { Feature } from './feature.ts'
import { createForget } from './forget.ts'
import { createGuesses, type Guesses } from './guesses.ts'
import type { HubState, Published } from './hub.ts'
import { createOrder, createOrderOnce } from './order.ts'
import { createOrderAnswers } from './orderAnswers.ts'
import { createProbe, probeStorage, probing } from './probe.ts'
import { createPublisher } from './publisher.ts'
import { createReadingSide } from './readingSide.ts'
import { type Registry, register } from './registry.ts'
import { createSchedule, fireTimer, fireTimerWith } from './schedule.ts'
import type { Forgetting, Loaded, Storage } from './storage.ts'
import { type TellCommand, tellingCommands } from './tellingCommands.ts'

export interface HubParts {
  readonly storage: Storage
  readonly features: readonly Feature[]
  readonly clock: Clock
  /** A fault of ours: what was being done, and what was thrown. */
  readonly onFault: (what: string, error: unknown) => void
  readonly onState?: (state: HubState) => void
  /** Entries made durable together, and how long that took in ms. */
  readonly onWritten?: (entries: number, ms: number) => void
  /** A command or order was answered. */
  readonly onCommand?: TellCommand
  /** How many changes are kept for clients that missed some. */
  readonly changesKept?: number
  /** As many journal entries start a checkpoint before its time. */
  readonly checkpointEntries?: number
  /**
   * The version at which live documents begin in an epoch, so that whoever holds a copy of an earlier one sees that something is
   * missing. 0 where it is left out: one hub alone has nobody who outlives it.
   */
  readonly liveVersionsFrom?: (epoch: number) => number
  /** What was refused of late by whoever ran the rules before, as far as it is known. Asked when all else is loaded. */
  readonly refusedBefore?: () => readonly KeptRefusal[]
  /** Others may be asked the same as this one, and may have decided before: what was refused is kept like what was done. */
  readonly keepsRefusals?: boolean
  /** Whom memory has just forgotten, and the seq at which it did: the store follows. */
  readonly onForgotten?: (forgetting: Forgetting, seq: number) => void
}

/** Loads what is stored, stands where the last hub stood, and serves. @throws DamagedStore, StoreInUse, NotWritten */
export async function createHub(parts: HubParts): Promise<Authority> {
  const { storage, clock, onFault } = parts
  const { core, loaded } = await openCore(parts)
  const checkpointing = checkpointingOf(core, loaded)
  const schedule = createSchedule({ clock, onFault, order: (name, input) => order('timer', name, input) })
  const follow = (id: DocumentId) => schedule.follow(id, core.documents.durable(id)?.value ?? {})

  const queue = createCommitQueue({
    ...core,
    onState(state) {
      parts.onState?.(state)
      if (isFull(state)) probe.begin()
    },
    startSeq: loaded.entries.at(-1)?.seq ?? loaded.checkpointSeq,
    show(kept) {
      const changes = kept.flatMap((staged) => staged.changes)
      const entries = kept.flatMap(({ entry }) => entry ?? [])
      checkpointing.note(entries, changes)
      for (const { id } of changes) follow(id)
      core.publisher.publish(changes.map((change) => published(core, change)))
    },
  })
  const order = createOrder({ ...core, queue })
  const probe = createProbe({ clock, isFull: () => isFull(queue.state()), order })
  for (const id of core.documents.ids()) follow(id)
  const stop = () => [schedule, probe, core.orderAnswers].forEach((part) => void part.stop())

  return {
    ...createReadingSide(core),
    epoch: core.epoch,
    durability: storage.durability,
    state: queue.state,
    ...tellingCommands(
      { dispatch: createDispatch({ ...core, queue }), order, orderOnce: createOrderOnce({ ...core, queue }) },
      parts.onCommand,
    ),
    forget: createForget({ ...core, queue, checkpointing }),
    settled: queue.settled,
    durableSeq: queue.durableSeq,
    liveDocuments: () => liveOf(core),
    abandon: () => [stop, checkpointing.stop].forEach((end) => void end()),
    async close() {
      stop()
      await queue.settled()
      await checkpointing.close()
      await storage.close()
    },
  }
}

async function openCore(parts: HubParts): Promise<{ core: Core; loaded: Loaded }> {
  const { storage, clock, onFault, keepsRefusals = false } = parts
  const registry = register(parts.features)
  const commands = new Map(registry.commands)
    .set(fireTimer.name, fireTimerWith(registry.commands))
    .set(probeStorage.name, probing)
  const loaded = await storage.load()
  const kept = await storage.answers(clock.now() - (keepsRefusals ? nodesReachBackMs : answersReachBackMs))
  const liveFrom = parts.liveVersionsFrom?.(loaded.epoch) ?? 0
  const core: Core = {
    ...parts,
    ...{ liveFrom, keepsRefusals },
    now: () => clock.now(),
    registry: { ...registry, commands },
    epoch: loaded.epoch,
    documents: createDocuments(registry.kinds, loaded, liveFrom),
    answers: createAnswers(kept, parts.refusedBefore?.()),
    orderAnswers: createOrderAnswers(kept, clock),
    guesses: createGuesses(),
    publisher: createPublisher(parts.changesKept ?? 8_192, onFault),
  }
  return { core, loaded }
}

/** What the parts of a hub share. */
interface Core extends HubParts {
  readonly now: () => number
  readonly registry: Registry
  readonly epoch: number
  readonly documents: Documents
  readonly answers: Answers
  readonly orderAnswers: ReturnType<typeof createOrderAnswers>
  readonly keepsRefusals: boolean
  readonly liveFrom: number
  readonly guesses: Guesses
  readonly publisher: ReturnType<typeof createPublisher>
}

const isFull = ({ name }: HubState) => name === 'storageFull' || name === 'storageRefused'

/** The first change of a live document is the whole of it where others must begin with it, whatever their default is. */
function published({ liveFrom }: Core, { id, version, kind, next, patches }: VersionedChange): Published {
  const isFirst = liveFrom > 0 && kind.memory === 'live' && version === liveFrom + 1
  return { id, version, patches: isFirst ? [{ op: 'replace', path: [], value: next }] : patches }
}

/** All live documents that somebody has written. */
const liveOf = ({ documents, registry }: Core) =>
  [...documents.ids()].flatMap((id) => {
    const copy = documents.durable(id)
    return copy && registry.kinds.get(kindOf(id))?.memory === 'live' ? [{ id, ...copy }] : []
  })

function checkpointingOf(core: Core, loaded: Loaded) {
  const { storage, clock, onFault, registry, documents, checkpointEntries = 20_000 } = core
  const checkpointing = createCheckpointing({
    storage,
    clock,
    onFault,
    isJournaled: (kind) => registry.kinds.get(kind)?.memory === 'journaled',
    durable: documents.durable,
    everyMs: 60_000,
    everyEntries: checkpointEntries,
  })
  // What was replayed has never been in a checkpoint: the next one must hold it.
  checkpointing.note(
    loaded.entries,
    loaded.entries.flatMap(({ changes }) => changes),
  )
  return checkpointing
}
