import { expect, test } from 'vitest'
import { runCluster } from './testing/clusterRun.ts'

const seeds = (first: number, count: number) => Array.from({ length: count }, (_, place) => first + place)

test.each([1, 41, 81, 121, 161])(
  '[CL20] under random stops, cuts and lost replies nothing acknowledged is lost, nothing is done twice, nothing refused is done, and no node diverges (seeds from %i)',
  async (first) => {
    const broken: string[] = []
    let acknowledged = 0
    for (const seed of seeds(first, 40)) {
      const result = await runCluster({ seed, steps: 20 })
      broken.push(...result.broken.map((what) => `seed ${seed}: ${what}`))
      acknowledged += result.answers.filter((answer) => answer === 'ok').length
    }
    expect(broken).toEqual([])
    expect(acknowledged).toBeGreaterThan(400)
  },
)

test.each([1_001, 1_041])(
  '[CL21] the same holds with many cuts of the store connection alone (seeds from %i)',
  async (first) => {
    const broken: string[] = []
    for (const seed of seeds(first, 40)) {
      const result = await runCluster({ seed, steps: 20, cuts: ['store'] })
      broken.push(...result.broken.map((what) => `seed ${seed}: ${what}`))
    }
    expect(broken).toEqual([])
  },
)
