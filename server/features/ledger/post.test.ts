import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import { moneyRefusals } from '../../../shared/features/ledger/commands.ts'
import { closedWallets, closedWalletsKey } from '../../../shared/features/ledger/ledger.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { followMoney } from './conservation.ts'
import { faucet, holdOf, move, type Operation, sink, walletOf } from './operation.ts'
import { post } from './post.ts'
import { moneyProblems } from './testing/checkMoney.ts'
import { openLedger } from './testing/openLedger.ts'

/** Posts the entries of its input, as rules of other features do. */
const postEntries = defineCommand({
  name: 'postings.post',
  permission: 'hub',
  input: z.object({ entries: z.array(z.any()) }),
  output: z.object({}),
  refusals: moneyRefusals,
})
/** A fault that a rule may have: it changes a balance without an operation. */
const cheat = defineCommand({
  name: 'postings.cheat',
  permission: 'hub',
  input: z.object({ amount: z.int() }),
  output: z.object({}),
  refusals: {},
})
const postings: Feature = {
  name: 'postings',
  documents: [],
  commands: [
    implement(postEntries, (context, { entries }) => {
      post(context, { id: context.newId(), cause: 'staffGrant', by: 'test', byHub: true, entries })
      return {}
    }),
    implement(cheat, ({ edit }, { amount }) => {
      edit(wallet, 'ann').voidPearls += amount
      return {}
    }),
  ],
  queries: [],
}

async function open() {
  const app = await openLedger({ more: [postings] })
  for (const name of ['ann', 'bob']) await app.link(name)
  const run = (...entries: Operation['entries'][]) =>
    app.hub.execute('test', postEntries.name, { entries: entries.flat() })
  await run(move(faucet('staffGrant'), walletOf('ann'), 'voidPearls', 100))
  return { ...app, run, problems: () => moneyProblems(app.hub, app.memory.storage) }
}

test('[DE5] currency moves between wallets, and a wallet never holds less than zero or more than 10^12', async () => {
  const { run, balanceOf, problems } = await open()
  await run(move(walletOf('ann'), walletOf('bob'), 'voidPearls', 70))
  expect([balanceOf('ann'), balanceOf('bob')]).toEqual([30, 70])
  await expect(run(move(walletOf('ann'), walletOf('bob'), 'voidPearls', 31))).rejects.toMatchObject({ code: 'tooPoor' })
  const most = move(faucet('staffGrant'), walletOf('bob'), 'voidPearls', 10 ** 12)
  await expect(run(most)).rejects.toMatchObject({ code: 'tooRich' })
  expect([balanceOf('ann'), balanceOf('bob')]).toEqual([30, 70])
  expect(await problems()).toEqual([])
})

test('[DE31] the user who is named first bears a fee, and transfers sum to zero over all wallets', async () => {
  const { run, hub, problems } = await open()
  const fee = sink('marketFee')
  const [out, into] = move(walletOf('ann'), walletOf('bob'), 'voidPearls', 95)
  await run([
    { ...out, amount: -100 },
    into,
    { account: fee, currency: 'voidPearls', amount: 5 },
  ] as Operation['entries'])
  expect(hub.read(wallet, 'ann').flows).toMatchObject({
    'faucet:staffGrant': { voidPearls: 100 },
    'sink:marketFee': { voidPearls: -5 },
    transfer: { voidPearls: -95 },
  })
  expect(hub.read(wallet, 'bob').flows).toMatchObject({ transfer: { voidPearls: 95 } })
  expect(followMoney(hub, () => {}).totals('voidPearls')).toMatchObject({ supply: 95n, drift: 0n })
  expect(await problems()).toEqual([])
})

test('[DE6] an operation that no rule may make changes nothing and is reported as a fault', async () => {
  const { run, hub, faults, problems } = await open()
  const before = hub.read(wallet, 'ann')
  await expect(run(move(walletOf('ann'), walletOf('ann'), 'voidPearls', 5))).rejects.toThrow()
  await expect(run(move(faucet('staffGrant'), walletOf('ann'), 'voidPearls', 5).slice(1))).rejects.toThrow()
  expect(hub.read(wallet, 'ann')).toBe(before)
  expect(faults.length).toBe(2)
  expect(await problems()).toEqual([])
})

test('[DE7] a hold takes currency out of the balance, and ends as a whole and once', async () => {
  const { run, hub, balanceOf, problems } = await open()
  const hold = holdOf('ann', 'h1')
  await run(move(walletOf('ann'), hold, 'voidPearls', 60))
  expect(hub.read(wallet, 'ann')).toMatchObject({
    voidPearls: 40,
    holds: { h1: { currency: 'voidPearls', amount: 60 } },
  })
  expect(await problems()).toEqual([])
  await expect(run(move(walletOf('ann'), hold, 'voidPearls', 1))).rejects.toThrow()
  await expect(run(move(hold, walletOf('ann'), 'voidPearls', 59))).rejects.toThrow()
  await run(move(hold, walletOf('ann'), 'voidPearls', 60))
  await expect(run(move(hold, walletOf('ann'), 'voidPearls', 60))).rejects.toThrow()
  expect([balanceOf('ann'), hub.read(wallet, 'ann').holds]).toEqual([100, {}])
  await run(move(walletOf('ann'), holdOf('ann', 'h2'), 'voidPearls', 30))
  await run(move(holdOf('ann', 'h2'), walletOf('bob'), 'voidPearls', 30))
  expect(await problems()).toEqual([])
})

test('[DE8] erasing a user moves balance and holds to closed, and the sums still hold', async () => {
  const { run, hub, erase, problems } = await open()
  await run(move(walletOf('ann'), walletOf('bob'), 'voidPearls', 20))
  await run(move(walletOf('ann'), holdOf('ann', 'h1'), 'voidPearls', 30))
  expect(await erase('ann')).toMatchObject({ ok: true })
  expect(hub.read(wallet, 'ann')).toEqual(wallet.schema.parse({}))
  expect(hub.read(closedWallets, closedWalletsKey)).toMatchObject({
    voidPearls: 80,
    flows: { 'faucet:staffGrant': { voidPearls: 100 }, transfer: { voidPearls: -20 } },
  })
  expect(await problems()).toEqual([])
})

test('[DE9] the totals follow every change, and are the same after a restart', async () => {
  const app = await open()
  const faults: unknown[] = []
  const money = followMoney(app.hub, (...fault) => faults.push(fault))
  await app.run(move(walletOf('ann'), walletOf('bob'), 'voidPearls', 20))
  await app.run(move(faucet('staffGrant'), walletOf('bob'), 'razorTalons', 7))
  await app.erase('ann')
  const of = (one: typeof money) => (['voidPearls', 'razorTalons'] as const).map((each) => one.totals(each))
  expect(of(money)).toMatchObject([
    { supply: 100n, drift: 0n },
    { supply: 7n, drift: 0n },
  ])
  const { hub } = await app.restart()
  expect(of(followMoney(hub, (...fault) => faults.push(fault)))).toEqual(of(money))
  expect(faults).toEqual([])
})

test('[DE10] a balance that changed without an operation is drift: reported when it happens, and at the next start', async () => {
  const app = await open()
  const faults: string[] = []
  const onFault = (what: string, error: unknown) => void faults.push(`${what}: ${error}`)
  const money = followMoney(app.hub, onFault)
  await app.hub.execute('test', cheat.name, { amount: 5 })
  expect(money.totals('voidPearls').drift).toBe(5n)
  expect(faults).toEqual([expect.stringMatching(/^money: .*5 voidPearls/)])
  expect(await app.problems()).toEqual([expect.stringMatching(/^10: ann has 105/), expect.stringMatching(/^2: 105/)])
  const { hub } = await app.restart()
  followMoney(hub, onFault)
  expect(faults).toHaveLength(2)
  await app.hub.execute('test', cheat.name, { amount: -5 })
  expect(money.totals('voidPearls').drift).toBe(0n)
})
