import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import * as commands from '../../../shared/features/campaigns/commands.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { setTier } from '../../../shared/features/patrons/patrons.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { inSession, person } from '../../testing/principals.ts'
import { openCampaigns, weekly } from './testing/openCampaigns.ts'

/** As when the engine drops the timer of a command that failed. */
const dropTimer = defineCommand({
  name: 'dropping.drop',
  permission: 'hub',
  input: z.object({ id: z.string() }),
  output: z.object({}),
  refusals: {},
})
const dropping: Feature = {
  name: 'dropping',
  documents: [],
  commands: [
    implement(dropTimer, ({ schedule }, { id }) => {
      schedule.cancel(id)
      return {}
    }),
  ],
  queries: [],
}

const olga = inSession(person('olga', 'owner'))
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const steam = (nth: number) => `765611980000000${String(nth).padStart(2, '0')}`

test('[CMP10] a campaign pays every account once at its time, and the history has the run', async () => {
  const world = await openCampaigns()
  await world.link('ann', steam(1))
  await world.link('bob')
  const id = await world.create({ ...weekly, weekday: 5, time: '12:00' })
  expect(world.campaign(id)).toMatchObject({ nextRunDate: Date.UTC(2026, 0, 2, 12), isActive: true, lastRun: null })
  await world.pass(2 * dayMs)
  expect(['ann', 'bob', 'olga'].map(world.pearls)).toEqual([100, 100, 100])
  expect(world.wallet('ann').flows['faucet:campaign']).toEqual({ voidPearls: 100, razorTalons: 5, sylvanShards: 0 })
  expect(world.campaign(id)).toMatchObject({
    totalDeliveries: 3,
    lastRun: Date.UTC(2026, 0, 2, 12),
    nextRunDate: Date.UTC(2026, 0, 9, 12),
  })
  expect(await world.history()).toMatchObject([{ title: 'Weekly gift', recipientCount: 3, by: null }])
  expect(world.inbox('ann')).toMatchObject([
    {
      type: 'campaign',
      title: 'Weekly gift',
      message: "You received 100 Void Pearls and 5 Razor Talons. They're in your wallet.",
    },
  ])
  await world.jump(7 * dayMs)
  expect(world.pearls('ann')).toBe(200)
  expect(world.faults).toEqual([])
  expect(await world.problems()).toEqual([])
})

test('[CMP11] Run Now pays at once and leaves the schedule; a campaign that is paused refuses it and does not run', async () => {
  const world = await openCampaigns()
  const id = await world.create({ ...weekly, schedule: 'daily' })
  const { nextRunDate } = world.campaign(id) ?? {}
  await world.ask(commands.runCampaign, { id })
  await world.settle()
  expect(world.pearls('olga')).toBe(100)
  expect(world.campaign(id)?.nextRunDate).toBe(nextRunDate)
  expect(await world.history()).toMatchObject([{ by: 'olga', recipientCount: 1 }])
  expect(await world.ask(commands.setCampaignActive, { id, isActive: false })).toEqual({ nextRunDate: null })
  expect(await world.ask(commands.runCampaign, { id })).toMatchObject({ code: 'paused' })
  await world.jump(3 * dayMs)
  expect(world.pearls('olga')).toBe(100)
  await world.ask(commands.setCampaignActive, { id, isActive: true })
  await world.pass(dayMs)
  expect(world.pearls('olga')).toBe(200)
  expect(await world.problems()).toEqual([])
})

test('[CMP12] patrons, one tier, and named accounts are targets of their own; a name that leads nowhere is named', async () => {
  const world = await openCampaigns()
  for (const [nth, name] of ['ann', 'bob', 'cal'].entries()) await world.link(name, steam(nth), `${name} the Great`)
  await world.ask(setTier, { account: 'ann', tier: 'Gold' })
  await world.ask(setTier, { account: 'bob', tier: 'Bronze' })
  await world.pass(1)
  const run = async (fields: object) => {
    const id = await world.create({ ...weekly, ...fields, currencies: { voidPearls: 1 } })
    await world.ask(commands.runCampaign, { id })
    await world.settle()
    return ['ann', 'bob', 'cal', 'olga'].map(world.pearls)
  }
  expect(await run({ targetType: 'patreon' })).toEqual([1, 1, 0, 0])
  expect(await run({ targetType: 'tier-specific', patreonTier: 'Gold' })).toEqual([2, 1, 0, 0])
  const recipients = [steam(0), 'bob', 'CAL the great', 'ann']
  expect(await run({ targetType: 'custom', recipients })).toEqual([3, 2, 1, 0])
  const wrong = { ...weekly, targetType: 'custom', recipients: ['ann', 'nemo', steam(77)] } as const
  expect(await world.ask(commands.createCampaign, wrong)).toEqual({
    code: 'unknown',
    message: `No account was found for: nemo, ${steam(77)}.`,
  })
  await world.link('cal2', null, 'cal the Great')
  const twice = { ...weekly, targetType: 'custom', recipients: ['cal the Great'] } as const
  expect(await world.ask(commands.createCampaign, twice)).toMatchObject({ code: 'ambiguous' })
  expect(await world.problems()).toEqual([])
})

test.each([
  [{ currencies: { voidPearls: 0 } }, 'nothing'],
  [{ currencies: { voidPearls: -1 } }, 'badInput'],
  [{ schedule: 'custom' }, 'noInterval'],
  [{ schedule: 'custom', customHours: 24 }, 'badInput'],
  [{ schedule: 'custom', customMinutes: 60 }, 'badInput'],
  [{ targetType: 'tier-specific' }, 'noTier'],
  [{ targetType: 'custom' }, 'noRecipients'],
  [{ zone: 'Mars/Base' }, 'badZone'],
  [{ name: ' ' }, 'badInput'],
])('[CMP13] a campaign with %j is refused', async (fields, code) => {
  const world = await openCampaigns()
  expect(await world.ask(commands.createCampaign, { ...weekly, ...fields })).toMatchObject({ code })
})

test('[CMP14] a run that the hub missed is made up for within twelve hours, once, and skipped with the reason after them', async () => {
  const world = await openCampaigns()
  const id = await world.create({ ...weekly, schedule: 'daily', time: '12:00' })
  await world.restart(20 * hourMs)
  await world.settle()
  expect(world.pearls('olga')).toBe(100)
  await world.restart(3 * dayMs + 10 * hourMs)
  await world.settle()
  expect(world.pearls('olga')).toBe(100)
  expect(world.campaign(id)?.missed).toEqual({ at: Date.UTC(2026, 0, 2, 12), why: 'down' })
  await world.pass(dayMs)
  expect(world.pearls('olga')).toBe(200)
  expect(world.campaign(id)?.missed).toBeNull()
  expect(await world.problems()).toEqual([])
})

test.each([
  ['by schedule', { schedule: 'daily', time: '12:00' }],
  ['by a time between two runs', { schedule: 'custom', customHours: 12 }],
] as const)(
  '[CMP19] of several runs that the hub missed, the latest is made up for within twelve hours of its time: %s',
  async (_which, schedule) => {
    const world = await openCampaigns()
    const id = await world.create({ ...weekly, ...schedule })
    await world.jump(3 * dayMs + 14 * hourMs)
    expect(world.pearls('olga')).toBe(100)
    expect(world.campaign(id)?.missed).toBeNull()
    await world.jump(hourMs)
    expect(world.pearls('olga')).toBe(100)
    expect(await world.problems()).toEqual([])
  },
)

test('[CMP15] a run under way is one: it is not started again, its campaign is not deleted, and its time is skipped', async () => {
  const world = await openCampaigns()
  for (let nth = 0; nth < 60; nth += 1) await world.link(`p${nth}`)
  const id = await world.create({ ...weekly, schedule: 'custom', customMinutes: 1 })
  await world.ask(commands.runCampaign, { id })
  await world.step()
  const [run] = world.runs()
  expect(run?.recipientCount).toBeGreaterThan(0)
  expect(run?.progress).toBeGreaterThan(0)
  expect(run?.progress).toBeLessThan(1)
  expect(await world.ask(commands.runCampaign, { id })).toMatchObject({ code: 'running' })
  expect(await world.ask(commands.deleteCampaign, { id })).toMatchObject({ code: 'running' })
  await world.settle()
  expect(world.runs()).toEqual([])
  expect(await world.ask(commands.deleteCampaign, { id })).toEqual({})
  await world.pass(hourMs)
  expect(await world.history()).toMatchObject([{ recipientCount: 61 }])
  expect(await world.problems()).toEqual([])
})

test('[CMP18] a run whose step was stopped by a fault goes on at the next time of its campaign, and pays no account twice', async () => {
  const world = await openCampaigns({ more: [dropping] })
  for (let nth = 0; nth < 60; nth += 1) await world.link(`p${nth}`)
  const id = await world.create({ ...weekly, schedule: 'custom', customMinutes: 10 })
  await world.ask(commands.runCampaign, { id })
  await world.step()
  await world.hub.execute('test', dropTimer.name, { id: `campaign run ${world.runs()[0]?.id}` })
  await world.settle()
  expect(world.runs()).toHaveLength(1)
  await world.pass(10 * 60_000)
  expect(world.runs()).toEqual([])
  expect(world.campaign(id)?.missed?.why).toBe('running')
  expect(await world.history()).toMatchObject([{ recipientCount: 61 }])
  expect(await world.problems()).toEqual([])
})

test('[CMP16] a full wallet gets nothing and is counted; a user who joins or returns after a run began gets nothing of it', async () => {
  const world = await openCampaigns()
  await world.link('rich')
  await world.ask(addCurrency, { target: 'rich', amount: 1_000_000_000_000 })
  for (let nth = 0; nth < 60; nth += 1) await world.link(`p${nth}`)
  const id = await world.create(weekly)
  await world.ask(commands.runCampaign, { id })
  world.clock.setWallBy(1)
  await world.erase('p0')
  await world.link('late')
  await world.link('again', null, 'p0')
  await world.settle()
  expect(['late', 'again', 'rich'].map((name) => world.wallet(name).razorTalons)).toEqual([0, 0, 0])
  expect(await world.history()).toMatchObject([{ recipientCount: 60, skipped: 1 }])
  expect(await world.problems()).toEqual([])
})

test('[CMP17] another schedule replaces the next run; the same one leaves it', async () => {
  const world = await openCampaigns()
  const id = await world.create({ ...weekly, schedule: 'custom', customDays: 3 })
  await world.pass(dayMs)
  const named = { ...weekly, schedule: 'custom', customDays: 3, name: 'Gift' } as const
  expect(await world.ask(commands.changeCampaign, { id, fields: named })).toEqual({
    nextRunDate: Date.UTC(2026, 0, 4),
  })
  const sooner = { ...named, customDays: 0, customHours: 2 }
  expect(await world.ask(commands.changeCampaign, { id, fields: sooner })).toEqual({
    nextRunDate: Date.UTC(2026, 0, 2, 2),
  })
  await world.pass(2 * hourMs)
  expect(world.pearls('olga')).toBe(100)
  expect(await world.ask(commands.changeCampaign, { id: 'none', fields: named })).toMatchObject({ code: 'gone' })
})

test('[CMP45] one turn of a run pays so few accounts that commands of others wait for a few ms only', async () => {
  const world = await openCampaigns()
  for (let nth = 0; nth < 60; nth += 1) await world.link(`p${nth}`)
  await world.ask(commands.runCampaign, { id: await world.create(weekly) })
  for (let before = 0; world.runs().length > 0; ) {
    await world.step()
    const { recipientCount = before } = world.runs()[0] ?? {}
    expect(recipientCount - before).toBeLessThanOrEqual(5)
    before = recipientCount
  }
  expect(await world.history()).toMatchObject([{ recipientCount: 61 }])
})

test('[CMP50] a deleted campaign is restored with all that it counts, and runs at its next time; only the latest five are kept', {
  tags: 'slow',
}, async () => {
  const world = await openCampaigns()
  await world.link('ann')
  const id = await world.create({ ...weekly, weekday: 5, time: '12:00', targetType: 'custom', recipients: ['ann'] })
  await world.pass(2 * dayMs)
  await world.ask(commands.deleteCampaign, { id })
  expect(world.campaign(id)).toBeUndefined()
  await world.jump(8 * dayMs)
  expect(world.pearls('ann')).toBe(100)
  expect(await world.ask(commands.restoreCampaign, { id })).toEqual({ nextRunDate: Date.UTC(2026, 0, 16, 12) })
  expect(world.campaign(id)).toMatchObject({ totalDeliveries: 1, lastRun: Date.UTC(2026, 0, 2, 12), isActive: true })
  expect(await world.ask(commands.restoreCampaign, { id })).toMatchObject({ code: 'gone' })
  await world.pass(7 * dayMs)
  expect(world.pearls('ann')).toBe(200)
  await world.ask(commands.deleteCampaign, { id })
  for (let nth = 0; nth < 5; nth += 1) await world.ask(commands.deleteCampaign, { id: await world.create(weekly) })
  expect(await world.ask(commands.restoreCampaign, { id })).toMatchObject({ code: 'gone' })
  expect(world.faults).toEqual([])
})

test('[CMP51] an account that is erased leaves a deleted campaign, so that restoring brings nothing of it back', async () => {
  const world = await openCampaigns()
  await world.link('ann')
  await world.link('bob')
  const id = await world.create({ ...weekly, targetType: 'custom', recipients: ['ann', 'bob'] })
  await world.ask(commands.deleteCampaign, { id })
  await world.erase('ann')
  await world.ask(commands.restoreCampaign, { id })
  expect(world.campaign(id)?.customUserIds).toEqual(['bob'])
})

test('[CMP52] the next runs of an edited campaign are its own while its schedule is the same, and count from now once it is another', {
  tags: 'slow',
}, async () => {
  const world = await openCampaigns()
  const everyThreeDays = { schedule: 'custom', customDays: 3, customHours: 1 } as const
  const id = await world.create({ ...weekly, ...everyThreeDays })
  await world.pass(2 * dayMs)
  const first = async (schedule: object) => {
    const input = { ...schedule, campaign: id }
    const answer = await world.hub.query(olga, { name: commands.previewSchedule.name, input })
    return answer.ok ? commands.previewSchedule.output.parse(answer.output).runs[0]?.at : answer.code
  }
  expect(await first(everyThreeDays)).toBe(world.campaign(id)?.nextRunDate)
  expect(await first({ ...everyThreeDays, customHours: 2 })).toBe(world.clock.now() + 3 * dayMs + 2 * hourMs)
})

test('[CMP53] the accounts of a campaign are shown as an owner would type them: a name of one account, otherwise a SteamID, otherwise an id', async () => {
  const world = await openCampaigns()
  await world.link('a1', steam(1), 'Ann')
  await world.link('b1', steam(2), 'Bob')
  await world.link('b2', null, 'bob')
  await world.link('c1', steam(3), 'Cy, the wise')
  const id = await world.create({ ...weekly, targetType: 'custom', recipients: ['a1', 'b1', 'b2', 'c1'] })
  const answer = await world.hub.query(olga, { name: commands.readNamed.name, input: { id } })
  expect(answer).toMatchObject({ output: { recipients: ['Ann', steam(2), 'b2', steam(3)] } })
})
