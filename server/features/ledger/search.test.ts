import { expect, test } from 'vitest'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { addCurrency, reverseGrant } from '../../../shared/features/ledger/commands.ts'
import type { Cause } from '../../../shared/features/ledger/ledger.ts'
import { exportOwnLedger, type LedgerLine, readReceipt, searchLedger } from '../../../shared/features/ledger/queries.ts'
import { inSession, person } from '../../testing/principals.ts'
import { moneyProblems } from './testing/checkMoney.ts'
import { openLedger, ownersSteamId } from './testing/openLedger.ts'

const rex = '76561198000000002'

/** ann is an admin; she gives bob and carl some currency, and takes one grant of bob back. */
async function open() {
  const app = await openLedger()
  await app.link('olga', ownersSteamId, 'Olga')
  await app.link('ann', '76561198000000001', 'Ann')
  await app.link('bob', rex, 'Bob')
  await app.link('carl', '76561198000000003', 'Carl')
  const give = async (target: string, amount: number, more: object = {}) => {
    app.clock.pass(60_000)
    const answer = await app.ask('olga', 'owner', addCurrency, { target, amount, ...more })
    return answer.ok ? addCurrency.output.parse(answer.output).operation : ''
  }
  await give('bob', 500, { reason: 'Won the race' })
  await give('carl', 7)
  await give('olga', 9)
  const shards = await give('bob', 30, { currency: 'sylvanShards' })
  app.clock.pass(60_000)
  await app.ask('olga', 'owner', reverseGrant, { account: 'bob', operation: shards })
  const read = async (who: ReturnType<typeof person>, query: { readonly name: string }, input: object = {}) =>
    app.hub.query(inSession(who), { name: query.name, input })
  const linesOf = async (who: ReturnType<typeof person>, input: object = {}) => {
    const answer = await read(who, searchLedger, input)
    return answer.ok ? (answer.output as { lines: LedgerLine[] }).lines : answer.code
  }
  return { ...app, read, linesOf, shards, problems: () => moneyProblems(app.hub, app.memory.storage) }
}
const bob = person('bob')

test('[LX1] users read their own operations with amount, balance after it and who did it, and staff are not named', async () => {
  const { linesOf, problems } = await open()
  const [reversal, shards, race] = (await linesOf(bob)) as LedgerLine[]
  const change = { currency: 'voidPearls', balance: 500, held: 0, after: 500 }
  expect(race).toMatchObject({
    cause: 'staffGrant',
    changes: [change],
    by: 'staff',
    byName: '',
    reason: 'Won the race',
  })
  expect(shards?.changes).toEqual([{ currency: 'sylvanShards', balance: 30, held: 0, after: 30 }])
  expect(reversal).toMatchObject({
    cause: 'reversal',
    changes: [{ balance: -30, after: 0 }],
    by: 'staff',
    reverses: shards?.operation,
  })
  expect(JSON.stringify(await linesOf(bob))).not.toMatch(/olga|Olga|Carl/)
  expect(await problems()).toEqual([])
})

test('[LX2] the ledger of another user is for staff who may give currency, who see names', async () => {
  const { linesOf, read } = await open()
  expect(await linesOf(bob, { player: 'carl' })).toBe('forbidden')
  expect(await linesOf(person('mia', 'moderator'), { player: 'bob' })).toBe('forbidden')
  expect(await linesOf(person('ann', 'admin'), { player: 'bob' })).toHaveLength(3)
  expect(await linesOf(person('ann', 'admin'), { player: 'bob' })).toMatchObject([{ byName: 'Olga' }, {}, {}])
  expect(await read(person('ann', 'admin'), searchLedger, { player: 'nobody-here' })).toMatchObject({
    ok: true,
    output: { lines: [], name: '' },
  })
})

test('[LX2366] staff who settle trades read ledgers and wallets of others without the right to give currency', async () => {
  const { linesOf, hub } = await open()
  const sam = person('sam')
  const settles = { ...sam, can: (one: Permission) => one === 'settleEconomy' || sam.can(one) }
  expect(await linesOf(settles, { player: 'bob' })).toMatchObject([{ byName: 'Olga' }, {}, {}])
  expect([sam, settles].map((one) => hub.mayRead(one, 'wallet/bob'))).toEqual([false, true])
})

test('[LX3] what staff gave to others is not in their own ledger, nor in their file', async () => {
  const { linesOf, read } = await open()
  const olga = person('olga', 'owner')
  expect(await linesOf(olga)).toMatchObject([{ by: 'you', changes: [{ balance: 9 }] }])
  expect(await read(olga, exportOwnLedger)).toMatchObject({ output: { lines: [{ changes: [{ balance: 9 }] }] } })
  expect(await read(olga, exportOwnLedger, { player: 'bob' })).toMatchObject({ output: { lines: [{ by: 'you' }] } })
  // One who is no longer staff reads what they gave no more.
  expect(await linesOf(person('olga'))).toHaveLength(1)
})

test('[LX4] each filter and each term of the search narrows the page, and a wrong search is refused', async () => {
  const { linesOf, clock } = await open()
  const causesBy = async (input: object) => ((await linesOf(bob, input)) as LedgerLine[]).map(({ cause }) => cause)
  const all: Cause[] = ['reversal', 'staffGrant', 'staffGrant']
  expect(await causesBy({ causes: ['reversal'] })).toEqual(['reversal'])
  expect(await causesBy({ causes: ['reversal', 'staffGrant'] })).toEqual(all)
  expect(await causesBy({ currency: 'voidPearls' })).toEqual(['staffGrant'])
  expect(await causesBy({ direction: 'out' })).toEqual(['reversal'])
  expect(await causesBy({ from: clock.now() })).toEqual(['reversal'])
  expect(await causesBy({ to: clock.now() - 1 })).toEqual(['staffGrant', 'staffGrant'])
  expect(await causesBy({ text: 'race' })).toEqual(['staffGrant'])
  expect(await causesBy({ text: 'currency:shards is:in' })).toEqual(['staffGrant'])
  expect(await causesBy({ text: 'amount>=500 or undone' })).toEqual(['reversal', 'staffGrant'])
  expect(await causesBy({ text: '-by:staff' })).toEqual([])
  expect(await linesOf(bob, { text: 'amount>many' })).toBe('badSearch')
})

test('[LX5] pages follow one another without a gap or a repeat', async () => {
  const { read, linesOf } = await open()
  const seen: string[] = []
  for (let before: number | null = null; ; ) {
    const answer = await read(bob, searchLedger, { before, limit: 1 })
    const { lines, next } = searchLedger.output.parse(answer.ok && answer.output)
    seen.push(...lines.map(({ key }) => key))
    if (next === null) break
    before = next
  }
  expect(seen).toEqual(((await linesOf(bob)) as LedgerLine[]).map(({ key }) => key))
})

test('[LX6] a receipt has all entries of one operation and what belongs to it, for its user alone', async () => {
  const { read, linesOf, shards } = await open()
  const line = ((await linesOf(bob)) as LedgerLine[]).find(({ operation }) => operation === shards)
  const input = { operation: shards, at: line?.at }
  expect(await read(bob, readReceipt, input)).toMatchObject({
    output: {
      receipt: {
        line: { operation: shards },
        entries: [
          { account: 'faucet:staffGrant', amount: -30 },
          { account: 'player', amount: 30 },
        ],
        related: [{ cause: 'reversal', reverses: shards }],
      },
    },
  })
  expect(await read(person('carl'), readReceipt, input)).toMatchObject({ output: { receipt: null } })
  expect(await read(person('carl'), readReceipt, { ...input, player: 'bob' })).toMatchObject({ code: 'forbidden' })
})

test('[LX2405] the receipt says why this reader may not take back what it is about: staff of the same role, and what is their own', async () => {
  const { read, linesOf } = await open()
  const admin = person('ann', 'admin')
  const mayNot = async (who: ReturnType<typeof person>, player: string) => {
    const [line] = (await linesOf(who, { player })) as LedgerLine[]
    const answer = await read(who, readReceipt, { player, operation: line?.operation, at: line?.at })
    return answer.ok ? (answer.output as { receipt: { mayNot?: string | null } }).receipt.mayNot : answer.code
  }
  expect([await mayNot(admin, 'bob'), await mayNot(admin, 'olga')]).toEqual([null, 'above'])
  expect(await mayNot(person('olga', 'owner'), 'olga')).toBeNull()
  const settles = { ...bob, can: (one: Permission) => one === 'settleEconomy' || bob.can(one) }
  expect([await mayNot(settles, 'bob'), await mayNot(settles, 'carl')]).toEqual(['notYourself', 'above'])
})
