import { expect, test } from 'vitest'
import { faultWords, nodeFaults, redisFaults, wireFaults } from './fault.ts'
import { scheduleOf } from './schedule.ts'

const three = { nodes: 3, hasRedis: true }
const alone = { nodes: 1, hasRedis: false }
const seeds = Array.from({ length: 400 }, (_, seed) => seed)

test('[TS1] a seed gives the same faults each time, and another seed others', () => {
  expect(scheduleOf(7, three)).toEqual(scheduleOf(7, three))
  expect(new Set(seeds.map((seed) => JSON.stringify(scheduleOf(seed, three)))).size).toBeGreaterThan(390)
})

test('[TS2] all that can go wrong comes in a few hundred seeds', () => {
  const seen = new Set(seeds.flatMap((seed) => scheduleOf(seed, three).map(({ what }) => what)))
  expect([...seen].sort()).toEqual([...nodeFaults, ...wireFaults, ...redisFaults].sort())
})

test('[TS3] a hub that is alone is met by what can meet it', () => {
  const faults = seeds.flatMap((seed) => scheduleOf(seed, alone))
  for (const fault of faults) {
    expect(['node', 'pages', 'game']).toContain(fault.to)
    expect('node' in fault && fault.node).toBe(0)
    expect(faultWords(fault)).toMatch(/\(0\) \d+\+\d+ms$/)
  }
})
