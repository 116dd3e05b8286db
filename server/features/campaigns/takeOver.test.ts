import { expect, test } from 'vitest'
import { campaignHistory, campaignRuns } from '../../../shared/features/campaigns/campaigns.ts'
import {
  createCampaign,
  fireCampaign,
  runCampaign,
  setCampaignActive,
} from '../../../shared/features/campaigns/commands.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { type ClusterNode, openCluster, userInSession } from '../../cluster/testing/openCluster.ts'
import type { Principal } from '../../engine/principal.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { person } from '../../testing/principals.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { ledgerFeatures } from '../ledger/testing/openLedger.ts'
import { campaignWorld, openCampaigns, weekly } from './testing/openCampaigns.ts'

const olga: Principal = { ...person('olga', 'owner'), asOf: () => olga, proof: { by: 'session', hash: 'olga' } }

const ways = {
  'between two steps': (leader: ClusterNode) => leader.at.pause(),
  'with a step in the store of which it has told no node': (leader: ClusterNode) =>
    leader.at.onceWritten(() => {
      leader.at.pause()
      leader.at.cut('bus')
    }),
}

test.each(Object.entries(ways))(
  '[CMP21] a leader dies in a run of a campaign, %s: another node finishes it, each recipient is paid once, and no currency is made or lost',
  { tags: 'slow' },
  async (_where, die) => {
    const cluster = openCluster({
      delay: () => 5,
      features: [...ledgerFeatures, ...campaignWorld],
      principalFromProof: (proof) =>
        proof.by === 'session' && proof.hash === 'olga'
          ? olga
          : userInSession(proof.by === 'session' ? proof.hash : ''),
    })
    const { pass, until, clock } = cluster
    const [a, b, c] = await cluster.openThree()
    const names = ['olga', ...Array.from({ length: 150 }, (_, nth) => `p${nth}`)]
    for (const account of names) await until(ensureAccount(a.hub, clock.now(), { account }))
    const created = await until(a.ask(olga, createCampaign.name, { ...weekly, currencies: { voidPearls: 7 } }))
    const id = created.ok ? (created.output as { id: string }).id : ''
    expect(await until(b.ask(olga, runCampaign.name, { id }))).toMatchObject({ ok: true })
    const runs = ({ hub }: ClusterNode) => Object.values(hub.read(campaignRuns, 'main').runs)
    while ((runs(a)[0]?.recipientCount ?? 0) === 0) await pass(1)
    expect(runs(a)[0]?.recipientCount).toBeLessThan(names.length)
    die(a)
    await pass(10_000)
    const next = [b, c].find(({ node }) => node.role() === 'leader') ?? b
    expect(next.node.role()).toBe('leader')
    // The one that was leader wakes, with a step of the run that it had begun.
    a.at.mend('bus')
    a.at.resume()
    await pass(5_000)
    for (const node of [a, b, c]) {
      expect(runs(node)).toEqual([])
      expect(names.filter((name) => node.hub.read(wallet, name).voidPearls !== 7)).toEqual([])
    }
    const storage = next.at.storage
    const { rows } = await until(storage.archivePage({ kind: campaignHistory.kind, before: null, limit: 10 }))
    expect(rows.map(({ row }) => campaignHistory.schema.parse(row).recipientCount)).toEqual([names.length])
    expect(await until(moneyProblems(next.hub, storage))).toEqual([])
    expect(cluster.faults).toEqual([])
  },
)

const daily = { ...weekly, schedule: 'daily', time: '09:00', currencies: { voidPearls: 7 } } as const
const hourMs = 3_600_000

test.each([
  { behindMs: 5_000, sinceMs: 3_000 },
  { behindMs: 120_000, sinceMs: 30_000 },
  { behindMs: 6 * hourMs, sinceMs: 30_000 },
])(
  '[CMP200] a campaign that has paid does not pay again at a leader whose clock is $behindMs ms behind, and pays on the next day',
  { tags: 'slow' },
  async ({ behindMs, sinceMs }) => {
    const world = await openCampaigns()
    for (const who of ['ann', 'bob']) await world.link(who)
    const id = await world.create(daily)
    await world.pass(9 * hourMs)
    world.clock.setWallBy(-behindMs)
    await world.jump(sinceMs)
    await world.pass(12 * hourMs)
    const paid = () => ['olga', 'ann', 'bob'].map((who) => world.pearls(who))
    expect([paid(), world.campaign(id)?.runs]).toEqual([[7, 7, 7], 1])
    await world.pass(24 * hourMs)
    expect([paid(), (await world.history()).length, await world.problems()]).toEqual([[14, 14, 14], 2, []])
    expect(world.faults).toEqual([])
  },
)

test('[CMP201] a timer of a campaign whose next run is later pays no one', async () => {
  const world = await openCampaigns()
  const id = await world.create(daily)
  await world.hub.execute('timer', fireCampaign.name, { id })
  await world.settle()
  expect([world.pearls('olga'), world.campaign(id)?.nextRunDate]).toEqual([0, Date.UTC(2026, 0, 1, 9)])
  await world.pass(9 * hourMs)
  expect(world.pearls('olga')).toBe(7)
})

test('[CMP202] a campaign that ran while the clock was years ahead runs on the next day after it is set back', async () => {
  const world = await openCampaigns()
  const id = await world.create(daily)
  world.clock.setWallBy(730 * 24 * hourMs)
  await world.jump(hourMs)
  world.clock.setWallBy(-730 * 24 * hourMs)
  await world.jump(0)
  const before = world.pearls('olga')
  await world.pass(9 * hourMs)
  expect([world.pearls('olga') - before, world.campaign(id)?.nextRunDate]).toEqual([7, Date.UTC(2026, 0, 2, 9)])
  expect(await world.problems()).toEqual([])
})

test('[CMP203] a campaign that has paid and is paused and activated under a clock that is behind does not pay again', {
  tags: 'slow',
}, async () => {
  const world = await openCampaigns()
  const id = await world.create(daily)
  await world.pass(9 * hourMs)
  expect(world.pearls('olga')).toBe(7)
  world.clock.setWallBy(-120_000)
  for (const isActive of [false, true]) await world.ask(setCampaignActive, { id, isActive })
  expect(world.campaign(id)?.nextRunDate).toBe(Date.UTC(2026, 0, 2, 9))
  await world.pass(12 * hourMs)
  expect([world.pearls('olga'), world.campaign(id)?.runs]).toEqual([7, 1])
  await world.pass(13 * hourMs)
  expect([world.pearls('olga'), world.campaign(id)?.runs]).toEqual([14, 2])
  expect(await world.problems()).toEqual([])
})

test('[CMP1876] a campaign pays no day again at a leader whose clock is before its first run', {
  tags: 'slow',
}, async () => {
  const world = await openCampaigns()
  await world.create(daily)
  await world.pass(48 * hourMs)
  world.clock.setWallBy(-96 * hourMs)
  await world.jump(0)
  await world.pass(5 * 24 * hourMs)
  // Before the first of January there was no account to pay; the third is new.
  expect(world.pearls('olga')).toBe(3 * 7)
  expect(await world.problems()).toEqual([])
})
