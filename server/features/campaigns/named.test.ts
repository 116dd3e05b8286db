import { expect, test } from 'vitest'
import { changeCampaign, createCampaign, runCampaign } from '../../../shared/features/campaigns/commands.ts'
import { signInAs } from '../../testing/accounts.ts'
import { freshId, inSession, person } from '../../testing/principals.ts'
import { openCampaigns, weekly } from './testing/openCampaigns.ts'

test('[CMP1874] a SteamID names the account that is linked to it, and no account that is called so', async () => {
  const { link, ask, campaign, erase } = await openCampaigns()
  const [anns, noOnes] = ['76561198000000001', '76561198000000002']
  await link('ann', anns, 'Ann')
  for (const [id, name] of [
    ['eve', noOnes],
    ['mallory', anns],
  ] as const)
    await link(id, null, name)
  const toNamed = (recipient: string) => ({ ...weekly, targetType: 'custom' as const, recipients: [recipient] })
  expect(await ask(createCampaign, toNamed(noOnes))).toMatchObject({ code: 'unknown' })
  const { id = '' } = await ask(createCampaign, toNamed(anns))
  expect(campaign(id)?.customUserIds).toEqual(['ann'])
  await erase('ann', 'Ann')
  expect(await ask(createCampaign, toNamed(anns))).toMatchObject({ code: 'unknown' })
})

test('[CMP2622] a campaign that was made in the demo pays the accounts that a real owner names in it later, and those of the demo no more', async () => {
  const { link, ask, campaign, hub, clock, settle, pearls, problems } = await openCampaigns()
  await link('ann')
  const dan = {
    provider: 'discord',
    discordId: '77',
    username: 'dan',
    displayName: 'dan',
    discriminator: '0000',
    avatar: '',
    verified: false,
    locale: 'en-US',
    premium_type: 0,
    fullUsername: 'dan',
  } as const
  await signInAs(hub, { identity: dan, demo: true, newAccount: 'dan' })
  const made = { id: freshId(clock.now()), name: createCampaign.name, input: weekly }
  const answer = await hub.dispatch(inSession(person('dan', 'owner')), made)
  const { id } = (answer as unknown as { output: { id: string } }).output
  expect(campaign(id)).toMatchObject({ demo: true })
  await ask(runCampaign, { id })
  await settle()
  expect(['ann', 'dan', 'olga'].map(pearls)).toEqual([0, 100, 0])
  const fields = { ...weekly, targetType: 'custom', recipients: ['ann'] } as const
  expect(await ask(changeCampaign, { id, fields })).toMatchObject({ nextRunDate: expect.any(Number) })
  expect(campaign(id)).toMatchObject({ demo: false, customUserIds: ['ann'] })
  await ask(runCampaign, { id })
  await settle()
  expect(['ann', 'dan', 'olga'].map(pearls)).toEqual([100, 100, 0])
  // An owner of the demo does not take it back.
  const again = { id: freshId(clock.now()), name: changeCampaign.name, input: { id, fields } }
  expect(await hub.dispatch(inSession(person('dan', 'owner')), again)).toMatchObject({ ok: true })
  expect(campaign(id)).toMatchObject({ demo: false, customUserIds: ['ann'] })
  expect(await problems()).toEqual([])
})
