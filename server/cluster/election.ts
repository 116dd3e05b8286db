import type { Clock } from '../engine/clock.ts'
import { type SharedStorage, StoreInUse } from '../engine/storage.ts'
import { handedOver, type LeaderTerm } from './leader.ts'

const shortestPauseMs = 250
const longestPauseMs = 30_000
/** A node that handed over gives the others this long to take the lease. */
const pauseAfterHandOverMs = 5_000
/** How long this node waits for a store that cannot be reached. */
const releaseWithinMs = 1_000

interface ElectionDeps {
  readonly storage: Pick<SharedStorage, 'whenLeaseFree' | 'holdsLease' | 'releaseLease' | 'onLeaseLost'>
  readonly clock: Clock
  /** Takes the lease and loads everything. @throws StoreInUse, or why it cannot */
  readonly load: () => Promise<LeaderTerm>
  readonly begin: (term: LeaderTerm) => void
  /** The term is over: another node may lead. */
  readonly end: (term: LeaderTerm) => void
  readonly onFault: (what: string, error: unknown) => void
}

/** Makes this node the leader whenever the lease is free, and ends its term when the lease is lost. */
export function createElection({ storage, clock, load, begin, end, onFault }: ElectionDeps) {
  const stopping = new AbortController()
  let current: LeaderTerm | null = null
  let why: string | null = null
  let failures = 0

  const stopListening = storage.onLeaseLost((reason) => current?.end(`${leaseLost}: ${reason}`))
  const pause = (ms: number) => pauseFor(clock, ms, stopping.signal)
  const release = () => Promise.race([storage.releaseLease().catch(() => {}), pauseFor(clock, releaseWithinMs)])

  /** @returns null when another node was faster, or this one cannot lead */
  const takeLease = async (): Promise<LeaderTerm | null> => {
    try {
      const term = await load()
      why = null
      failures = 0
      return term
    } catch (error) {
      if (error instanceof StoreInUse) {
        failures = 0
        return null
      }
      failures += 1
      why = `cannot become the leader: ${error instanceof Error ? error.message : String(error)}`
      onFault('become the leader', error)
      // Another node may be able to.
      if (storage.holdsLease()) await release()
      return null
    }
  }
  /** @returns how long to wait before the next attempt, ms */
  const serve = async (term: LeaderTerm) => {
    current = term
    begin(term)
    // While everything was loaded this node may have begun to stop, or the lease may have been lost.
    if (stopping.signal.aborted) term.end(handedOver)
    if (!storage.holdsLease()) term.end(`${leaseLost} while this node was becoming the leader`)
    const reason = await term.over
    current = null
    end(term)
    if (reason.startsWith(leaseLost)) return 0
    await release()
    return reason === handedOver ? pauseAfterHandOverMs : shortestPauseMs
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      await storage.whenLeaseFree(stopping.signal).catch(() => pause(shortestPauseMs))
      if (stopping.signal.aborted) return
      const term = await takeLease()
      await pause(term ? await serve(term) : Math.min(longestPauseMs, shortestPauseMs * 2 ** failures))
    }
  }
  const running = run()
  return {
    /** Why the last attempt to lead failed. */
    why: () => why,
    /** Leaves the election; resolves when the present term is over. */
    async stop() {
      stopping.abort()
      await running
      stopListening()
    },
  }
}
export type Election = ReturnType<typeof createElection>

const leaseLost = 'lease lost'

async function pauseFor(clock: Clock, ms: number, signal?: AbortSignal) {
  if (ms === 0 || signal?.aborted) return
  await new Promise<void>((resolve) => {
    const done = () => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.after(ms, done)
    signal?.addEventListener('abort', done)
  })
}
