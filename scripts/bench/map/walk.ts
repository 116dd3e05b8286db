import { mulberry32 } from '../../../shared/engine/mulberry32.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import { species } from '../../../shared/features/world/species.ts'

/** An animal of the bench. Its index in the list is its slot. */
export interface Walker {
  readonly id: string
  readonly name: string
  readonly species: string
  readonly growth: number
}

export interface Walk {
  readonly walkers: readonly Walker[]
  /** The position of each animal at a tick, in whole map units, by slot. */
  places(tick: number): Point[]
}

export const markers = 300
/** The view of both pages: all animals, close enough for all names to be drawn. Window in CSS px. */
export const seen = { x: 2048, y: 2048, zoom: 2, width: 1_600, height: 900 }

const columns = 20
const cell = { width: 88, height: 66 }
/** Distance from the middle of its cell, so that names never overlap and none is left out. */
const roam = 6
const firstNames = ['Moss', 'Fern', 'Reed', 'Clay', 'Iris', 'Dune']

/** Three hundred animals that each circle in their own cell: every one moves at every tick. */
export function createWalk(seed: number): Walk {
  const random = mulberry32(seed)
  const kinds = Object.keys(species)
  const any = (choices: readonly string[]) => choices[Math.floor(random() * choices.length)] ?? ''
  const walkers = Array.from({ length: markers }, (_, slot) => ({
    id: String(slot).padStart(3, '0'),
    name: `${any(firstNames)} ${slot}`,
    species: any(kinds),
    growth: 20 + Math.floor(random() * 80),
  }))
  const turns = walkers.map(() => ({
    from: random() * 2 * Math.PI,
    by: (0.4 + random() * 0.3) * (random() < 0.5 ? -1 : 1),
  }))
  const rows = markers / columns
  const places = (tick: number) =>
    turns.map(({ from, by }, slot) => {
      const angle = from + by * tick
      const middleX = seen.x + ((slot % columns) + 0.5 - columns / 2) * cell.width
      const middleY = seen.y + (Math.floor(slot / columns) + 0.5 - rows / 2) * cell.height
      return { x: Math.round(middleX + roam * Math.cos(angle)), y: Math.round(middleY + roam * Math.sin(angle)) }
    })
  return { walkers, places }
}
