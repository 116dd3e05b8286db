import { parseArgs } from 'node:util'
import { islandSeed } from '../../server/game/island/island.ts'

/** What to draw, and where to write it. */
export interface DrawOptions {
  readonly seed: number
  readonly out: string
  readonly preview: string | null
}

export const usage = `node scripts/drawIsland.ts [--seed 7] [--out build/map] [--preview client/map/island.webp]

  --seed     a whole number from 0 to 4294967295; the simulator walks on the island of seed ${islandSeed}
  --out      the folder for the pictures by day and by night, in several sizes
  --preview  where to write a small picture of the day image, if one is wanted`

const readSeed = (written: string): number => {
  const seed = Number(written)
  if (/^\d+$/.test(written) && seed < 2 ** 32) return seed
  throw new Error(`--seed is "${written}", but a seed is a whole number from 0 to 4294967295`)
}

/** Parses the command line. Throws an error with a readable message. */
export const readOptions = (args: readonly string[]): DrawOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: 'string' }, out: { type: 'string' }, preview: { type: 'string' } },
  })
  const { seed = String(islandSeed), out = 'build/map', preview = null } = values
  if (out === '' || preview === '') throw new Error('--out and --preview each need a path')
  return { seed: readSeed(seed), out, preview }
}
