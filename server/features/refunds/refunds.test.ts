import { expect, test } from 'vitest'
import { changeItems } from '../../../shared/features/catalogue/commands.ts'
import { cancel } from '../../../shared/features/deliveries/followUpCommands.ts'
import { setDinosaurFree } from '../../../shared/features/inventory/commands.ts'
import { addCurrency, longestReason } from '../../../shared/features/ledger/commands.ts'
import { ledger, ledgerAudit, mostPayments, payments, rewardKeys } from '../../../shared/features/ledger/ledger.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { redeemOwned } from '../../../shared/features/redemptions/commands.ts'
import { redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { refundPurchase } from '../../../shared/features/refunds/refundPurchase.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
import { purchaseCounts } from '../../../shared/features/shop/purchases.ts'
import { buySkin, dressDinosaur } from '../../../shared/features/skins/commands.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { dinosaurProblems } from '../inventory/testing/checkDinosaurs.ts'
import { growingMod, openRedemptions } from '../redemptions/testing/openRedemptions.ts'

/** Ann has 10,000 Void Pearls, and plays a young Triceratops. Ada is an admin. */
async function open() {
  const app = await openRedemptions()
  const { hub, clock, memory, ask } = app
  await ask(addCurrency, { target: 'ann', amount: 9_000 }, 'olga', 'owner')
  await ensureAccount(hub, clock.now(), { account: 'ada', steamId: '76561198000000002' })
  await app.links(...growingMod)
  await app.plays('Triceratops', 25)
  const newest = () => Object.keys(hub.read(payments, 'ann').latest).at(-1) ?? ''
  const refund = (operation: string, more: object = {}, who = 'ada', role: 'admin' | 'owner' | 'player' = 'admin') =>
    ask(refundPurchase, { account: 'ann', operation, reason: 'bought by mistake', ...more }, who, role)
  const buy = async () => {
    expect(await ask(buyDinosaur, { item: 'triceratops', price: 9_000 })).not.toHaveProperty('code')
    return newest()
  }
  const rows = async (kind: string) =>
    (await memory.storage.archivePage({ kind, before: null, limit: 50 })).rows.map(({ row }) => row)
  const allProblems = async () => [...(await app.problems()), ...(await dinosaurProblems(hub, memory.storage))]
  return { ...app, newest, refund, buy, rows, allProblems }
}
const codeOf = (answer: object) => ('code' in answer ? answer.code : 'done')

test('[RFP1] staff refund a purchase once: the price goes back by an operation that names it, the dinosaur ceases to be, and the audit says so', async () => {
  const { buy, refund, balance, dinosaurs, rows, allProblems } = await open()
  const operation = await buy()
  expect([balance(), dinosaurs().length]).toEqual([1_000, 1])
  expect(await refund(operation)).toMatchObject({ refunded: 9_000, newBalance: 10_000, isItemBack: true })
  expect([balance(), dinosaurs()]).toEqual([10_000, []])
  expect((await rows(ledger.kind))[0]).toMatchObject({
    cause: 'refund',
    reverses: operation,
    item: 'Triceratops',
    by: 'ada',
    reason: 'bought by mistake',
  })
  const [audited] = await rows(ledgerAudit.kind)
  expect(ledgerAudit.audited?.(ledgerAudit.schema.parse(audited))).toMatchObject({
    act: 'refundPurchase',
    did: 'refunded {amount} {currency} to {target} for {item}',
    detail: { item: 'Triceratops', reason: 'bought by mistake' },
  })
  for (const moneyOnly of [false, true]) expect(codeOf(await refund(operation, { moneyOnly }))).toBe('refunded')
  expect(balance()).toBe(10_000)
  expect(await allProblems()).toEqual([])
})

test('[RFP1100] a user is notified once of each refund: what was paid back, what was taken, and why; a refund that is refused says nothing', async () => {
  const { buy, refund, newest, ask, hub, dinosaurs, allProblems } = await open()
  const told = () =>
    Object.values(hub.read(notifications, 'ann').entries)
      .filter(({ type }) => type === 'purchaseRefunded')
      .map(({ message }) => message)
  const taken =
    'Staff refunded your purchase of Triceratops. You got 9,000 Void Pearls back, and the dinosaur was taken back. Reason: bought by mistake'
  const first = await buy()
  expect(codeOf(await refund(first, {}, 'ann'))).toBe('notYourself')
  expect(told()).toEqual([])
  await refund(first)
  expect(told()).toEqual([taken])
  expect(Object.values(hub.read(notifications, 'ann').entries).at(-1)).toMatchObject({
    title: 'A purchase was refunded',
    link: '/ledger',
    details: { currency: 'voidPearls', amount: 9_000, operation: expect.any(String) },
  })
  expect(codeOf(await refund(first))).toBe('refunded')
  const second = await buy()
  await ask(setDinosaurFree, { dinosaur: dinosaurs()[0]?.id })
  expect(codeOf(await refund(second))).toBe('used')
  await refund(second, { moneyOnly: true })
  const alone = 'Staff refunded your purchase of Triceratops. You got 9,000 Void Pearls back. Reason: bought by mistake'
  expect(told()).toEqual([taken, alone])
  await ask(buySkin, { design: { species: 'Triceratops', skin: 'skin-albino', colours: null }, price: 500 })
  await refund(newest(), { reason: 'x'.repeat(longestReason) })
  expect(told().at(-1)).toBe(
    `Staff refunded your purchase of Albino. You got 500 Void Pearls back, and the skin was taken back. Reason: ${'x'.repeat(longestReason)}`,
  )
  expect(await allProblems()).toEqual([])
})

test('[RFP2722] characters that turn the direction of a text are written out in the notification of a refund', async () => {
  const { buy, refund, hub } = await open()
  await refund(await buy(), { reason: 'bought\u202eekatsim' })
  const told = Object.values(hub.read(notifications, 'ann').entries).find(({ type }) => type === 'purchaseRefunded')
  expect(told?.message).toMatch(/ Reason: bought\[U\+202E\]ekatsim$/)
})

test('[RFP1101] a refund gives back the count of the day once, if the purchase was of the same UTC day, of a dinosaur and of a skin', async () => {
  const { refund, newest, ask, clock, allProblems } = await open()
  await ask(addCurrency, { target: 'ann', amount: 90_000 }, 'olga', 'owner')
  const limits = { triceratops: { perDay: 1 }, 'skin-albino': { perDay: 1 } }
  expect(await ask(changeItems, { changes: limits }, 'olga', 'owner')).not.toHaveProperty('code')
  const design = { species: 'Triceratops', skin: 'skin-albino', colours: null }
  for (const [buy, full] of [
    [() => ask(buyDinosaur, { item: 'triceratops', price: 9_000 }), 'limitReached'],
    [() => ask(buySkin, { design, price: 500 }), 'dayFull'],
  ] as const) {
    expect(codeOf(await buy())).toBe('done')
    const first = newest()
    expect(codeOf(await buy())).toBe(full)
    await refund(first)
    expect(codeOf(await buy())).toBe('done')
    const second = newest()
    expect(codeOf(await refund(first))).toBe('refunded')
    expect(codeOf(await buy())).toBe(full)
    clock.pass(86_400_000)
    expect(codeOf(await buy())).toBe('done')
    expect(codeOf(await refund(second))).toBe('done')
    expect(codeOf(await buy())).toBe(full)
  }
  expect(await allProblems()).toEqual([])
})

test('[RFP1400] a refund of the currency alone gives no count of the day back: what was bought is used, or with another user', async () => {
  const { refund, newest, ask, dinosaurs, hub, allProblems } = await open()
  await ask(addCurrency, { target: 'ann', amount: 90_000 }, 'olga', 'owner')
  const limits = { triceratops: { perDay: 1 }, 'skin-albino': { perDay: 1 } }
  expect(await ask(changeItems, { changes: limits }, 'olga', 'owner')).not.toHaveProperty('code')
  const buy = () => ask(buyDinosaur, { item: 'triceratops', price: 9_000 })
  expect(codeOf(await buy())).toBe('done')
  const dinosaur = dinosaurs()[0]?.id
  const design = { species: 'Triceratops', skin: 'skin-albino', colours: null }
  const bought = newest()
  expect(codeOf(await ask(dressDinosaur, { dinosaur, design, price: 500, ownedSkin: null }))).toBe('done')
  expect(codeOf(await refund(newest(), { moneyOnly: true }))).toBe('done')
  expect(codeOf(await ask(buySkin, { design, price: 500 }))).toBe('dayFull')
  await ask(setDinosaurFree, { dinosaur })
  expect(codeOf(await refund(bought, { moneyOnly: true }))).toBe('done')
  expect(codeOf(await buy())).toBe('limitReached')
  expect([hub.read(purchaseCounts, 'ann').ever, hub.read(redemptions, 'ann').purchases]).toEqual([0, 0])
  expect(await allProblems()).toEqual([])
})

test('[RFP1102] a payment that an earlier release kept loads, and used no limit that could be given back', () => {
  const kept = { cause: 'shop', currency: 'voidPearls', amount: 9_000, subject: 'one', item: 'Triceratops', at: 1 }
  expect(payments.schema.parse({ latest: { paid: kept } }).latest.paid).toEqual({
    ...kept,
    countedAs: null,
    refundedAt: null,
  })
})

test('[RFP2] what is on its way is waited for; what was used is reported, and staff may refund the currency alone', async () => {
  const { buy, refund, ask, current, deliver, balance, dinosaurs, allProblems } = await open()
  const operation = await buy()
  const [dinosaur] = dinosaurs()
  const redeem = () => ask(redeemOwned, { dinosaur: dinosaur?.id, mutations: { main: ['wader'], parents: [] } })
  await redeem()
  for (const moneyOnly of [false, true]) expect(codeOf(await refund(operation, { moneyOnly }))).toBe('locked')
  await ask(cancel, { id: current()?.id })
  await redeem()
  await deliver('confirmed')
  expect(await refund(operation)).toMatchObject({ code: 'used', message: expect.stringMatching(/currency alone/) })
  expect(balance()).toBe(1_000)
  expect(await refund(operation, { moneyOnly: true })).toMatchObject({ isItemBack: false, newBalance: 10_000 })
  const second = await buy()
  await ask(setDinosaurFree, { dinosaur: dinosaurs()[0]?.id })
  expect(codeOf(await refund(second))).toBe('used')
  expect(await allProblems()).toEqual([])
})

test('[RFP3] a redemption and a skin are refunded, too; what is only held is not paid yet', async () => {
  const { redeem, refund, newest, deliver, ask, hub, balance, allProblems } = await open()
  await redeem('redeem-triceratops', 300)
  expect(newest()).toBe('')
  await deliver('confirmed')
  expect(codeOf(await refund(newest()))).toBe('used')
  expect(await refund(newest(), { moneyOnly: true })).toMatchObject({ refunded: 300 })
  const design = { species: 'Triceratops', skin: 'skin-albino', colours: null }
  const before = balance()
  expect(await ask(buySkin, { design, price: 500 })).not.toHaveProperty('code')
  expect(await refund(newest())).toMatchObject({ isItemBack: true })
  expect([balance(), hub.read(ownedSkins, 'ann').skins]).toEqual([before, {}])
  expect(await allProblems()).toEqual([])
})

test('[RFP4] only staff above the player refund, never themselves, with a reason; an unknown, a foreign and an old payment are not there', async () => {
  const { buy, refund, ask, redeem, deliver, balance, hub, clock } = await open()
  const operation = await buy()
  expect(codeOf(await refund(operation, {}, 'ann', 'player'))).toBe('forbidden')
  expect(codeOf(await refund(operation, {}, 'ann', 'admin'))).toBe('notYourself')
  expect(codeOf(await refund(operation, { reason: ' x ' }))).toBe('badInput')
  expect(codeOf(await refund('another'))).toBe('gone')
  expect(codeOf(await refund(operation, { account: 'ada' }))).toBe('gone')
  expect(balance()).toBe(1_000)
  for (let count = 0; count < mostPayments; count += 1) {
    clock.pass(1)
    await ask(addCurrency, { target: 'ann', amount: 300 }, 'olga', 'owner')
    await redeem('redeem-triceratops', 300)
    await deliver('confirmed')
  }
  expect(Object.keys(hub.read(payments, 'ann').latest)).toHaveLength(mostPayments)
  expect(codeOf(await refund(operation))).toBe('gone')
})

test('[RFP5] what was refunded is remembered as long as its payment can be refunded, and no longer', async () => {
  const { hub, clock, buy, refund, balance, allProblems } = await open()
  const claims = () => Object.keys(hub.read(rewardKeys, 'ann').claims).filter((one) => one.startsWith('refund'))
  const operations: string[] = []
  for (let count = 0; count < mostPayments + 5; count += 1) {
    clock.pass(1)
    const operation = await buy()
    operations.push(operation)
    expect(await refund(operation)).toMatchObject({ refunded: 9_000 })
  }
  expect(claims()).toHaveLength(mostPayments)
  // None is paid again: of those that are forgotten the payment is gone, too.
  const again = []
  for (const operation of operations) again.push(codeOf(await refund(operation, { moneyOnly: true })))
  expect(again).toEqual([...Array(5).fill('gone'), ...Array(mostPayments).fill('refunded')])
  expect(balance()).toBe(10_000)
  expect(await allProblems()).toEqual([])
})
