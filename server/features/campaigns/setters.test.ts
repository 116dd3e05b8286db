import { expect, test } from 'vitest'
import { permissionsOf } from '../../../shared/engine/permissions.ts'
import { campaigns } from '../../../shared/features/campaigns/campaigns.ts'
import * as commands from '../../../shared/features/campaigns/commands.ts'
import * as donations from '../../../shared/features/donations/commands.ts'
import { patron, setTier } from '../../../shared/features/patrons/patrons.ts'
import { setPermission, setRole } from '../../../shared/features/roles/commands.ts'
import type { Feature } from '../../engine/feature.ts'
import { freshId, inSession, person } from '../../testing/principals.ts'
import { donationsFeature } from '../donations/feature.ts'
import { openCampaigns, weekly } from './testing/openCampaigns.ts'

const annInGame = '76561198000000001'
const weekMs = 7 * 86_400_000
const annPrincipal = inSession({
  ...person('ann', 'admin'),
  may: permissionsOf.owner,
  can: (permission) => permissionsOf.owner.includes(permission),
})

/** A hub with olga, an owner, the admins ann, whom an owner gave the owner panel, and adam, and the player bob. Ann has a second account. */
async function open(more: readonly Feature[] = []) {
  const world = await openCampaigns({ more })
  await world.link('ann', annInGame)
  await world.link('ann')
  await world.link('second', annInGame)
  for (const name of ['adam', 'bob']) await world.link(name)
  for (const account of ['ann', 'adam']) await world.ask(setRole, { account, role: 'admin' })
  world.clock.pass(1)
  const askAsAnn = async ({ name }: { readonly name: string }, input: object) => {
    const answer = await world.hub.dispatch(annPrincipal, { id: freshId(world.clock.now()), name, input })
    return answer.ok ? (answer.output as { readonly id?: string; readonly code?: string }) : { code: answer.code }
  }
  return {
    ...world,
    askAsAnn,
    /** Runs a campaign now. Returns who has how many pearls then. */
    async run(id: string, ask: typeof askAsAnn = world.ask) {
      expect(await ask(commands.runCampaign, { id })).not.toHaveProperty('code')
      await world.settle()
      return ['ann', 'second', 'bob', 'olga'].map(world.pearls)
    },
  }
}

const toNamed = (...recipients: string[]) => ({ ...weekly, targetType: 'custom' as const, recipients })

test('[CMP57] an admin with the owner panel has named accounts paid as by a grant: none of their own, and none of their rank', async () => {
  const { askAsAnn, ask, create, run, hub } = await open()
  for (const [name, code] of [
    ['ann', 'notYourself'],
    ['second', 'notYourself'],
    ['adam', 'above'],
  ] as const) {
    expect(await askAsAnn(commands.createCampaign, toNamed('bob', name))).toEqual({ code })
    const id = await create(toNamed('bob', name))
    expect(await askAsAnn(commands.runCampaign, { id })).toEqual({ code })
    expect(await askAsAnn(commands.changeCampaign, { id, fields: toNamed(name) })).toEqual({ code })
    await ask(commands.setCampaignActive, { id, isActive: false })
    expect(await askAsAnn(commands.setCampaignActive, { id, isActive: true })).toEqual({ code })
    await ask(commands.deleteCampaign, { id })
    expect(await askAsAnn(commands.restoreCampaign, { id })).toEqual({ code })
  }
  expect(Object.keys(hub.read(campaigns, 'main').campaigns)).toEqual([])
  const { id = '' } = await askAsAnn(commands.createCampaign, toNamed('bob'))
  expect(await run(id, askAsAnn)).toEqual([0, 0, 100, 0])
})

test('[CMP58] a campaign that an admin set pays no account of theirs until an owner saves it; what owners set pays owners and all', {
  tags: 'slow',
}, async () => {
  const { askAsAnn, ask, create, run, pass, pearls, hub, problems } = await open()
  const { id = '' } = await askAsAnn(commands.createCampaign, weekly)
  expect(await run(id)).toEqual([0, 0, 100, 100])
  await pass(weekMs)
  expect(['ann', 'second', 'bob'].map(pearls)).toEqual([0, 0, 200])
  const counted = await hub.query(annPrincipal, { name: commands.countRecipients.name, input: { id } })
  expect(counted).toMatchObject({ output: { recipients: 3 } })
  await ask(commands.changeCampaign, { id, fields: weekly })
  expect(await run(id)).toEqual([100, 100, 300, 300])
  await ask(commands.deleteCampaign, { id })
  const owners = await create(weekly)
  expect(await run(owners, askAsAnn)).toEqual([100, 100, 400, 400])
  expect(await run(owners)).toEqual([200, 200, 500, 500])
  expect(await problems()).toEqual([])
})

test('[CMP59] a campaign is paused, and its run ends, when the account that set it is erased: it pays no later or other account of that user', async () => {
  const { askAsAnn, erase, settle, pearls, campaign, runs, hub, history } = await open()
  const { id = '' } = await askAsAnn(commands.createCampaign, weekly)
  const { id: deleted = '' } = await askAsAnn(commands.createCampaign, weekly)
  await askAsAnn(commands.deleteCampaign, { id: deleted })
  await askAsAnn(commands.runCampaign, { id })
  await erase('ann')
  expect(campaign(id)).toMatchObject({ isActive: false, nextRunDate: null, setters: [], missed: { why: 'erased' } })
  expect(hub.read(campaigns, 'main').deleted[deleted]).toMatchObject({ isActive: false, setters: [] })
  await settle()
  expect([runs(), pearls('second')]).toEqual([[], 0])
  expect(await history()).toHaveLength(1)
})

test('[CMP1868] a campaign is paused, and its run ends, when the account that set it last loses the permission for campaigns', {
  tags: 'slow',
}, async () => {
  const { askAsAnn, ask, step, settle, pass, pearls, campaign, runs, hub, problems } = await open()
  await ask(setPermission, { account: 'ann', permission: 'ownerPanel', state: 'given' })
  const { id = '' } = await askAsAnn(commands.createCampaign, weekly)
  const { id: deleted = '' } = await askAsAnn(commands.createCampaign, weekly)
  await askAsAnn(commands.deleteCampaign, { id: deleted })
  const { id: saved = '' } = await askAsAnn(commands.createCampaign, weekly)
  await ask(commands.changeCampaign, { id: saved, fields: weekly })
  await askAsAnn(commands.runCampaign, { id })
  expect(runs()).toHaveLength(1)
  await ask(setPermission, { account: 'ann', permission: 'kickPlayers', state: 'taken' })
  expect(campaign(id)).toMatchObject({ isActive: true })
  await ask(setPermission, { account: 'ann', permission: 'ownerPanel', state: 'asRole' })
  expect(campaign(id)).toMatchObject({ isActive: false, nextRunDate: null, missed: { why: 'rights' } })
  expect(hub.read(campaigns, 'main').deleted[deleted]).toMatchObject({ isActive: false })
  expect(campaign(saved)).toMatchObject({ isActive: true, missed: null })
  await step()
  await settle()
  expect([runs(), pearls('bob')]).toEqual([[], 0])
  await ask(commands.deleteCampaign, { id: saved })
  await pass(weekMs)
  expect([runs(), pearls('bob')]).toEqual([[], 0])
  expect(await ask(commands.setCampaignActive, { id, isActive: true })).not.toHaveProperty('code')
  await pass(weekMs)
  expect(['bob', 'ann'].map(pearls)).toEqual([100, 0])
  expect(await problems()).toEqual([])
})

test('[PTR2026] an admin with the owner panel sets tiers as they give currency: none of their own, on any of their accounts, and none of their rank', async () => {
  const { askAsAnn, ask, hub } = await open()
  for (const [account, code] of [
    ['ann', 'notYourself'],
    ['second', 'notYourself'],
    ['adam', 'above'],
  ] as const)
    for (const tier of ['Gold', 'None']) expect(await askAsAnn(setTier, { account, tier })).toEqual({ code })
  expect(await askAsAnn(setTier, { account: 'bob', tier: 'Gold' })).toEqual({})
  for (const account of ['ann', 'olga']) expect(await ask(setTier, { account, tier: 'Silver' })).toEqual({})
  expect(['ann', 'bob', 'adam', 'olga'].map((id) => hub.read(patron, id).tier)).toEqual([
    'Silver',
    'Gold',
    'None',
    'Silver',
  ])
})

test('[DNT2027] an admin with the owner panel records, assigns and moves no donation to an account of their own, nor takes a refund of one back', async () => {
  const { askAsAnn, ask, hub } = await open([donationsFeature])
  const tiers = [{ tier: 'Gold', currency: 'EUR', amount: 1_000 }]
  await ask(donations.changeDonationTiers, { tiers, days: 30 })
  const gift = (account: string) => ({ amount: 1_000, currency: 'EUR', account })
  const others = (await askAsAnn(donations.recordDonation, gift('bob'))) as { id: string; record: string }
  const waiting = (await askAsAnn(donations.recordDonation, gift(''))) as { id: string; record: string }
  const own = (await ask(donations.recordDonation, gift('ann'))) as { id: string; record: string }
  expect(await askAsAnn(donations.refundDonation, { record: own.record })).toEqual({})
  const named = ({ id, record }: { id: string; record: string }) => ({ id, record })
  expect(await askAsAnn(donations.undoRefund, named(own))).toEqual({ code: 'notYourself' })
  const code = 'notYourself'
  for (const account of ['ann', 'second']) {
    expect(await askAsAnn(donations.recordDonation, gift(account))).toEqual({ code })
    expect(await askAsAnn(donations.assignDonation, { id: waiting.id, account })).toEqual({ code })
    expect(await askAsAnn(donations.moveDonation, { ...named(others), account })).toEqual({ code })
    const lines = [{ line: 1, ...gift(account), transaction: 't1' }]
    expect(await askAsAnn(donations.recordDonations, { lines })).toEqual({ code: 'wrongLines' })
  }
  expect(['ann', 'second', 'bob'].map((id) => hub.read(patron, id).tier)).toEqual(['None', 'None', 'Gold'])
  expect(await ask(donations.undoRefund, named(own))).not.toHaveProperty('code')
  expect(await ask(donations.assignDonation, { id: waiting.id, account: 'second' })).toMatchObject({ tier: 'Gold' })
  expect(['ann', 'second'].map((id) => hub.read(patron, id).tier)).toEqual(['Gold', 'Gold'])
})
