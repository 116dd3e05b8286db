import { randomUUID } from 'node:crypto'
import type { Clock } from '../engine/clock.ts'
import type { AuthorityRun } from './authorityRun.ts'
import type { Letters } from './letters.ts'
import type { Points } from './points.ts'
import { Answered, type Errand, type Point, type Reply } from './wire.ts'

const againMs = 500
/** Longer nobody waits for an answer. */
export const patienceMs = 20_000
/** More than these at once are not taken on: an authority that is away for long must not fill the memory of the others. */
const mostPendingByDefault = 5_000

interface ErrandParts {
  readonly letters: Letters
  readonly clock: Clock
  readonly points: Points
  /** The run of this node, if it is the authority. */
  readonly run: () => AuthorityRun | null
  /** The other node that is the authority, if one is known. */
  readonly authority: () => string | null
  readonly mostPending?: number
}

interface Wanted {
  /** For another node; null if it can be done only here. */
  readonly errand: Errand | null
  /** Here. Null: not answered by that run, and another must be asked. */
  readonly here: (run: AuthorityRun) => Promise<Reply | null>
  readonly patienceMs?: number
}

/** What came of it: an answer, or none. */
export interface Outcome {
  readonly reply: Reply | null
  /** Somebody may have done it. */
  readonly wasTried: boolean
}

interface Pending {
  readonly attempt: () => void
  readonly settle: (reply: Reply) => void
  readonly giveUp: () => void
  readonly done: Promise<unknown>
}

/**
 * What must be asked of the authority, wherever it is: again and again in the same words, until it is answered. Whoever takes over
 * finds in the journal what was done, so that nothing is done twice.
 */
export function createErrands(parts: ErrandParts) {
  const { letters, mostPending = mostPendingByDefault } = parts
  const pending = new Map<string, Pending>()
  const stopHearing = letters.listen(`answers.${letters.node}`, Answered, (answered) => {
    if ('reply' in answered) pending.get(answered.id)?.settle(answered.reply)
  })
  const { shown, ...showing } = createShowing(parts)
  let isClosed = false

  return {
    shown,
    async run(wanted: Wanted): Promise<Outcome> {
      if (isClosed || pending.size >= mostPending) return { reply: null, wasTried: false }
      const id = randomUUID()
      const { promise, ...started } = start(parts, id, wanted)
      const done = promise.then(async (outcome) => {
        if (outcome.reply) await shown(outcome.reply.at)
        return outcome
      })
      pending.set(id, { ...started, done })
      started.attempt()
      return done.finally(() => pending.delete(id))
    },
    /** There may be another authority. */
    again() {
      for (const { attempt } of pending.values()) attempt()
    },
    /** Resolves when what is under way now has been answered. */
    settled: async () => void (await Promise.allSettled([...pending.values()].map(({ done }) => done))),
    /** What was not answered is told so. */
    close() {
      isClosed = true
      stopHearing()
      for (const { giveUp } of pending.values()) giveUp()
      showing.close()
    },
    count: () => pending.size,
  }
}
export type Errands = ReturnType<typeof createErrands>

/** An answer is given when this node shows what it rests on; if that does not come, the truth is told without. */
function createShowing({ clock, points }: Pick<ErrandParts, 'clock' | 'points'>) {
  const waiting = new Set<() => void>()
  return {
    async shown(point: Point) {
      if (points.isShown(point)) return
      await new Promise<void>((resolve) => {
        const done = () => {
          cancel()
          callOff()
          waiting.delete(done)
          resolve()
        }
        const cancel = clock.after(patienceMs, done)
        const callOff = points.when(point, done)
        waiting.add(done)
      })
    },
    close() {
      for (const done of waiting) done()
    },
  }
}

/** One errand, until it is answered or its time is up. */
function start({ letters, clock, run, authority }: ErrandParts, id: string, wanted: Wanted) {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  let [wasTried, isOver] = [false, false]
  let tried: AuthorityRun | null = null
  let cancelNext = () => {}

  const end = (reply: Reply | null) => {
    isOver = true
    cancelNext()
    cancelLast()
    resolve({ reply, wasTried })
  }
  const tryHere = (here: AuthorityRun) => {
    if (tried === here) return
    tried = here
    wasTried = true
    void wanted.here(here).then((reply) => reply && end(reply))
  }
  const trySend = (node: string, errand: Errand) => {
    wasTried = true
    letters.send(`calls.${node}`, { id, errand })
  }
  const attempt = () => {
    // It may still wait here until this node shows it.
    if (isOver) return
    cancelNext()
    cancelNext = clock.after(againMs, attempt)
    const here = run()
    const node = authority()
    if (here) tryHere(here)
    else if (node && wanted.errand) trySend(node, wanted.errand)
  }
  const cancelLast = clock.after(wanted.patienceMs ?? patienceMs, () => end(null))
  return { promise, attempt, settle: end, giveUp: () => end(null) }
}
