import type { PositionsDecoder } from './positionsDecoder.ts'
import type { PositionsEncoder } from './positionsEncoder.ts'
import { SLOTS } from './stream.ts'

/** For tests: seeded pseudo-random numbers. */
export function createRandom(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return Math.floor(((state >>> 8) / 2 ** 24) * limit)
  }
  return { below, happens: (inHundred: number) => below(100) < inHundred }
}

export interface Seen {
  slot: number
  x: number
  y: number
}

/** For tests: animals that rest, roam, jump, leave the map, appear, disappear and change slots. */
export function createTestAnimals(seed: number, size: number) {
  const { below, happens } = createRandom(seed)
  const animals = new Map<number, Seen & { stepX: number; stepY: number }>()
  const anywhere = () => below(8192) - 2048

  const comes = (encoder: PositionsEncoder) => {
    const slot = below(SLOTS)
    if (animals.has(slot)) encoder.remove(slot)
    const animal = { slot, x: anywhere(), y: anywhere(), stepX: 0, stepY: 0 }
    animals.set(slot, animal)
    if (happens(50)) encoder.set(slot, animal.x, animal.y, below(64))
  }
  const goes = (encoder: PositionsEncoder) => {
    const slot = [...animals.keys()][below(animals.size)]
    if (slot !== undefined && animals.delete(slot)) encoder.remove(slot)
  }
  const moves = (animal: Seen & { stepX: number; stepY: number }) => {
    if (happens(3)) animal.stepX = animal.stepY = 0
    if (happens(3)) [animal.stepX, animal.stepY] = [below(41) - 20, below(41) - 20]
    if (happens(20) && animal.stepX !== 0) animal.stepY += below(3) - 1
    animal.x += animal.stepX
    animal.y += animal.stepY
    if (below(2000) === 0 || Math.abs(animal.x - 2048) > 30_000 || Math.abs(animal.y - 2048) > 30_000)
      [animal.x, animal.y] = [anywhere(), anywhere()]
  }

  return {
    /** Advances by one tick and passes the changes to the encoder. */
    tick: (encoder: PositionsEncoder) => {
      while (animals.size < size || happens(20)) comes(encoder)
      while (animals.size > size || happens(10)) goes(encoder)
      for (const animal of animals.values()) {
        moves(animal)
        encoder.set(animal.slot, animal.x, animal.y)
      }
    },
    seen: (): Seen[] => [...animals.values()].map(({ slot, x, y }) => ({ slot, x, y })).sort((a, b) => a.slot - b.slot),
  }
}

export function seenBy(decoder: PositionsDecoder): Seen[] {
  const seen: Seen[] = []
  decoder.visit((slot, x, y) => seen.push({ slot, x, y }))
  return seen
}

/** All values that a decoder visits, including heading and movement flags. */
export function shownBy(decoder: PositionsDecoder): (number | boolean)[][] {
  const shown: (number | boolean)[][] = []
  decoder.visit((...all) => shown.push(all))
  return shown
}
