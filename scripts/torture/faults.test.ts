import { expect, test } from 'vitest'
import { describeFault, linkFaults, nodeFaults, redisFaults, scheduleOf, worldFaults } from './faults.ts'

const threeNodes = { nodes: 3, hasRedis: true }
const loneNode = { nodes: 1, hasRedis: false }
const seeds = Array.from({ length: 400 }, (_, seed) => seed)

test('[TS1] a seed gives the same faults each time, and another seed gives others', () => {
  expect(scheduleOf(7, threeNodes)).toEqual(scheduleOf(7, threeNodes))
  expect(new Set(seeds.map((seed) => JSON.stringify(scheduleOf(seed, threeNodes)))).size).toBeGreaterThan(390)
})

test('[TS2] every fault occurs within a few hundred seeds', () => {
  const seen = new Set(seeds.flatMap((seed) => scheduleOf(seed, threeNodes).map(({ what }) => what)))
  expect([...seen].sort()).toEqual([...nodeFaults, ...linkFaults, ...redisFaults, ...worldFaults].sort())
})

test('[TS3] a lone hub gets only faults that can hit it', () => {
  const faults = seeds.flatMap((seed) => scheduleOf(seed, loneNode))
  for (const fault of faults) {
    expect(['node', 'pages', 'game', 'world']).toContain(fault.to)
    if (fault.to === 'world') continue
    expect('node' in fault && fault.node).toBe(0)
    expect(describeFault(fault)).toMatch(/\(0\) \d+\+\d+ms$/)
  }
})
