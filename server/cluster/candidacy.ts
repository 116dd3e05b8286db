import type { Clock } from '../engine/clock.ts'
import { type SharedStorage, StoreInUse } from '../engine/storage.ts'
import type { AuthorityRun } from './authorityRun.ts'

const shortestRestMs = 250
const longestRestMs = 30_000
/** Whoever hands it over does not take it back before others could have it. */
const afterHandingOverMs = 5_000
/** What waits for a store that cannot be reached does not wait for ever. */
const givingBackMs = 1_000

interface CandidacyParts {
  readonly storage: Pick<SharedStorage, 'leaseFree' | 'holdsLease' | 'giveBack' | 'onLeaseLost'>
  readonly clock: Clock
  /** Loads all, with the lease. @throws StoreInUse, or why it cannot */
  readonly load: () => Promise<AuthorityRun>
  readonly begin: (run: AuthorityRun) => void
  /** It is over: another may be the authority. */
  readonly end: (run: AuthorityRun) => void
  readonly onFault: (what: string, error: unknown) => void
}

/** Becomes the authority whenever nobody is, and gives up in time. */
export function createCandidacy(parts: CandidacyParts) {
  const { storage, clock } = parts
  const stopping = new AbortController()
  const attempts = createAttempts(parts)
  let current: AuthorityRun | null = null

  const stopListening = storage.onLeaseLost((reason) => current?.end(`${leaseLost}: ${reason}`))
  const serve = async (run: AuthorityRun) => {
    current = run
    parts.begin(run)
    // While all was loaded this node may have begun to stop, or the lease been lost.
    if (stopping.signal.aborted) run.end(handedOver)
    if (!storage.holdsLease()) run.end(`${leaseLost} while it was taken up`)
    const reason = await run.over
    current = null
    parts.end(run)
    if (reason.startsWith(leaseLost)) return 0
    await giveBack(parts)
    return reason === handedOver ? afterHandingOverMs : shortestRestMs
  }
  const rest = (ms: number) => pause(clock, ms, stopping.signal)
  const stand = async () => {
    while (!stopping.signal.aborted) {
      await storage.leaseFree(stopping.signal).catch(() => rest(shortestRestMs))
      if (stopping.signal.aborted) return
      const run = await attempts.load()
      await rest(run ? await serve(run) : attempts.restMs())
    }
  }
  const standing = stand()
  return {
    why: attempts.why,
    /** Stands no more; resolves when it is over. */
    async stop() {
      stopping.abort()
      await standing
      stopListening()
    },
  }
}

function createAttempts(parts: CandidacyParts) {
  let why: string | null = null
  let failures = 0
  const failed = async (error: unknown) => {
    failures += 1
    why = `cannot become the authority: ${error instanceof Error ? error.message : String(error)}`
    parts.onFault('become the authority', error)
    // Another may be able to.
    if (parts.storage.holdsLease()) await giveBack(parts)
    return null
  }
  return {
    /** Why it could not become the authority when it last tried. */
    why: () => why,
    restMs: () => Math.min(longestRestMs, shortestRestMs * 2 ** failures),
    /** Null where it is not to be: another was faster, or it cannot. */
    async load(): Promise<AuthorityRun | null> {
      try {
        const run = await parts.load()
        ;[why, failures] = [null, 0]
        return run
      } catch (error) {
        return error instanceof StoreInUse ? null : failed(error)
      }
    },
  }
}

const giveBack = ({ storage, clock }: CandidacyParts) =>
  Promise.race([storage.giveBack().catch(() => {}), pause(clock, givingBackMs)])

const leaseLost = 'lease lost'
export const handedOver = 'handed over'

async function pause(clock: Clock, ms: number, signal?: AbortSignal) {
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
