import { presenceSavedEveryMs, resumeWithinMs } from '../../../../shared/features/play/playRecord.ts'

interface Expected {
  /** In the game, in real time. */
  thereMs: number
  /** Absent between two readings with the player that are too close to notice. */
  unseenMs: number
  /** Between two readings with the player in the same run of the hub. */
  seenMs: number
  /** The most that a jumping clock may credit between two readings with the player. */
  mostMs: number
  /** In the game since the last reading. */
  sinceReadingMs: number
  isShown: boolean
}

const nothing: Expected = { thereMs: 0, unseenMs: 0, seenMs: 0, mostMs: 0, sinceReadingMs: 0, isShown: false }

interface Between {
  readonly wallMs: number
  readonly trueMs: number
  /** The hub restarted in between. */
  readonly hasRestarted: boolean
}

function addBetween(expected: Expected, { wallMs, trueMs, hasRestarted }: Between) {
  const isNear = trueMs <= resumeWithinMs
  if (isNear) expected.unseenMs += trueMs - expected.sinceReadingMs
  if (isNear && !hasRestarted) expected.seenMs += trueMs
  // A clock that stands still may hide a gap of the same length.
  if (wallMs <= 2 * resumeWithinMs) expected.mostMs += Math.min(resumeWithinMs, Math.max(0, wallMs))
}

/** Computes bounds for the play records from the complete history of each player. */
export function createExpectedPlay() {
  const players = new Map<string, Expected>()
  let readAt: number | null = null
  let sinceReadingMs = 0
  let hasRestarted = false
  let losses = 0

  const of = (id: string) => {
    const known = players.get(id) ?? { ...nothing }
    players.set(id, known)
    return known
  }
  return {
    pass(ms: number, there: readonly string[]) {
      sinceReadingMs += ms
      for (const id of there) {
        const expected = of(id)
        expected.thereMs += ms
        expected.sinceReadingMs += ms
      }
    },
    /** @param at by the clock of the hub */
    read(there: readonly string[], at: number) {
      for (const id of there) of(id)
      if (sinceReadingMs > resumeWithinMs) losses += 1
      for (const [id, expected] of players) {
        const isShown = there.includes(id)
        if (isShown && expected.isShown && readAt !== null)
          addBetween(expected, { wallMs: at - readAt, trueMs: sinceReadingMs, hasRestarted })
        Object.assign(expected, { isShown, sinceReadingMs: 0 })
      }
      readAt = at
      sinceReadingMs = 0
      hasRestarted = false
    },
    /** The hub restarts with what it has saved. */
    restart() {
      hasRestarted = true
      losses += 1
    },
    thereMs: (id: string) => of(id).thereMs,
    unseenMs: (id: string) => of(id).unseenMs,
    /** Each restart, and each gap that ends all stays, may lose what is not saved. */
    leastMs: (id: string) => of(id).seenMs - losses * presenceSavedEveryMs,
    mostMs: (id: string) => of(id).mostMs,
  }
}
export type ExpectedPlay = ReturnType<typeof createExpectedPlay>
