import { expect, test } from 'vitest'
import { createCampaign } from '../../../shared/features/campaigns/commands.ts'
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
