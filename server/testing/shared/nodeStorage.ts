import type { Entry } from '../../engine/entry.ts'
import type { Bus } from '../../engine/storage.ts'
import { NotWritten, type SharedStorage } from '../../engine/storage.ts'
import { type NodeConnection, Unreachable } from './nodeConnection.ts'
import { relyMs, renewEveryMs, type SharedStore } from './sharedStore.ts'

interface NodeStorageOptions {
  readonly node: string
  readonly connection: NodeConnection
  readonly store: SharedStore
  readonly lease: HeldLease
  readonly followers: Pick<SharedStorage, 'follow'> & { close(): void }
  readonly faults: AppendFaults
  readonly bus: Bus & { close(): void }
  /** Notifies every follower of every node. */
  readonly notifyAll: () => void
}

const retryAfterMs = 100
const pollEveryMs = 250

/** The storage of one node. */
export function createNodeStorage(parts: NodeStorageOptions): SharedStorage {
  const { node, connection, store, lease, followers, bus } = parts
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
      const askedAt = connection.clock.now()
      const loaded = await connection.ask(() => store.take(node))
      lease.begin(loaded.epoch, askedAt)
      return loaded
    },
    append,
    async checkpoint(seq, documents) {
      const mine = epoch()
      await connection.ask(() => store.checkpoint(node, mine, seq, documents))
    },
    tail: (seq, limit) => connection.ask(() => store.after(seq).slice(0, limit)),
    findAnswer: (actor, commandId) => connection.ask(() => store.findAnswer(actor, commandId)),
    archivePage: (query) => connection.ask(() => store.archivePage(query)),
    erase: (forgetting) => connection.ask(() => store.forget(forgetting)),
    prune: (kind, before) => connection.ask(() => store.prune(kind, before)),
    loadView: () => connection.ask(store.view),
    follow: followers.follow,
    whenLeaseFree: createLeaseFree(parts),
    holdsLease: lease.isHeld,
    onLeaseLost: lease.onLost,
    bus,
    connection: () => ({
      up: connection.why('store') === null,
      why: connection.why('store'),
      since: connection.since(),
    }),
    async releaseLease() {
      await written()
      const held = lease.epoch()
      lease.end()
      if (held === null) return
      await connection.ask(() => store.giveBack(node, held)).catch(() => {})
    },
    async close() {
      await this.releaseLease()
      isClosed = true
      followers.close()
      bus.close()
    },
  }
}

/** Appends, and waits for those in flight. */
function createAppends(parts: NodeStorageOptions, epoch: () => number) {
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

/** Retries until the outcome is known, while the lease may still be held. The same batch is written once. */
function createAppend({ node, connection, store, lease, faults, notifyAll }: NodeStorageOptions, epoch: () => number) {
  const write = (mine: number, entries: readonly Entry[]) => async () => {
    await faults.before()
    store.append(node, mine, entries)
    notifyAll()
    faults.after()
  }
  return async (entries: readonly Entry[]) => {
    const mine = epoch()
    for (;;) {
      try {
        return await connection.ask(write(mine, entries))
      } catch (error) {
        if (error instanceof NotWritten && error.reason === 'fenced') lease.lose(error.message)
        if (!(error instanceof Unreachable)) throw error
        if (lease.epoch() !== mine || !lease.isHeld()) throw error
        await new Promise<void>((resolve) => connection.clock.after(retryAfterMs, resolve))
      }
    }
  }
}

/** Polls, and checks at once when the lease is given back, since the store's clock is not known. */
const createLeaseFree = (parts: NodeStorageOptions) => async (signal: AbortSignal) => {
  const { node, connection, store } = parts
  const isFree = () => {
    const holder = store.holder()
    return holder === null || holder.node === node
  }
  while (!signal.aborted) {
    // Listens before checking, since it may be given back in between.
    const change = nextChange(parts, signal)
    if (await connection.ask(isFree).catch(() => false)) return change.stop()
    await change.comes
  }
}

function nextChange({ connection, store }: NodeStorageOptions, signal: AbortSignal) {
  const { promise: comes, resolve } = Promise.withResolvers<void>()
  const stop = () => {
    for (const end of ends) end()
    resolve()
  }
  signal.addEventListener('abort', stop, { once: true })
  const ends = [
    connection.clock.after(pollEveryMs, stop),
    store.onGivenBack(() => connection.come(stop)),
    () => signal.removeEventListener('abort', stop),
  ]
  return { comes, stop }
}

/** One node's view of its lease: renewed while possible, and relied on no longer than is safe. */
export function createHeldLease(node: string, connection: NodeConnection, store: SharedStore) {
  const listeners = new Set<(why: string) => void>()
  let held: { epoch: number; renewedAt: number } | null = null
  let stop = () => {}

  const lose = (why: string) => {
    if (!held) return
    held = null
    stop()
    for (const listener of listeners) listener(why)
  }
  const isReliable = () => held !== null && connection.clock.now() - held.renewedAt < relyMs
  const renew = async (epoch: number) => {
    const sentAt = connection.clock.now()
    const isMine = await connection.ask(() => store.renew(node, epoch)).catch(unlessKnown)
    if (held?.epoch !== epoch || isMine === null) return
    if (!isMine) lose('The store says that the lease has gone.')
    else if (!isReliable()) lose(notInTime)
    else held.renewedAt = Math.max(held.renewedAt, sentAt)
  }
  const watch = () => {
    stop = connection.clock.after(renewEveryMs, () => {
      if (!held) return
      if (!isReliable()) return lose(notInTime)
      void renew(held.epoch)
      watch()
    })
  }
  return {
    epoch: () => held?.epoch ?? null,
    isHeld: isReliable,
    begin(epoch: number, askedAt: number) {
      stop()
      held = { epoch, renewedAt: askedAt }
      watch()
    },
    lose,
    /** Gives it back, which is not a loss. */
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

/** An unreachable store is asked again soon. */
function unlessKnown(error: unknown) {
  if (error instanceof Unreachable) return null
  throw error
}
type HeldLease = ReturnType<typeof createHeldLease>

/** The faults of one node's appends. */
export function createAppendFaults() {
  let gate: Promise<void> = Promise.resolve()
  let open = () => {}
  let failure: Error | null = null
  let afterWrite: (() => void) | null = null
  return {
    /** Before anything is written. @throws the error of the test */
    async before() {
      await gate
      if (failure) throw failure
    },
    /** After writing, before the reply. */
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
      /** Appends fail with this without being written, until it is null. */
      fail(error: Error | null) {
        failure = error
      },
      /** Runs once after the next append was written, before its reply. */
      onceWritten(act: () => void) {
        afterWrite = act
      },
    },
  }
}
type AppendFaults = ReturnType<typeof createAppendFaults>
