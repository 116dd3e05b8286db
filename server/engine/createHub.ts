import {
  type DocumentId,
  type DocumentKind,
  type DocumentOf,
  documentId,
  keyOf,
  kindOf,
} from '../../shared/engine/document.ts'
import { type Answers, answersReachBackMs, createAnswers } from './answers.ts'
import { createAsk } from './ask.ts'
import { createCheckpointing } from './checkpointing.ts'
import type { Clock } from './clock.ts'
import { createCommitQueue } from './commitQueue.ts'
import { carryOut, createDispatch, type DispatchParts } from './dispatch.ts'
import { createDocuments, type Documents } from './documents.ts'
import type { Feature } from './feature.ts'
import { createForget } from './forget.ts'
import { createGuesses, type Guesses } from './guesses.ts'
import type { Hub, HubState } from './hub.ts'
import { createMayRead } from './mayRead.ts'
import { OrderRefused } from './orderRefused.ts'
import { createProbe, probeStorage, probing } from './probe.ts'
import { createPublisher } from './publisher.ts'
import { type Registry, register } from './registry.ts'
import { createSchedule, fireTimer, fireTimerWith } from './schedule.ts'
import { hubSeat } from './seat.ts'
import type { Loaded, Storage } from './storage.ts'

export interface HubParts {
  readonly storage: Storage
  readonly features: readonly Feature[]
  readonly clock: Clock
  /** A fault of ours: what was being done, and what was thrown. */
  readonly onFault: (what: string, error: unknown) => void
  readonly onState?: (state: HubState) => void
  /** Entries made durable together, and how long that took in ms. */
  readonly onWritten?: (entries: number, ms: number) => void
  /** How many changes are kept for clients that missed some. */
  readonly changesKept?: number
  /** As many journal entries start a checkpoint before its time. */
  readonly checkpointEntries?: number
}

/** Loads what is stored, stands where the last hub stood, and serves. @throws DamagedStore, StoreInUse, NotWritten */
export async function createHub(parts: HubParts): Promise<Hub> {
  const { storage, clock, onFault } = parts
  const { core, loaded } = await openCore(parts)
  const checkpointing = checkpointingOf(core, loaded)
  const schedule = createSchedule({ clock, onFault, order: (name, input) => order('timer', name, input) })
  const follow = (id: DocumentId) => schedule.follow(id, core.documents.durable(id)?.value ?? {})

  const queue = createCommitQueue({
    ...core,
    onState(state) {
      parts.onState?.(state)
      if (state.name === 'storageFull') probe.begin()
    },
    startSeq: loaded.entries.at(-1)?.seq ?? loaded.checkpointSeq,
    show(kept) {
      const changes = kept.flatMap((staged) => staged.changes)
      const entries = kept.flatMap(({ entry }) => entry ?? [])
      checkpointing.note(entries, changes)
      for (const { id } of changes) follow(id)
      core.publisher.publish(changes.map(({ id, version, patches }) => ({ id, version, patches })))
    },
  })
  const order = createOrder({ ...core, queue })
  const probe = createProbe({ clock, isFull: () => queue.state().name === 'storageFull', order })
  for (const id of core.documents.ids()) follow(id)

  return {
    ...reading(core),
    durability: storage.durability,
    state: queue.state,
    dispatch: createDispatch({ ...core, queue }),
    order,
    forget: createForget({ ...core, queue, checkpointing }),
    settled: queue.settled,
    async close() {
      schedule.stop()
      probe.stop()
      await queue.settled()
      await checkpointing.close()
      await storage.close()
    },
  }
}

async function openCore(parts: HubParts): Promise<{ core: Core; loaded: Loaded }> {
  const { storage, clock, onFault } = parts
  const registry = register(parts.features)
  const commands = new Map(registry.commands)
    .set(fireTimer.name, fireTimerWith(registry.commands))
    .set(probeStorage.name, probing)
  const loaded = await storage.load()
  const core: Core = {
    ...parts,
    now: () => clock.now(),
    registry: { ...registry, commands },
    epoch: loaded.epoch,
    documents: createDocuments(registry.kinds, loaded),
    answers: createAnswers(await storage.answers(clock.now() - answersReachBackMs)),
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
  readonly guesses: Guesses
  readonly publisher: ReturnType<typeof createPublisher>
}

/** The side that only looks: durable copies, and nothing else. */
function reading({ registry, documents, publisher, storage, clock, onFault, epoch }: Core) {
  const read = <K extends DocumentKind>(kind: K, key = '') =>
    documents.durable(documentId(kind, key))?.value as DocumentOf<K>
  return {
    epoch,
    read,
    copy: documents.durable,
    documentCount: documents.count,
    query: createAsk({ registry, storage, read, now: () => clock.now(), onFault }),
    memoryOf: (id: DocumentId) => registry.kinds.get(kindOf(id))?.memory,
    mayRead: createMayRead({ registry, documents, read }),
    decides: (id: DocumentId) =>
      (registry.decides.get(kindOf(id)) ?? []).map((kind) => documentId({ kind }, keyOf(id))),
    changesSince(id: DocumentId, version: number) {
      const kind = registry.kinds.get(kindOf(id))
      if (kind?.audience === 'changing' || kind?.decidedBy) return null
      return publisher.since(id, version, documents.durable(id)?.version ?? 0)
    },
    onPublish: publisher.listen,
  }
}

/** Orders of the hub's own: what a person would be told, the worker is thrown. */
const createOrder = (parts: DispatchParts) => async (actor: string, name: string, input: unknown) => {
  const implementation = parts.registry.commands.get(name)
  if (!implementation) throw new Error(`No feature has brought the command "${name}"`)
  const parsed = implementation.command.input.parse(input)
  const asked = { seat: hubSeat(actor), address: null, input: parsed, commandId: null }
  const answer = await carryOut(parts, implementation, asked)
  if (!answer.ok) throw new OrderRefused(name, answer.code, answer.message)
  return answer.output
}

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
