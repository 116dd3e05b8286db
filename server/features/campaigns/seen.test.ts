import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/campaigns/commands.ts'
import { openCampaigns, weekly } from './testing/openCampaigns.ts'

test('[CMP603] Run Now and a change are refused when the campaign is no longer what the owner saw, and say what it gives now', async () => {
  const world = await openCampaigns()
  const id = await world.create(weekly)
  const seen = commands.CampaignSeen.parse(world.campaign(id))
  const other = { ...weekly, currencies: { voidPearls: 100_000 } }
  await world.ask(commands.changeCampaign, { id, fields: other, seen })
  const change = await world.ask(commands.changeCampaign, { id, fields: { ...weekly, description: 'For all.' }, seen })
  expect(change).toMatchObject({
    code: 'changedSince',
    message:
      'Someone else changed this campaign in the meantime: it now gives 100,000 Void Pearls to all, each Monday at 12:00 (UTC). Nothing of yours was saved. Check it, then save again.',
  })
  expect(await world.ask(commands.changeCampaign, { id, fields: other, seen })).toHaveProperty('nextRunDate')
  expect(await world.ask(commands.runCampaign, { id, seen: commands.CampaignTerms.parse(seen) })).toMatchObject({
    code: 'changedSince',
    message: expect.stringContaining('No one was paid. Check it, then run it again.'),
  })
  await world.settle()
  expect(world.pearls('olga')).toBe(0)
  await world.ask(commands.runCampaign, { id, seen: commands.CampaignTerms.parse(world.campaign(id)) })
  await world.settle()
  expect(world.pearls('olga')).toBe(100_000)
})

test('[CMP2352] the refusal names the days and hours of an own interval without those that are zero, and a list of currencies has one "and"', async () => {
  const world = await openCampaigns()
  const id = await world.create(weekly)
  const seen = commands.CampaignSeen.parse(world.campaign(id))
  for (const [interval, words] of [
    [{ customDays: 3 }, 'every 3 d'],
    [{ customDays: 1, customHours: 12 }, 'every 1 d 12 h'],
  ] as const) {
    const other = { ...weekly, schedule: 'custom', ...interval }
    await world.ask(commands.changeCampaign, { id, fields: other })
    expect(await world.ask(commands.changeCampaign, { id, fields: weekly, seen })).toMatchObject({
      code: 'changedSince',
      message: expect.stringContaining(`it now gives 100 Void Pearls and 5 Razor Talons to all, ${words}. Nothing`),
    })
  }
})

test.each([
  [{ voidPearls: 1, razorTalons: 0 }, "You received 1 Void Pearl. It's in your wallet."],
  [{ voidPearls: 1, razorTalons: 1 }, "You received 1 Void Pearl and 1 Razor Talon. They're in your wallet."],
])('[CMP2359] the message of a campaign that gives %j speaks of one or of several', async (currencies, message) => {
  const world = await openCampaigns()
  await world.link('ann')
  await world.ask(commands.runCampaign, { id: await world.create({ ...weekly, currencies }) })
  await world.settle()
  expect(world.inbox('ann')).toMatchObject([{ message }])
})
