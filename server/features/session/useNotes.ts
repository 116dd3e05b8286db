import type { Clock } from '../../engine/clock.ts'

interface NotesParts {
  readonly clock: Pick<Clock, 'now'>
  /** What is noted here, as the log is to call it. */
  readonly what: string
  readonly onFault: (what: string, error: unknown) => void
}

const restMs = 60_000

/**
 * Notes that something was used, each thing once at a time. What cannot be noted, as the disk is full, is told once and not for each
 * request: for a minute nothing is tried, and until it succeeds again nothing more is told.
 */
export function createUseNotes({ clock, what, onFault }: NotesParts) {
  const underWay = new Set<string>()
  let restsUntil = 0
  let isBroken = false

  function rest(error: unknown) {
    restsUntil = clock.now() + restMs
    if (!isBroken) onFault(what, error)
    isBroken = true
  }
  return (key: string, write: () => Promise<unknown>) => {
    if (underWay.has(key) || clock.now() < restsUntil) return
    underWay.add(key)
    write()
      .then(() => {
        isBroken = false
      }, rest)
      .finally(() => underWay.delete(key))
  }
}
