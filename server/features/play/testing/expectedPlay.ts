import { presenceSavedEveryMs, resumeWithinMs } from '../../../../shared/features/play/playRecord.ts'

interface Tallied {
  /** In the game, in true time. */
  thereMs: number
  /** Away between two readings, too near to each other to tell, that both showed them. */
  unseenMs: number
  /** Between two readings of the same run of the hub that both showed them. */
  seenMs: number
  /** The most that a clock which jumps may give between two readings that both showed them. */
  mostMs: number
  /** In the game since the last reading. */
  sinceReadingMs: number
  isShown: boolean
}

const untouched: Tallied = { thereMs: 0, unseenMs: 0, seenMs: 0, mostMs: 0, sinceReadingMs: 0, isShown: false }

interface Between {
  readonly wallMs: number
  readonly trueMs: number
  /** The hub began anew between. */
  readonly isForgotten: boolean
}

function showTwice(tallied: Tallied, { wallMs, trueMs, isForgotten }: Between) {
  const isNear = trueMs <= resumeWithinMs
  if (isNear) tallied.unseenMs += trueMs - tallied.sinceReadingMs
  if (isNear && !isForgotten) tallied.seenMs += trueMs
  // A clock that stood still may hide as much of a gap.
  if (wallMs <= 2 * resumeWithinMs) tallied.mostMs += Math.min(resumeWithinMs, Math.max(0, wallMs))
}

/** What is true of each player, written down by one who sees all: play records are held against it. */
export function createTally() {
  const players = new Map<string, Tallied>()
  let readAt: number | null = null
  let sinceReadingMs = 0
  let isForgotten = false
  let losses = 0

  const of = (id: string) => {
    const known = players.get(id) ?? { ...untouched }
    players.set(id, known)
    return known
  }
  return {
    pass(ms: number, there: readonly string[]) {
      sinceReadingMs += ms
      for (const id of there) {
        const tallied = of(id)
        tallied.thereMs += ms
        tallied.sinceReadingMs += ms
      }
    },
    /** @param at as the clock of the hub said */
    read(there: readonly string[], at: number) {
      for (const id of there) of(id)
      if (sinceReadingMs > resumeWithinMs) losses += 1
      for (const [id, tallied] of players) {
        const isShown = there.includes(id)
        if (isShown && tallied.isShown && readAt !== null)
          showTwice(tallied, { wallMs: at - readAt, trueMs: sinceReadingMs, isForgotten })
        Object.assign(tallied, { isShown, sinceReadingMs: 0 })
      }
      readAt = at
      sinceReadingMs = 0
      isForgotten = false
    },
    /** The hub begins anew, and knows only what it has written down. */
    forget() {
      isForgotten = true
      losses += 1
    },
    thereMs: (id: string) => of(id).thereMs,
    unseenMs: (id: string) => of(id).unseenMs,
    /** Each time that the hub forgets, or a gap ends all stays, as much may be lost as is not written down. */
    surelyMs: (id: string) => of(id).seenMs - losses * presenceSavedEveryMs,
    mostMs: (id: string) => of(id).mostMs,
  }
}
export type Tally = ReturnType<typeof createTally>
