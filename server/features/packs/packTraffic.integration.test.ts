import { afterEach, expect, test } from 'vitest'
import type { PackDevice } from '../../testing/packDevice.ts'
import { createPackSteps } from '../../testing/packSteps.ts'
import { openPackTraffic } from '../../testing/packTraffic.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
afterEach(() => world.close())

const people = 40
const steps = 240
const quietEvery = 80

/** Forty people on fifty devices: a tenth of them linked to no player, some to players who are away. */
async function openCrowd(seed: number) {
  world = await openWorld({ positionsEveryMs: 150, simulator: { players: 60, seed } })
  const traffic = await openPackTraffic(world)
  const { players } = world.simulator().world
  for (let person = 0; person < people; person++) {
    const account = `player-${person}`
    await traffic.link(account, person % 10 === 9 ? null : (players[person]?.id ?? null))
    await traffic.open(account)
    if (person % 4 === 0) await traffic.open(account)
  }
  return traffic
}

const sum = (devices: readonly PackDevice[], what: keyof PackDevice['tally']) =>
  devices.reduce((all, { tally }) => all + tally[what], 0)

test.each([1, 2, 3])(
  '[PT1] whatever players do, no socket gets a place or a document that it may not have, and what it may have comes: seed %i',
  async (seed) => {
    const traffic = await openCrowd(seed)
    const { devices, faults } = traffic
    const step = createPackSteps(traffic, seed)
    for (let count = 1; count <= steps && faults.length === 0; count++) {
      await step()
      if (count % quietEvery === 0) await traffic.judgeQuiet()
    }
    expect(faults, `seed ${seed}`).toEqual([])
    // An empty wire would forbid nothing.
    expect(sum(devices, 'changes')).toBeGreaterThan(1_500)
    expect(sum(devices, 'frames')).toBeGreaterThan(1_000)
    expect(sum(devices, 'places')).toBeGreaterThan(5_000)
    expect(sum(devices, 'dropped')).toBeGreaterThan(30)
  },
  120_000,
)
