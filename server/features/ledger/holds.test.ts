import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import { moneyRefusals } from '../../../shared/features/ledger/commands.ts'
import { ledger, rewardKeys } from '../../../shared/features/ledger/ledger.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { claimOnce, claimOnDay, forgetClaims, holdCurrency, refund, releaseHeld, spendHeld } from './holds.ts'
import { faucet, move, walletOf } from './operation.ts'
import { post } from './post.ts'
import { moneyProblems } from './testing/checkMoney.ts'
import { openLedger } from './testing/openLedger.ts'

/** One step, as the rules of features that place holds take it. */
const takeStep = defineCommand({
  name: 'holdSteps.take',
  permission: 'hub',
  input: z.object({
    act: z.enum(['give', 'hold', 'spend', 'sell', 'release', 'refund', 'once', 'onDay', 'forget']),
    player: z.string(),
    id: z.string().default(''),
    amount: z.int().default(0),
    key: z.string().default(''),
  }),
  output: z.object({ result: z.any() }),
  refusals: moneyRefusals,
})
const said = { by: 'test', byHub: true }
const holdSteps: Feature = {
  name: 'holdSteps',
  documents: [],
  commands: [
    implement(takeStep, (context, { act, player, id, amount, key }) => {
      const price = { currency: 'voidPearls', amount } as const
      const acts = {
        give: () =>
          post(context, {
            id: context.newId(),
            cause: 'staffGrant',
            entries: move(faucet('staffGrant'), walletOf(player), 'voidPearls', amount),
            ...said,
          }),
        hold: () => holdCurrency(context, { id, player, price, cause: 'redemption', subject: 'delivery-1', ...said }),
        spend: () => spendHeld(context, player, id, said),
        sell: () => spendHeld(context, player, id, said, walletOf('bob')),
        release: () => releaseHeld(context, player, id, said),
        refund: () => refund(context, { player, price, original: id, cause: 'redemption', line: key, ...said }),
        once: () => claimOnce(context, player, 'welcomeGrant', ...(key ? [key] : [])),
        onDay: () => claimOnDay(context, player, 'dailyBonus', key),
        forget: () => forgetClaims(context, player, 'welcomeGrant', (subject) => key === '' || subject === key),
      }
      return { result: acts[act]() ?? null }
    }),
  ],
  queries: [],
}

async function open() {
  const app = await openLedger({ more: [holdSteps] })
  for (const name of ['ann', 'bob']) await app.link(name)
  const stepsOf =
    ({ hub }: typeof app) =>
    async (act: string, more: object = {}) =>
      ((await hub.execute('test', takeStep.name, { act, player: 'ann', ...more })) as { result: unknown }).result
  const take = stepsOf(app)
  await take('give', { amount: 100 })
  const rows = async () =>
    (await app.memory.storage.archivePage({ kind: ledger.kind, before: null, limit: 100 })).rows.map(({ row }) =>
      ledger.schema.parse(row),
    )
  return { ...app, take, stepsOf, rows, problems: () => moneyProblems(app.hub, app.memory.storage) }
}

test('[MH1] held currency is spent once: a second end of either kind does nothing', async () => {
  const { take, rows, balanceOf, hub, problems } = await open()
  await take('hold', { id: 'r1', amount: 60 })
  expect([balanceOf('ann'), hub.read(wallet, 'ann').holds]).toMatchObject([
    40,
    { r1: { amount: 60, cause: 'redemption' } },
  ])
  expect(await take('spend', { id: 'r1' })).toEqual({ currency: 'voidPearls', amount: 60 })
  for (const act of ['spend', 'release', 'sell']) expect(await take(act, { id: 'r1' })).toBeNull()
  expect(hub.read(wallet, 'ann')).toMatchObject({
    voidPearls: 40,
    holds: {},
    flows: { 'sink:redemption': { voidPearls: -60 } },
  })
  const [spent, placed] = await rows()
  expect([placed, spent]).toMatchObject([
    { cause: 'redemption', subject: 'delivery-1' },
    { cause: 'redemption', subject: 'delivery-1' },
  ])
  expect(await problems()).toEqual([])
})

test('[MH2] released currency is back as it was, also into a wallet that was filled meanwhile', async () => {
  const { take, balanceOf, rows, problems } = await open()
  await take('hold', { id: 'r1', amount: 60 })
  await expect(take('give', { amount: 10 ** 12 - 99 })).rejects.toMatchObject({ code: 'tooRich' })
  await take('give', { amount: 10 ** 12 - 100 })
  expect(await take('release', { id: 'r1' })).toEqual({ currency: 'voidPearls', amount: 60 })
  expect(balanceOf('ann')).toBe(10 ** 12)
  for (const act of ['spend', 'release']) expect(await take(act, { id: 'r1' })).toBeNull()
  const [released, , placed] = await rows()
  expect(released).toMatchObject({ cause: 'released', reverses: placed?.operation })
  expect(await problems()).toEqual([])
})

test('[MH3] held currency can be spent into the wallet of a seller, and never more than the buyer has is held', async () => {
  const { take, balanceOf, problems } = await open()
  await take('hold', { id: 'l1', amount: 70 })
  await expect(take('hold', { id: 'l2', amount: 31 })).rejects.toMatchObject({ code: 'tooPoor' })
  await take('sell', { id: 'l1' })
  expect([balanceOf('ann'), balanceOf('bob')]).toEqual([30, 70])
  expect(await problems()).toEqual([])
})

test('[MH4] an id places one hold at a time, and after erasing its user there is nothing to end', async () => {
  const { take, faults, erase, problems } = await open()
  await take('hold', { id: 'r1', amount: 10 })
  await expect(take('hold', { id: 'r1', amount: 10 })).rejects.toThrow()
  expect(faults).toHaveLength(1)
  await erase('ann')
  for (const act of ['spend', 'release']) expect(await take(act, { id: 'r1' })).toBeNull()
  expect(await problems()).toEqual([])
})

test('[MH5] a line that was paid is refunded once, by an operation that names the original', async () => {
  const { take, rows, balanceOf, problems } = await open()
  await take('hold', { id: 'r1', amount: 60 })
  await take('spend', { id: 'r1' })
  const original = (await rows())[0]?.operation
  expect(await take('refund', { id: original, amount: 20, key: 'a' })).toEqual(expect.any(String))
  expect(await take('refund', { id: original, amount: 20, key: 'a' })).toBeNull()
  expect(balanceOf('ann')).toBe(60)
  expect((await rows())[0]).toMatchObject({ cause: 'refund', reverses: original, line: 'a' })
  expect(await problems()).toEqual([])
  // A fault of the caller, who knows what was paid: the auditor sees it.
  await take('refund', { id: original, amount: 41, key: 'b' })
  expect(await problems()).toEqual([expect.stringMatching(/^8: .* moved -60 voidPearls, and 61/)])
})

test('[MH6] a natural key is claimed once by a player, even across a restart, and is erased with the player', async () => {
  const app = await open()
  const { take, stepsOf, restart, hub, erase } = app
  expect([await take('once'), await take('once'), await take('once', { player: 'bob' })]).toEqual([true, false, true])
  expect([await take('once', { key: 'a/b' }), await take('once', { key: 'a' })]).toEqual([true, true])
  const days = ['2026-11-22', '2026-11-23', '2026-11-22', '2027-01-01', '2026-01-01', '2028-12-31', '2028-12-31']
  const first = []
  for (const key of days) first.push(await take('onDay', { key }))
  expect(first).toEqual([true, true, false, true, true, true, false])
  const again = stepsOf({ ...app, ...(await restart()) })
  for (const key of days) expect(await again('onDay', { key })).toBe(false)
  expect(await again('once')).toBe(false)
  await erase('ann')
  expect(hub.read(rewardKeys, 'ann')).toEqual(rewardKeys.schema.parse({}))
})

test('[MH8] claims are forgotten of the subject that is over alone, and of no other kind or player', async () => {
  const { take } = await open()
  for (const step of [{ key: 'a/b' }, { key: 'a' }, { key: 'c' }, { key: 'a', player: 'bob' }]) await take('once', step)
  await take('refund', { id: 'a', amount: 1, key: 'a' })
  await take('forget', { key: 'a' })
  expect([await take('once', { key: 'a' }), await take('once', { key: 'a/b' })]).toEqual([true, false])
  expect([await take('once', { key: 'c' }), await take('once', { key: 'a', player: 'bob' })]).toEqual([false, false])
  await take('forget')
  expect(await take('once', { key: 'c' })).toBe(true)
  expect(await take('refund', { id: 'a', amount: 1, key: 'a' })).toBeNull()
})

test('[MH7] a year of daily claims takes fewer than 200 characters', async () => {
  const { take, hub } = await open()
  for (let nth = 0; nth < 365; nth += 1) {
    const key = new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10)
    expect(await take('onDay', { key })).toBe(true)
  }
  expect(JSON.stringify(hub.read(rewardKeys, 'ann').days).length).toBeLessThan(200)
  await expect(take('onDay', { key: '2026-02-30' })).rejects.toThrow()
})
