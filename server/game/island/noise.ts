import { createNoise2D } from 'simplex-noise'
import { mulberry32 } from '../../../shared/engine/mulberry32.ts'

/** A noise field of values from -1 to 1, smooth over a distance of about 1. */
export type Noise = (x: number, y: number) => number

/** A separate noise for each use, so that adding one does not change the others. */
export const createNoise = (seed: number, use: string): Noise => {
  let mixed = seed | 0
  for (const letter of use) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193)
  return createNoise2D(mulberry32(mixed))
}

/** Octaves of one noise, each half as long and `gain` times as strong as the previous one; about -1 to 1. */
export const layered = (noise: Noise, x: number, y: number, octaves: number, gain = 0.5): number => {
  let sum = 0
  let strength = 1
  let whole = 0
  for (let octave = 0, scale = 1; octave < octaves; octave++, scale *= 2) {
    // Shifted, so that the octaves do not share the lattice point at the origin.
    sum += noise(x * scale + octave * 17.3, y * scale - octave * 9.1) * strength
    whole += strength
    strength *= gain
  }
  return sum / whole
}
