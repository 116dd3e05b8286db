// One file because all of its tests make journals with the same few entries.
import { expect, test } from 'vitest'
import type { Entry } from '../../server/engine/entry.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import { auditEconomy } from './economyChecks.ts'
import { checkHouse } from './ending.ts'
import { type RepeatedCall, replayJournal, type SentCommand } from './evidence.ts'

const blank = { voidPearls: 0, razorTalons: 0, sylvanShards: 0, holds: {}, flows: {} }
const row = (
  operation: string,
  entries: readonly (readonly [account: string, amount: number])[],
  more: object = {},
) => ({
  kind: 'ledger',
  about: [],
  row: {
    operation,
    cause: 'shop',
    player: 'ann',
    by: 'ann',
    entries: entries.map(([account, amount]) => ({ account, currency: 'voidPearls', amount })),
    ...more,
  },
})
const grantRow = (operation: string, amount: number) =>
  row(operation, [
    ['faucet:staffGrant', -amount],
    ['player', amount],
  ])
const purchaseRow = (operation: string, amount: number) =>
  row(operation, [
    ['player', -amount],
    ['sink:shop', amount],
  ])
const step = (entry: string, number: number, act: string, from: string, to: string, more: object = {}) => ({
  kind: 'inventoryHistory',
  about: [],
  row: {
    entry,
    step: number,
    act,
    cause: 'purchase',
    player: 'ann',
    from,
    to,
    species: 'X',
    operation: 'o',
    by: 'ann',
    ...more,
  },
})
const dinosaur = (more: object = {}) => ({ d1: { state: 'stored', heldFor: null, delivery: null, ...more } })

/** A journal whose entries set whole documents. */
function journal(...given: readonly (Partial<Entry> & { readonly documents?: Readonly<Record<string, object>> })[]) {
  const versions = new Map<string, number>()
  return given.map(({ documents = {}, ...more }, at): Entry => {
    const changes = Object.entries(documents).map(([id, value]) => {
      const version = (versions.get(id) ?? 0) + 1
      versions.set(id, version)
      return { id: id as DocumentId, version, patches: [{ op: 'replace' as const, path: [], value }] }
    })
    const base = { seq: at + 1, epoch: 1, at, actor: 'ann', command: 'ledger.addCurrency', commandId: `c${at + 1}` }
    return { ...base, input: {}, output: {}, archive: [], ...more, changes }
  })
}
const grant = (amount: number, total: number) => ({
  input: { target: 'ann', amount },
  output: { operation: `g${total}`, player: { account: 'ann' } },
  archive: [grantRow(`g${total}`, amount)],
  documents: { 'wallet/ann': { ...blank, voidPearls: total } },
})
const purchase = (price: number, left: number, more: object = {}) => ({
  command: 'shop.buy',
  input: { item: 'hypsilophodon', price },
  output: { price },
  archive: [purchaseRow(`p${left}`, price), step('d1', 1, 'added', 'none', 'player')],
  documents: { 'wallet/ann': { ...blank, voidPearls: left }, 'inventory/ann': { dinosaurs: dinosaur() } },
  ...more,
})
const sent = (seq: number, more: Partial<SentCommand> = {}): SentCommand => ({
  page: 'ann 1',
  account: 'ann',
  commandId: `c${seq}`,
  name: 'shop.buy',
  input: { item: 'hypsilophodon', price: 500 },
  attempts: 1,
  sentAt: seq * 10,
  answeredAt: seq * 10 + 5,
  answer: { ok: true, output: { price: 500 }, seq },
  ...more,
})
const problems = (
  entries: readonly Entry[],
  commands: readonly SentCommand[] = [],
  repeats: readonly RepeatedCall[] = [],
) => auditEconomy({ entries, commands, repeats }, replayJournal(entries)).violations
const saying = (text: string) => expect.arrayContaining([expect.stringContaining(text)])

test('[ZE2] a grant and a purchase at the right price have no violation', () => {
  expect(problems(journal(grant(600, 600), purchase(500, 100)))).toEqual([])
})

test('[ZE3] currency that a wallet and the ledger do not agree on is found, and so is an operation that does not sum to zero', () => {
  const off = { documents: { 'wallet/ann': { ...blank, voidPearls: 700 } } }
  expect(problems(journal({ ...grant(600, 600), ...off }))).toEqual(saying('has 700 voidPearls, and 600 by the ledger'))
  const minted = [row('g600', [['player', 600]])]
  expect(problems(journal({ ...grant(600, 600), archive: minted }))).toEqual(saying('sum to 600'))
  expect(problems(journal(grant(600, 600), grant(600, 600)))).toEqual(saying('in the ledger twice'))
  expect(problems(journal(purchase(500, -500)))).toEqual(saying('has -500 voidPearls'))
})

test('[ZE4] a purchase at another price than the one asked, a bonus paid twice on a day, an achievement paid twice and a command that may not move currency are found', () => {
  expect(problems(journal(grant(600, 600), purchase(400, 200)))).toEqual(saying('bought hypsilophodon for 400'))
  const bonus = (operation: string, total: number) => ({
    command: 'economy.visit',
    output: { paid: [{ cause: 'dailyBonus', currency: 'voidPearls', amount: 50 }] },
    archive: [
      row(operation, [
        ['faucet:dailyBonus', -50],
        ['player', 50],
      ]),
    ],
    documents: { 'wallet/ann': { ...blank, voidPearls: total } },
  })
  expect(problems(journal(bonus('b1', 50), bonus('b2', 100)))).toEqual(saying('dailyBonus of a day twice'))
  const earned = (operation: string, total: number, subject = 'firstSteps') => ({
    command: 'achievements.update',
    archive: [
      row(
        operation,
        [
          ['faucet:achievement', -100],
          ['player', 100],
        ],
        { cause: 'achievement', subject },
      ),
    ],
    documents: { 'wallet/ann': { ...blank, voidPearls: total } },
  })
  expect(problems(journal(earned('a1', 100), earned('a2', 200, 'more')))).toEqual([])
  expect(problems(journal(earned('a1', 100), earned('a2', 200)))).toEqual(saying('the achievement firstSteps twice'))
  expect(problems(journal({ ...grant(600, 600), command: 'packs.leave' }))).toEqual(
    saying('packs.leave moved currency'),
  )
})

test('[ZE5] a hold that ends twice, or stays after its redemption has ended, is found', () => {
  const hold = row('h', [
    ['player', -25],
    ['hold:r1', 25],
  ])
  const back = (operation: string) =>
    row(operation, [
      ['hold:r1', -25],
      ['player', 25],
    ])
  const redeem = {
    command: 'redemptions.redeemItem',
    input: { item: 'custom-message', price: 25 },
    archive: [hold],
    documents: {
      'wallet/ann': { ...blank, voidPearls: 575, holds: { r1: { currency: 'voidPearls', amount: 25 } } },
      'redemptions/ann': { entries: { r1: { id: 'r1', state: 'open', price: { amount: 25 }, dinosaur: null } } },
    },
  }
  const state = (name: string) => ({
    entries: { r1: { id: 'r1', state: name, price: { amount: 25 }, dinosaur: null } },
  })
  const released = (operation: string, total: number) => ({
    command: 'deliveries.endAttempt',
    archive: [back(operation)],
    documents: { 'wallet/ann': { ...blank, voidPearls: total }, 'redemptions/ann': state('released') },
  })
  expect(problems(journal(grant(600, 600), redeem, released('e1', 600)))).toEqual([])
  expect(problems(journal(grant(600, 600), redeem, released('e1', 600), released('e2', 625)))).toEqual(
    saying('hold:r1 ended twice'),
  )
  const stuck = { command: 'deliveries.endAttempt', documents: { 'redemptions/ann': state('released') } }
  expect(problems(journal(grant(600, 600), redeem, stuck))).toEqual(saying('is released, and its price is held'))
})

test('[ZE6] a dinosaur in two inventories, in none, or with a gap in its history is found', () => {
  const twice = purchase(500, 100, {
    documents: {
      'wallet/ann': { ...blank, voidPearls: 100 },
      'inventory/ann': { dinosaurs: dinosaur() },
      'inventory/bob': { dinosaurs: dinosaur() },
    },
  })
  expect(problems(journal(grant(600, 600), twice))).toEqual(saying('d1 is with player of bob'))
  const gone = { command: 'packs.leave', documents: { 'inventory/ann': { dinosaurs: {} } } }
  expect(problems(journal(grant(600, 600), purchase(500, 100), gone))).toEqual(saying('and in no inventory'))
  const gap = purchase(500, 100, { archive: [purchaseRow('p100', 500), step('d1', 2, 'added', 'none', 'player')] })
  expect(problems(journal(grant(600, 600), gap))).toEqual(saying('has step 2 after 0'))
})

test('[ZE7] a refusal for a reason that did not hold while the request was under way is found', () => {
  const entries = journal(grant(600, 600), purchase(500, 100), grant(900, 1_000))
  const refused = (code: string, sentAt: number, more: Partial<SentCommand> = {}) =>
    sent(9, { sentAt, answeredAt: sentAt + 1, answer: { ok: false, code, message: '' }, ...more })
  const around = [sent(1, { name: 'ledger.addCurrency' }), sent(2), sent(3, { name: 'ledger.addCurrency' })]
  expect(problems(entries, [...around, refused('tooPoor', 26)])).toEqual([])
  expect(problems(entries, [...around, refused('unavailable', 16)])).toEqual([])
  expect(problems(entries, [...around, refused('tooPoor', 16)])).toEqual(saying('was not so at any entry from 1 to 1'))
  expect(problems(entries, [...around, refused('repriced', 26)])).toEqual(saying('was not so'))
  expect(problems(entries, [...around, refused('gone', 26)])).toEqual(saying('which is not an answer to it'))
})

test('[ZE8] an id that was repeated and answered otherwise, or accepted with other contents, is found', () => {
  const entries = journal(grant(600, 600), purchase(500, 100))
  const repeat = (contents: RepeatedCall['contents'], answer: RepeatedCall['answer']): RepeatedCall => ({
    page: 'ann 1',
    contents,
    first: sent(2),
    answer,
  })
  const [same, other] = [sent(2).answer, { ok: true as const, output: { price: 501 }, seq: 2 }]
  const refused = (code: string) => ({ ok: false as const, code, message: '' })
  const right = [repeat('same', same), repeat('same', null), repeat('otherContents', refused('otherContents'))]
  expect(problems(entries, [], right)).toEqual([])
  expect(problems(entries, [], [repeat('same', other)])).toEqual(saying('was answered'))
  expect(problems(entries, [], [repeat('same', refused('otherContents'))])).toEqual(saying('was answered'))
  expect(problems(entries, [], [repeat('otherContents', same)])).toEqual(saying('sent again with other contents'))
})

/** Ann sells two hypsilophodons to Bob at the same price, and staff undo one of the two sales. */
function undoneSale(named: string, reverses: string, came: string) {
  const [price, fee, proceeds] = [100, 5, 95]
  const sale = (thing: string) => [
    {
      actor: 'ann',
      command: 'market.openListing',
      input: { item: { kind: 'dinosaur', id: thing }, price, fee },
      output: { listing: `l${thing}`, price: { currency: 'voidPearls', amount: price }, fee, proceeds },
    },
    {
      actor: 'bob',
      command: 'market.buyListing',
      input: { seller: 'ann', listing: `l${thing}`, price },
      output: { operation: `s${thing}` },
    },
  ]
  const back = step(came, 1, 'moved', 'player', 'player', { player: 'ann', other: 'bob' })
  const undo = {
    command: 'market.reverseSale',
    input: { operation: named, seller: 'ann', buyer: 'bob', moneyOnly: false },
    output: { operation: 'u1', refunded: price, isItemBack: true },
    archive: [row('u1', [], { cause: 'reversal', reverses }), back],
  }
  return problems(journal(...sale('d1'), ...sale('d2'), undo))
}

test('[ZE9] an undo that gives back another sale than the one it was asked for is found, though the prices are the same', () => {
  const ofName = (found: readonly string[]) => found.filter((one) => /as what it corrects|it was about/.test(one))
  expect(ofName(undoneSale('sd2', 'sd2', 'd2'))).toEqual([])
  expect(undoneSale('sd2', 'sd1', 'd2')).toEqual(saying('market.reverseSale of sd2 names sd1 as what it corrects'))
  expect(undoneSale('sd2', 'sd2', 'd1')).toEqual(saying('has moved d1, and it was about d2'))
})

test('[ZE2032] an undone sale that refunds a skin which the buyer did not put on it, or one of a refund before, is found', () => {
  const [price, fee, proceeds] = [100, 5, 95]
  const dress = (dinosaur: string) => ({
    actor: 'bob',
    command: 'skins.dress',
    input: { dinosaur, price: 500, ownedSkin: null },
    output: {},
    archive: [row(`worn${dinosaur}`, [], { cause: 'skin' })],
  })
  const undo = (refunded: string, nth: number) => ({
    command: 'market.reverseSale',
    input: { operation: 's1', seller: 'ann', buyer: 'bob', moneyOnly: false },
    output: { operation: `u${nth}`, refunded: price, isItemBack: true },
    archive: [
      row(`r${nth}`, [], { cause: 'refund', reverses: refunded }),
      row(`u${nth}`, [], { cause: 'reversal', reverses: 's1' }),
      step('d1', nth, 'moved', 'player', 'player', { player: 'ann', other: 'bob' }),
    ],
  })
  const found = (...undone: ReturnType<typeof undo>[]) =>
    problems(
      journal(
        {
          actor: 'ann',
          command: 'market.openListing',
          input: { item: { kind: 'dinosaur', id: 'd1' }, price, fee },
          output: { listing: 'l1', price: { currency: 'voidPearls', amount: price }, fee, proceeds },
        },
        {
          actor: 'bob',
          command: 'market.buyListing',
          input: { seller: 'ann', listing: 'l1', price },
          output: { operation: 's1' },
        },
        dress('d1'),
        dress('d2'),
        ...undone,
      ),
    ).filter((one) => /not a skin on it|as what it corrects/.test(one))
  expect(found(undo('wornd1', 1))).toEqual([])
  expect(found(undo('wornd2', 1))).toHaveLength(1)
  expect(found(undo('wornd1', 1), undo('wornd1', 2))).toHaveLength(1)
})

test('[ZE10] a refund of another line of the same product, or of more than was paid, is found', () => {
  const bought = (at: string) => ({ ...purchase(500, 0), output: { price: 500, operation: `p${at}`, entry: `d${at}` } })
  const refund = (reverses: string, taken: string, refunded: number) =>
    problems(
      journal(bought('1'), bought('2'), {
        command: 'refunds.refundPurchase',
        input: { account: 'ann', operation: 'p2' },
        output: { refunded, currency: 'voidPearls' },
        archive: [row('r', [], { cause: 'refund', reverses }), step(taken, 2, 'consumed', 'player', 'consumed')],
      }),
    ).filter((one) => /as what it corrects|it was about|it cost 500$/.test(one))
  expect(refund('p2', 'd2', 500)).toEqual([])
  expect(refund('p1', 'd2', 500)).toEqual(saying('refundPurchase of p2 names p1 as what it corrects'))
  expect(refund('p2', 'd1', 500)).toEqual(saying('has consumed d1, and it was about d2'))
  expect(refund('p2', 'd2', 501)).toEqual(saying('of p2 501 were refunded, and it cost 500'))
})

test('[ZE2161] a refunded dinosaur gives back what was paid for the skin on it, and for no other one', () => {
  const bought = { ...purchase(500, 0), output: { price: 500, operation: 'p1', entry: 'd1' } }
  const dress = (dinosaur: string) => ({
    command: 'skins.dress',
    input: { dinosaur, price: 500, ownedSkin: null },
    output: {},
    archive: [row(`worn${dinosaur}`, [], { cause: 'skin' })],
  })
  const refund = (...skins: string[]) =>
    problems(
      journal(bought, dress('d1'), dress('d2'), {
        command: 'refunds.refundPurchase',
        input: { account: 'ann', operation: 'p1' },
        output: { refunded: 500, currency: 'voidPearls' },
        archive: [
          row('r', [], { cause: 'refund', reverses: 'p1' }),
          ...skins.map((reverses, nth) => row(`r${nth}`, [], { cause: 'refund', reverses })),
          step('d1', 2, 'consumed', 'player', 'consumed'),
        ],
      }),
    ).filter((one) => /as what it corrects|not a skin on it/.test(one))
  expect(refund('wornd1')).toEqual([])
  expect(refund('wornd2')).toEqual(saying('refundPurchase of p1 names wornd2 as what it corrects'))
})

test('[ZE2273] an undone sale gives back what its buyer or its seller paid for a skin on it, and what no one else paid', () => {
  const [price, fee, proceeds] = [100, 5, 95]
  const found = (actor: string) =>
    problems(
      journal(
        {
          actor,
          command: 'skins.dress',
          input: { dinosaur: 'd1', price: 500, ownedSkin: null },
          output: {},
          archive: [row('worn', [], { cause: 'skin' })],
        },
        {
          actor: 'ann',
          command: 'market.openListing',
          input: { item: { kind: 'dinosaur', id: 'd1' }, price, fee },
          output: { listing: 'l1', price: { currency: 'voidPearls', amount: price }, fee, proceeds },
        },
        {
          actor: 'bob',
          command: 'market.buyListing',
          input: { seller: 'ann', listing: 'l1', price },
          output: { operation: 's1' },
        },
        {
          command: 'market.reverseSale',
          input: { operation: 's1', seller: 'ann', buyer: 'bob', moneyOnly: false },
          output: { operation: 'u1', refunded: price, isItemBack: false },
          archive: [
            row('r1', [], { cause: 'refund', reverses: 'worn' }),
            row('u1', [], { cause: 'reversal', reverses: 's1' }),
          ],
        },
      ),
    ).filter((one) => /not a skin on it/.test(one))
  expect([found('ann'), found('bob')]).toEqual([[], []])
  expect(found('cleo')).toEqual(saying('a correction of d1 refunded worn, which was not a skin on it'))
})

test('[ZE11] users who were never in the game are refused for it only until staff have switched that limit off', () => {
  const entries = journal({ command: 'economy.changeSettings' }, grant(600, 600))
  const gift = (sentAt: number) =>
    sent(9, {
      name: 'gifts.send',
      sentAt,
      answeredAt: sentAt + 1,
      answer: { ok: false, code: 'hoursNeeded', message: '' },
    })
  const around = [sent(1, { name: 'economy.changeSettings' }), sent(2, { name: 'ledger.addCurrency' })]
  expect(problems(entries, [...around, gift(1)])).toEqual([])
  expect(problems(entries, [...around, gift(26)])).toEqual(saying('was not so'))
})

test('[TO2681] the totals that a node shows are compared with the books as of when they were read: what is paid later does not matter, what is paid meanwhile may be in them, and any other sum is a violation', () => {
  const entries = journal(grant(100, 100), grant(50, 150), grant(25, 175))
  const violations = (amount: number, from: number, to: number) => {
    const currencies = [{ currency: 'voidPearls', supply: String(amount), held: '0', drift: '0' }]
    const flows = [{ kind: 'faucet', cause: 'staffGrant', amounts: { voidPearls: String(amount) } }]
    return checkHouse({ node: 1, from, to, currencies, flows }, entries, 'at the end')
  }
  expect([violations(100, 1, 1), violations(100, 1, 2), violations(150, 1, 2), violations(175, 3, 3)]).toEqual(
    Array(4).fill([]),
  )
  expect(violations(100, 2, 3)).toEqual([
    'at the end, node 1 shows a supply of voidPearls of 100, and the books have 175',
    'at the end, node 1 shows faucet:staffGrant of voidPearls 100, and the books have 175',
  ])
  expect(violations(125, 1, 3)).not.toEqual([])
})
