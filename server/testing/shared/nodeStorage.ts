import type { Entry } from '../../engine/entry.ts'
import { NotWritten, type SharedStorage } from '../../engine/storage.ts'
import type { AppendFaults } from './appendFaults.ts'
import type { HeldLease } from './heldLease.ts'
import type { MemoryBuses } from './memoryBus.ts'
import type { MemoryFollowers } from './memoryFollowers.ts'
import { type NodeLine, Unreachable } from './nodeLine.ts'
import type { SharedStore } from './sharedStore.ts'

interface NodeParts {
  readonly node: string
  readonly line: NodeLine
  readonly store: SharedStore
  readonly lease: HeldLease
  readonly followers: MemoryFollowers
  readonly faults: AppendFaults
  readonly bus: ReturnType<MemoryBuses['open']>
  /** Every follower of every node. */
  readonly tellAll: () => void
}

const againMs = 100
const lookEveryMs = 250

/** The storage of one node. */
export function createNodeStorage(parts: NodeParts): SharedStorage {
  const { node, line, store, lease, followers, bus } = parts
  let isClosed = false
  const epoch = () => {
    const held = isClosed ? null : lease.epoch()
    if (held === null) throw new NotWritten('fenced', 'The storage is not loaded, or its lease was lost.')
    return held
  }
  const { append, written } = createAppends(parts, epoch)
  return {
    durability: 'none: memory of a test that several nodes share',
    async load() {
      const askedAt = line.clock.now()
      const loaded = await line.ask(() => store.take(node))
      lease.begin(loaded.epoch, askedAt)
      return loaded
    },
    append,
    async checkpoint(seq, documents) {
      const mine = epoch()
      await line.ask(() => store.checkpoint(node, mine, seq, documents))
    },
    tail: (seq, limit) => line.ask(() => store.after(seq).slice(0, limit)),
    answers: (since) => line.ask(() => store.answers(since)),
    readArchive: (archive, key, page) => line.ask(() => store.page(archive, key, page)),
    forget: (forgetting) => line.ask(() => store.forget(forgetting)),
    view: () => line.ask(store.view),
    follow: followers.follow,
    leaseFree: createLeaseFree(parts),
    holdsLease: lease.isHeld,
    onLeaseLost: lease.onLost,
    bus,
    connection: () => ({ up: line.why('store') === null, why: line.why('store'), since: line.since() }),
    async giveBack() {
      await written()
      const held = lease.epoch()
      lease.end()
      if (held === null) return
      await line.ask(() => store.giveBack(node, held)).catch(() => {})
    },
    async close() {
      await this.giveBack()
      isClosed = true
      followers.close()
      bus.close()
    },
  }
}

/** Appends, and those under way. */
function createAppends(parts: NodeParts, epoch: () => number) {
  const write = createAppend(parts, epoch)
  let writing: Promise<void> = Promise.resolve()
  return {
    append(entries: readonly Entry[]) {
      const appended = write(entries)
      writing = Promise.allSettled([writing, appended]).then(() => {})
      return appended
    },
    written: () => writing,
  }
}

/** Asks again until it is known, as long as the lease may still be held: the same batch is written once. */
function createAppend({ node, line, store, lease, faults, tellAll }: NodeParts, epoch: () => number) {
  const write = (mine: number, entries: readonly Entry[]) => async () => {
    await faults.before()
    store.append(node, mine, entries)
    tellAll()
    faults.after()
  }
  return async (entries: readonly Entry[]) => {
    const mine = epoch()
    for (;;) {
      try {
        return await line.ask(write(mine, entries))
      } catch (error) {
        if (error instanceof NotWritten && error.reason === 'fenced') lease.lose(error.message)
        if (!(error instanceof Unreachable)) throw error
        if (lease.epoch() !== mine || !lease.isHeld()) throw error
        await new Promise<void>((resolve) => line.clock.after(againMs, resolve))
      }
    }
  }
}

/** Looks now and then, and at once when it is given back: whoever waits knows nothing of the clock of the store. */
const createLeaseFree = (parts: NodeParts) => async (signal: AbortSignal) => {
  const { node, line, store } = parts
  const isFree = () => {
    const holder = store.holder()
    return holder === null || holder.node === node
  }
  while (!signal.aborted) {
    // Listening before looking: between the two it may be given back.
    const change = nextChange(parts, signal)
    if (await line.ask(isFree).catch(() => false)) return change.stop()
    await change.comes
  }
}

function nextChange({ line, store }: NodeParts, signal: AbortSignal) {
  const { promise: comes, resolve } = Promise.withResolvers<void>()
  const stop = () => {
    for (const end of ends) end()
    resolve()
  }
  signal.addEventListener('abort', stop, { once: true })
  const ends = [
    line.clock.after(lookEveryMs, stop),
    store.onGivenBack(() => line.come(stop)),
    () => signal.removeEventListener('abort', stop),
  ]
  return { comes, stop }
}
