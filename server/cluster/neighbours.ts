import { type Clock, every } from '../engine/clock.ts'
import type { Letters } from './letters.ts'
import { Beat } from './wire.ts'

export const beatEveryMs = 1_000
/** Who has not been heard for so many beats of ours is not there. Counted in beats: who was stopped has not waited. */
const beatsMissed = 3

interface NeighbourParts {
  readonly letters: Letters
  readonly clock: Clock
  readonly ownBeat: () => Beat
  /** Called with every beat of another, and of our own. */
  readonly onBeat: (beat: Beat, from: string) => void
}

interface Neighbour {
  readonly beat: Beat
  silentFor: number
}

/** Which other nodes there are, and which of them is the authority. */
export function createNeighbours({ letters, clock, ownBeat, onBeat }: NeighbourParts) {
  const known = new Map<string, Neighbour>()

  const say = () => {
    const beat = ownBeat()
    letters.send('beats', beat)
    onBeat(beat, letters.node)
  }
  const age = () => {
    for (const [node, neighbour] of known) {
      neighbour.silentFor += 1
      if (neighbour.silentFor > beatsMissed) known.delete(node)
    }
  }
  const stopHearing = letters.listen('beats', Beat, (beat, from) => {
    if (beat.isLeaving) known.delete(from)
    else known.set(from, { beat, silentFor: 0 })
    onBeat(beat, from)
  })
  let stopSaying = () => {}
  return {
    begin() {
      say()
      const beat = async () => {
        age()
        say()
      }
      stopSaying = every(clock, () => beatEveryMs, beat)
    },
    say,
    names: () => [...known.keys()],
    isThere: (node: string) => known.has(node),
    /** The other node that is the authority, as far as it was heard; of two the one with the later epoch. */
    authority() {
      const [first] = [...known]
        .filter(([, { beat }]) => beat.office)
        .sort(([, a], [, b]) => b.beat.at.epoch - a.beat.at.epoch)
      return first ? { node: first[0], ...first[1] } : null
    },
    stop() {
      stopSaying()
      stopHearing()
    },
  }
}
export type Neighbours = ReturnType<typeof createNeighbours>
