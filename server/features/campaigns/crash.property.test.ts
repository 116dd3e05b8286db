import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/campaigns/commands.ts'
import { openCampaigns, weekly } from './testing/openCampaigns.ts'

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant('step' as const) },
  { weight: 3, arbitrary: fc.constantFrom('lostWrite' as const, 'keptWrite' as const, 'restart' as const) },
  { weight: 1, arbitrary: fc.constantFrom('erase' as const, 'join' as const) },
)

test('[CMP20] over crashes, restarts, erasures and new accounts each recipient of a run is paid once, and the history has their number', async () => {
  let crashes = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 80 }), fc.array(step, { maxLength: 12 }), async (people, steps) => {
      const world = await openCampaigns()
      const names = Array.from({ length: people }, (_, nth) => `p${nth}`)
      for (const name of names) await world.link(name)
      const id = await world.create({ ...weekly, currencies: { voidPearls: 7 } })
      await world.ask(commands.runCampaign, { id })
      world.clock.pass(1)
      const gone = new Set<string>()
      let joined = 0
      for (const one of steps) {
        if (world.runs().length > 0 && one.endsWith('Write')) crashes += 1
        if (one === 'step') await world.step()
        if (one === 'lostWrite' || one === 'keptWrite') await world.crash(one === 'lostWrite')
        if (one === 'restart') await world.restart()
        if (one === 'join') await world.link(`late${joined++}`)
        const victim = names.find((name) => !gone.has(name))
        if (one === 'erase' && victim !== undefined) {
          await world.erase(victim)
          gone.add(victim)
        }
      }
      await world.settle()
      expect(world.runs()).toEqual([])
      for (const name of names) if (!gone.has(name)) expect([name, world.pearls(name)]).toEqual([name, 7])
      for (let nth = 0; nth < joined; nth += 1) expect(world.pearls(`late${nth}`)).toBe(0)
      const [run] = await world.history()
      // An account that was erased may have been paid before.
      expect(run?.recipientCount).toBeGreaterThanOrEqual(people + 1 - gone.size)
      expect(run?.recipientCount).toBeLessThanOrEqual(people + 1)
      expect(world.campaign(id)?.totalDeliveries).toBe(run?.recipientCount)
      expect(await world.problems()).toEqual([])
    }),
    { numRuns: 60, seed: 17 },
  )
  expect(crashes).toBeGreaterThan(10)
}, 300_000)
