import { expect, test } from 'vitest'
import {
  addCurrency,
  addCurrencyToMany,
  mostGiven,
  reverseGrant,
  reverseGrants,
} from '../../../shared/features/ledger/commands.ts'
import { currencyGrants, ledger, ledgerAudit, mostGrants } from '../../../shared/features/ledger/ledger.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import { HubFeatures } from '../../../shared/features/server/hubFeatures.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { setTo } from '../../engine/rule.ts'
import { freshId, person } from '../../testing/principals.ts'
import { configuredFeatures } from '../server/isSwitchedOn.ts'
import { moneyProblems } from './testing/checkMoney.ts'
import { type OpenLedger, openLedger, ownersSteamId } from './testing/openLedger.ts'

const rex = '76561198000000002'
const stranger = '76561198000000003'

/** ann is an admin, olga the owner; bob plays rex. */
async function open() {
  const app = await openLedger()
  await app.link('olga', ownersSteamId, 'Olga')
  await app.link('ann', '76561198000000001', 'Ann')
  await app.link('bob', rex, 'Bob')
  await app.ask('olga', 'owner', setRole, { account: 'ann', role: 'admin' })
  const rowsOf = async ({ kind }: { readonly kind: string }) =>
    (await app.memory.storage.archivePage({ kind, before: null, limit: 1_000 })).rows.map(({ row }) => row)
  return { ...app, rowsOf, give: giverOf(app), problems: () => moneyProblems(app.hub, app.memory.storage) }
}
const giverOf =
  (app: OpenLedger) =>
  (target: string, amount: unknown = 500, more: object = {}) =>
    app.ask('ann', 'admin', addCurrency, { target, amount, ...more })

test('[DE11] a grant is one operation of two entries, one line of the audit, and the new balance', async () => {
  const { give, rowsOf, balanceOf, problems } = await open()
  expect(await give(rex, 500, { reason: ' Won the race ' })).toMatchObject({
    ok: true,
    output: { player: { account: 'bob', name: 'Bob' }, newBalance: 500 },
  })
  expect(await give('bob', 20)).toMatchObject({ ok: true, output: { newBalance: 520 } })
  expect(balanceOf('bob')).toBe(520)
  const [second, first] = await rowsOf(ledger)
  expect(first).toMatchObject({
    cause: 'staffGrant',
    player: 'bob',
    by: 'ann',
    reason: 'Won the race',
    entries: [
      { account: 'faucet:staffGrant', currency: 'voidPearls', amount: -500 },
      { account: 'player', currency: 'voidPearls', amount: 500 },
    ],
  })
  expect(second).toMatchObject({ reason: 'Admin grant' })
  const lines = (await rowsOf(ledgerAudit)).map((row) => ledgerAudit.audited?.(ledgerAudit.schema.parse(row)))
  expect(lines[1]).toMatchObject({
    subject: 'currency',
    did: 'gave {target} {amount} {currency}',
    by: 'ann',
    target: { id: 'bob', name: 'Bob' },
    detail: { amount: 500, currency: 'voidPearls', reason: 'Won the race' },
  })
  expect(await problems()).toEqual([])
})

test('[DE2084] a name is not said to be of no one online before the hub has read who is online', async () => {
  const app = await openLedger({ isRead: false })
  await app.link('ann', null, 'Ann')
  const give = () => app.ask('olga', 'owner', addCurrency, { target: 'Rex', amount: 5 })
  expect(await give()).toMatchObject({ ok: false, code: 'notReadYet' })
  await app.readRoster()
  expect(await give()).toMatchObject({ ok: false, code: 'unknownPlayer' })
})

test('[DE12] an amount that is negative, fractional, zero, enormous or a text is refused, as is an unknown currency', async () => {
  const { give, rowsOf } = await open()
  for (const amount of [-5, 0, 0.5, 10 ** 12 + 1, 2 ** 60, '500', null, Number.NaN])
    expect(await give(rex, amount), String(amount)).toMatchObject({ ok: false, code: 'badInput' })
  expect(await give(rex, 5, { currency: 'gold' })).toMatchObject({ ok: false, code: 'badInput' })
  expect(await give(rex, 5, { reason: 'x'.repeat(201) })).toMatchObject({ ok: false, code: 'badInput' })
  expect(await give('', 5)).toMatchObject({ ok: false, code: 'noTarget' })
  expect(await give('nobody', 5)).toMatchObject({ ok: false, code: 'unknownPlayer' })
  expect(await give(rex, 10 ** 12)).toMatchObject({ ok: true })
  expect(await give(rex, 1)).toMatchObject({ ok: false, code: 'tooRich' })
  expect(await rowsOf(ledger)).toHaveLength(1)
})

test('[DE13] a player without an account is refused in a sentence, and nothing is lost', async () => {
  const { give, rowsOf } = await open()
  const answer = await give(stranger)
  expect(answer).toMatchObject({ ok: false, code: 'noAccount', message: expect.stringMatching(/never signed in/) })
  expect(await rowsOf(ledger)).toEqual([])
})

test('[V8.2.1] [DE14] staff give only to players of a lower role, owners to anyone, others to no one', async () => {
  const { ask, give, link, problems } = await open()
  await link('ada', null, 'Ada')
  await ask('olga', 'owner', setRole, { account: 'ada', role: 'admin' })
  expect(await give('ann')).toMatchObject({ code: 'notYourself' })
  expect(await give('olga')).toMatchObject({ code: 'above' })
  expect(await give('ada')).toMatchObject({ code: 'above' })
  expect(await ask('mo', 'moderator', addCurrency, { target: rex, amount: 5 })).toMatchObject({ code: 'forbidden' })
  expect(await ask('bob', 'player', addCurrency, { target: rex, amount: 5 })).toMatchObject({ code: 'forbidden' })
  for (const target of ['olga', 'ann', 'ada', 'bob'])
    expect(await ask('olga', 'owner', addCurrency, { target, amount: 5 })).toMatchObject({ ok: true })
  expect(await problems()).toEqual([])
})

test('[DE15] a repeated command id gives once, even after a restart', async () => {
  const app = await open()
  const id = freshId(app.clock.now())
  const input = { target: rex, amount: 500 }
  const first = await app.ask('ann', 'admin', addCurrency, input, id)
  expect(await app.ask('ann', 'admin', addCurrency, input, id)).toEqual(first)
  const next = await app.restart()
  expect(await next.ask('ann', 'admin', addCurrency, input, id)).toMatchObject({
    ok: true,
    output: { newBalance: 500 },
  })
  expect(next.balanceOf('bob')).toBe(500)
  expect(await moneyProblems(next.hub, next.memory.storage)).toEqual([])
})

test('[DE16] one command gives to many: each player once, and each other player is named with the reason', async () => {
  const { ask, link, balanceOf, rowsOf, problems } = await open()
  await link('cy', null, 'Cy')
  await link('rich', null, 'Rich')
  await ask('olga', 'owner', addCurrency, { target: 'rich', amount: 10 ** 12 })
  const targets = [rex, 'bob', 'cy', 'rich', stranger, 'ann', 'olga', 'cy']
  const answer = await ask('ann', 'admin', addCurrencyToMany, { targets, amount: 30, currency: 'voidPearls' })
  expect(answer).toMatchObject({ ok: true, output: { given: 2, total: 60 } })
  const { skipped } = addCurrencyToMany.output.parse((answer as { output: unknown }).output)
  expect(skipped.map(({ id }) => id)).toEqual(['rich', stranger, 'ann', 'olga'])
  expect(skipped.map(({ why }) => why)).toEqual([
    expect.stringMatching(/at most/),
    expect.stringMatching(/never signed in/),
    expect.stringMatching(/yourself/),
    expect.stringMatching(/lower role/),
  ])
  expect(skipped[0]?.name).toBe('Rich')
  expect([balanceOf('bob'), balanceOf('cy'), balanceOf('ann')]).toEqual([30, 30, 0])
  expect(await rowsOf(ledgerAudit)).toMatchObject([{ act: 'addCurrencyToMany', players: 2, target: null }, {}])
  expect(await problems()).toEqual([])
})

test('[DE1000] the audit counts players who got currency together in the right number', async () => {
  const { ask, link, rowsOf } = await open()
  await link('cy', null, 'Cy')
  const deeds = async () => (await rowsOf(ledgerAudit)).map((row) => ledgerAudit.audited?.(row as never).did)
  for (const targets of [['bob'], ['bob', 'cy']])
    await ask('ann', 'admin', addCurrencyToMany, { targets, amount: 30, currency: 'voidPearls' })
  expect(new Set(await deeds())).toEqual(
    new Set(['gave {players} player {amount} {currency}', 'gave {players} players {amount} {currency} each']),
  )
})

test('[V8.2.1] [DE17] giving to many needs both permissions, takes at most 300 players, and is refused where none is left', async () => {
  const { askAs, ask } = await withPrincipals()
  const without = (lacking: string) => ({ ...person('ann', 'admin'), can: (one: string) => one !== lacking })
  const input = { targets: [rex], amount: 5 }
  expect(await askAs(without('addCurrency'), addCurrencyToMany.name, input)).toMatchObject({ code: 'mayNot' })
  expect(await askAs(without('bulkOperations'), addCurrencyToMany.name, input)).toMatchObject({ code: 'forbidden' })
  const many = Array.from({ length: mostGiven + 1 }, (_, at) => `p${at}`)
  expect(await ask('ann', 'admin', addCurrencyToMany, { ...input, targets: many })).toMatchObject({ code: 'badInput' })
  const none = { ...input, targets: [stranger, 'olga'] }
  expect(await ask('ann', 'admin', addCurrencyToMany, none)).toMatchObject({ code: 'noneLeft' })
})
async function withPrincipals() {
  const app = await open()
  return { ...app, askAs: app.dispatch as (principal: object, name: string, input: object) => Promise<unknown> }
}

test('[DE18] a grant is undone once, by an operation that names it, and not when it was spent', async () => {
  const { ask, give, rowsOf, balanceOf, hub, problems } = await open()
  const { operation } = addCurrency.output.parse(((await give(rex)) as { output: unknown }).output)
  const undo = () => ask('ann', 'admin', reverseGrant, { account: 'bob', operation })
  expect(await undo()).toMatchObject({ ok: true, output: { newBalance: 0 } })
  expect(await undo()).toMatchObject({ code: 'reversed' })
  expect(await ask('ann', 'admin', reverseGrant, { account: 'bob', operation: 'x' })).toMatchObject({ code: 'gone' })
  expect(balanceOf('bob')).toBe(0)
  expect(await rowsOf(ledger)).toMatchObject([{ cause: 'reversal', reverses: operation }, { operation }])
  expect(hub.read(wallet, 'bob').flows).toMatchObject({ 'faucet:staffGrant': { voidPearls: 0 } })
  expect(await problems()).toEqual([])
})

test('[DE19] the latest grants to a player can be undone by staff who may give to them; older ones cannot', async () => {
  const { ask, give, clock, hub, problems } = await open()
  for (let count = 0; count <= mostGrants; count += 1) {
    await give(rex, count + 1)
    clock.pass(1_000)
  }
  const { grants } = hub.read(currencyGrants, 'bob')
  expect(Object.values(grants).map(({ amount }) => amount)).toEqual(
    Array.from({ length: mostGrants }, (_, at) => at + 2),
  )
  const { output } = (await ask('olga', 'owner', addCurrency, { target: 'ann', amount: 5 })) as { output: unknown }
  const { operation } = addCurrency.output.parse(output)
  expect(await ask('ann', 'admin', reverseGrant, { account: 'ann', operation })).toMatchObject({ code: 'notYourself' })
  expect(await problems()).toEqual([])
})

test('[BG1] a grant to many is undone as a whole: what was spent meanwhile stays and is named, and nothing is undone twice', async () => {
  const { ask, askAs, link, balanceOf, rowsOf, problems } = await withPrincipals()
  await link('cy', null, 'Cy')
  await link('dee', null, 'Dee')
  const given = await ask('ann', 'admin', addCurrencyToMany, { targets: [rex, 'cy', 'dee'], amount: 30 })
  const { grants } = addCurrencyToMany.output.parse((given as { output: unknown }).output)
  expect(grants.map(({ account }) => account)).toEqual(['bob', 'cy', 'dee'])
  // Dee's was taken back by itself.
  await ask('ann', 'admin', reverseGrant, grants[2] ?? {})
  const undo = () => ask('ann', 'admin', reverseGrants, { grants })
  expect(await undo()).toMatchObject({
    ok: true,
    output: { reversed: 2, skipped: [{ id: 'dee', name: 'Dee', why: 'It has already been undone.' }] },
  })
  expect([balanceOf('bob'), balanceOf('cy'), balanceOf('dee')]).toEqual([0, 0, 0])
  expect(await undo()).toMatchObject({ code: 'noneLeft' })
  expect(await rowsOf(ledgerAudit)).toMatchObject([{ act: 'reverseGrants', players: 2, amount: 30 }, {}, {}])
  const without = { ...person('ann', 'admin'), can: (one: string) => one !== 'addCurrency' }
  expect(await askAs(without, reverseGrants.name, { grants })).toMatchObject({ code: 'mayNot' })
  expect(await ask('mia', 'moderator', reverseGrants, { grants })).toMatchObject({ code: 'forbidden' })
  expect(await problems()).toEqual([])
})

test('[DE33] while currency is switched off staff give none, to one or to many, and still take back what was given', async () => {
  const app = await open()
  const { operation } = addCurrency.output.parse(((await app.give(rex)) as { output: unknown }).output)
  const settings = [setTo(configuredFeatures, HubFeatures.parse({ realCurrency: false }))]
  const switched = { name: 'switched', documents: [], commands: [], queries: [], settings }
  const off = await openLedger({ memory: app.memory, clock: app.clock, more: [switched] })
  const refused = { ok: false, code: 'off', message: 'Currency is switched off on this hub.' }
  expect(await giverOf(off)(rex)).toMatchObject(refused)
  expect(await off.ask('olga', 'owner', addCurrencyToMany, { targets: [rex], amount: 5 })).toMatchObject(refused)
  expect(off.balanceOf('bob')).toBe(500)
  const undo = { account: 'bob', operation }
  expect(await off.ask('ann', 'admin', reverseGrant, undo)).toMatchObject({ ok: true, output: { newBalance: 0 } })
  expect(await moneyProblems(off.hub, off.memory.storage)).toEqual([])
})

test('[DE20] users read their own wallet and their own rows of the ledger; staff who may add currency read all rows', async () => {
  const viewer = (id: string, ...may: string[]) => ({ id, can: (one: string) => may.includes(one) }) as never
  expect(ledger.readableBy(viewer('bob', 'play'), 'bob')).toBe(true)
  expect(ledger.readableBy(viewer('bob', 'play'), 'ann')).toBe(false)
  expect(ledger.readableBy(viewer('bob', 'play'), '')).toBe(false)
  expect(ledger.readableBy(viewer('ann', 'addCurrency'), '')).toBe(true)
})
