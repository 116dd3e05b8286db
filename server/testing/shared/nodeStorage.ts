import type { Entry } from '../../engine/entry.ts'
import { NotWritten, type SharedStorage } from '../../engine/storage.ts'
import { type NodeConnection, Unreachable } from './nodeConnection.ts'
import type { MemoryBuses, MemoryFollowers } from './sharedMemory.ts'
import { believeMs, renewEveryMs, type SharedStore } from './sharedStore.ts'

interface NodeParts {
  readonly node: string
  readonly line: NodeConnection
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
    async checkpoint(seq, documents, answers) {
      const mine = epoch()
      await line.ask(() => store.checkpoint(node, mine, seq, documents, answers))
    },
    tail: (seq, limit) => line.ask(() => store.after(seq).slice(0, limit)),
    archivePage: (query) => line.ask(() => store.archivePage(query)),
    erase: (forgetting) => line.ask(() => store.forget(forgetting)),
    loadView: () => line.ask(store.view),
    follow: followers.follow,
    whenLeaseFree: createLeaseFree(parts),
    holdsLease: lease.isHeld,
    onLeaseLost: lease.onLost,
    bus,
    connection: () => ({ up: line.why('store') === null, why: line.why('store'), since: line.since() }),
    async releaseLease() {
      await written()
      const held = lease.epoch()
      lease.end()
      if (held === null) return
      await line.ask(() => store.giveBack(node, held)).catch(() => {})
    },
    async close() {
      await this.releaseLease()
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

/** What one node knows of its lease: renewed while it can be, and believed in no longer than is safe. */
export function createHeldLease(node: string, line: NodeConnection, store: SharedStore) {
  const listeners = new Set<(why: string) => void>()
  let held: { epoch: number; renewedAt: number } | null = null
  let stop = () => {}

  const lose = (why: string) => {
    if (!held) return
    held = null
    stop()
    for (const listener of listeners) listener(why)
  }
  const isBelieved = () => held !== null && line.clock.now() - held.renewedAt < believeMs
  const renew = async (epoch: number) => {
    const sentAt = line.clock.now()
    const isMine = await line.ask(() => store.renew(node, epoch)).catch(unlessKnown)
    if (held?.epoch !== epoch || isMine === null) return
    if (!isMine) lose('The store says that the lease has gone.')
    else if (!isBelieved()) lose(notInTime)
    else held.renewedAt = Math.max(held.renewedAt, sentAt)
  }
  const watch = () => {
    stop = line.clock.after(renewEveryMs, () => {
      if (!held) return
      if (!isBelieved()) return lose(notInTime)
      void renew(held.epoch)
      watch()
    })
  }
  return {
    epoch: () => held?.epoch ?? null,
    isHeld: isBelieved,
    begin(epoch: number, askedAt: number) {
      stop()
      held = { epoch, renewedAt: askedAt }
      watch()
    },
    lose,
    /** Not lost: given back. */
    end() {
      stop()
      held = null
    },
    onLost(listener: (why: string) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
const notInTime = 'The lease could not be renewed in time.'

/** It is asked again soon. */
function unlessKnown(error: unknown) {
  if (error instanceof Unreachable) return null
  throw error
}
type HeldLease = ReturnType<typeof createHeldLease>

/** What a test can do to the appends of one node. */
export function createAppendFaults() {
  let gate: Promise<void> = Promise.resolve()
  let open = () => {}
  let failure: Error | null = null
  let afterWrite: (() => void) | null = null
  return {
    /** Before anything is written. @throws what the test wants */
    async before() {
      await gate
      if (failure) throw failure
    },
    /** It is written, and its reply has not been sent. */
    after() {
      const act = afterWrite
      afterWrite = null
      act?.()
    },
    controls: {
      /** Appends wait before they are written. */
      hold() {
        gate = new Promise((resolve) => {
          open = resolve
        })
      },
      release: () => open(),
      /** Appends are not written and fail with this, until it is null again. */
      fail(error: Error | null) {
        failure = error
      },
      /** Once, when the next append is written and before its reply is sent. */
      onceWritten(act: () => void) {
        afterWrite = act
      },
    },
  }
}
type AppendFaults = ReturnType<typeof createAppendFaults>
