// One file because the table, its search and what owners do to several users are tested on the same accounts.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Permission, Role } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { deliveryAudit } from '../../../shared/features/deliveries/archives.ts'
import { bulkRuns } from '../../../shared/features/deliveries/bulk.ts'
import { bans, deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { moveToManual } from '../../../shared/features/deliveries/hubCommands.ts'
import { mostCurrency } from '../../../shared/features/ledger/accounts.ts'
import { reverseGrants } from '../../../shared/features/ledger/commands.ts'
import { setTier } from '../../../shared/features/patrons/patrons.ts'
import { recordPlay } from '../../../shared/features/play/commands.ts'
import { HubFeatures } from '../../../shared/features/server/hubFeatures.ts'
import * as commands from '../../../shared/features/users/commands.ts'
import {
  chooseUsers,
  exportUsers,
  listUsers,
  readUser,
  type User,
  userChanges,
  userSorts,
} from '../../../shared/features/users/users.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, setTo } from '../../engine/rule.ts'
import { person } from '../../testing/principals.ts'
import { inventoryFeature } from '../inventory/feature.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { openLedger, ownersSteamId } from '../ledger/testing/openLedger.ts'
import { patronsFeature } from '../patrons/feature.ts'
import { configuredFeatures } from '../server/isSwitchedOn.ts'
import { startUserChanges } from './changes.ts'
import { usersFeature } from './feature.ts'
import { type Row, sorts } from './orders.ts'
import { followUsers, type UserTable } from './table.ts'

const dayMs = 86_400_000
const steamOf = (number: number) => `765611980000001${String(number).padStart(2, '0')}`

/** olga is the owner; ann is an admin; bob and carl play; dora has linked no player. */
async function open(more: readonly Feature[] = []) {
  const known: { table?: UserTable } = {}
  const app = await openLedger({
    more: [patronsFeature, inventoryFeature, usersFeature(() => known.table as UserTable), ...more],
  })
  const { hub, clock, memory } = app
  known.table = followUsers(hub, clock)
  await app.link('olga', ownersSteamId, 'Olga')
  for (const [at, id] of ['ann', 'bob', 'carl'].entries()) {
    clock.pass(dayMs)
    await app.link(id, steamOf(at), id[0]?.toUpperCase() + id.slice(1))
  }
  await app.link('dora', null, 'Dora')
  const asOwner = (command: { readonly name: string }, input: object) => app.ask('olga', 'owner', command, input)
  const query = async (name: string, input: object, role: Role = 'owner') =>
    hub.query(person('olga', role), { name, input })
  const outputOf = async <Output>(asked: Promise<{ ok: boolean; output?: unknown }>) => {
    const answer = await asked
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.output as Output
  }
  return {
    ...app,
    asOwner,
    query,
    list: (input: object = {}) => outputOf<{ users: User[]; total: number }>(query(listUsers.name, input)),
    names: async (input: object = {}) =>
      (
        await outputOf<{ users: User[] }>(query(listUsers.name, { sort: 'username', descending: false, ...input }))
      ).users.map(({ username }) => username),
    outputOf,
    rows: async ({ kind }: { readonly kind: string }) =>
      (await memory.storage.archivePage({ kind, before: null, limit: 1_000 })).rows.map(({ row }) => row),
    problems: () => moneyProblems(hub, memory.storage),
  }
}

test('[USR1] a user has the fields of the panel, and the table follows what changes', async () => {
  const { list, asOwner, clock, hub } = await open()
  const bob = async () => (await list({ text: 'name:bob' })).users[0]
  expect(await bob()).toMatchObject({
    id: 'bob',
    username: 'Bob',
    steamId: steamOf(1),
    discordId: 'bob',
    email: null,
    patreonTier: 'None',
    playtime: 0,
    status: 'active',
    currencies: { dinosaurs: 0, voidPearls: 0, sylvanShards: 0, razorTalons: 0 },
    banInfo: null,
  })
  await asOwner(setTier, { account: 'bob', tier: 'Gold' })
  await asOwner(commands.giveToUsers, { users: ['bob'], currencies: { voidPearls: 5, sylvanShards: 7 } })
  await asOwner(commands.banUsers, { users: ['bob'], reason: 'Griefing', durationMs: 7 * dayMs })
  expect(await bob()).toMatchObject({
    patreonTier: 'Gold',
    currencies: { voidPearls: 5, sylvanShards: 7, razorTalons: 0 },
    status: 'banned',
    banInfo: {
      reason: 'Griefing',
      bannedBy: 'Olga',
      bannedDate: clock.now(),
      expiresDate: clock.now() + 7 * dayMs,
      duration: '1week',
    },
  })
  clock.pass(8 * dayMs)
  await hub.execute('timer', 'deliveries.expireBan', { server: mainServer, player: steamOf(1) })
  expect(await bob()).toMatchObject({ status: 'active', banInfo: null })
})

test('[USR2] the table is searched with the words of lists, sorted by every column in both directions, and paged', async () => {
  const { names, list, asOwner } = await open()
  await asOwner(commands.giveToUsers, { users: ['carl'], currencies: { razorTalons: 900 } })
  await asOwner(commands.banUsers, { users: ['bob'], durationMs: null })
  expect(await names()).toEqual(['Ann', 'Bob', 'Carl', 'Dora', 'Olga'])
  expect(await names({ descending: true })).toEqual(['Olga', 'Dora', 'Carl', 'Bob', 'Ann'])
  for (const [text, found] of [
    ['status:banned', ['Bob']],
    ['talons>500', ['Carl']],
    ['steam:none', ['Dora']],
    [`steam:${steamOf(0)}`, ['Ann']],
    ['an or do', ['Ann', 'Dora']],
    ['status:active not tier:gold name:o', ['Dora', 'Olga']],
    ['ban:permanent', ['Bob']],
    ['joined<2001-01-01', []],
  ] as const)
    expect([text, await names({ text })]).toEqual([text, found])
  for (const sort of userSorts)
    for (const descending of [false, true])
      expect([sort, (await list({ sort, descending })).users.length]).toEqual([sort, 5])
  expect((await list({ sort: 'razorTalons', descending: true })).users[0]?.id).toBe('carl')
  expect((await list({ sort: 'status', descending: true })).users[0]?.id).toBe('bob')
  expect(await list({ page: 1 })).toEqual({ users: [], total: 5 })
})

test('[USR3] a search that is not understood, and everyone but owners, are refused', async () => {
  const { query } = await open()
  for (const { name } of [listUsers, chooseUsers, exportUsers]) {
    expect(await query(name, { text: 'talons>many' })).toMatchObject({ ok: false, code: 'badSearch' })
    expect(await query(name, {}, 'admin')).toMatchObject({ ok: false, code: 'forbidden' })
  }
})

test('[USR4] an erased user leaves the table, and a new one comes in; an export reads each once, whatever comes in between', async () => {
  const { names, erase, link, outputOf, query } = await open()
  const first = await outputOf<{ users: User[]; next: string | null }>(query(exportUsers.name, { after: 'ann' }))
  expect([first.users.map(({ id }) => id), first.next]).toEqual([['bob', 'carl', 'dora', 'olga'], null])
  await erase('carl', 'Carl')
  await link('emil', null, 'Emil')
  expect(await names()).toEqual(['Ann', 'Bob', 'Dora', 'Emil', 'Olga'])
})

test('[USR2315] with the owner panel and without the rights to give currency and to settle trades one sees no balances, in the table or of one user, and neither sorts nor finds by them', async () => {
  const { hub, asOwner, list } = await open()
  await asOwner(commands.giveToUsers, { users: ['bob'], currencies: { voidPearls: 5 } })
  const owner = person('olga', 'owner')
  const lacks = (one: Permission) => one === 'addCurrency' || one === 'settleEconomy'
  const lesser = { ...owner, can: (one: Permission) => !lacks(one) && owner.can(one) }
  const asks = (query: { readonly name: string }, input: object) => hub.query(lesser, { name: query.name, input })
  const hidden = { dinosaurs: 0, voidPearls: null, sylvanShards: null, razorTalons: null }
  expect(await asks(listUsers, { text: 'name:bob' })).toMatchObject({
    output: { users: [{ id: 'bob', currencies: hidden }] },
  })
  expect(await asks(readUser, { id: 'bob' })).toMatchObject({ output: { user: { currencies: hidden } } })
  expect((await list({ text: 'pearls>4' })).users).toMatchObject([{ id: 'bob', currencies: { voidPearls: 5 } }])
  expect(await asks(listUsers, { text: 'pearls>4' })).toMatchObject({ code: 'badSearch' })
  expect(await asks(chooseUsers, { text: 'pearls>4' })).toMatchObject({ code: 'badSearch' })
  expect(await asks(listUsers, { sort: 'voidPearls' })).toMatchObject({ code: 'noBalances' })
  expect(await asks(chooseUsers, { sort: 'razorTalons' })).toMatchObject({ code: 'noBalances' })
})

test('[USR2371] with the owner panel and without the right to ban one sees no bans, in the table or of one user, and neither sorts nor finds by them', async () => {
  const { asOwner, hub, list } = await open()
  await asOwner(commands.banUsers, { users: ['bob'], reason: 'Raid', durationMs: null })
  const owner = person('olga', 'owner')
  const lesser = { ...owner, can: (one: Permission) => one !== 'banPlayers' && owner.can(one) }
  const asks = (query: { readonly name: string }, input: object) => hub.query(lesser, { name: query.name, input })
  const hidden = { id: 'bob', status: null, banInfo: null }
  expect(await asks(listUsers, { text: 'name:bob' })).toMatchObject({ output: { users: [hidden] } })
  expect(await asks(readUser, { id: 'bob' })).toMatchObject({ output: { user: hidden } })
  const shown = { id: 'bob', status: 'banned', banInfo: { reason: 'Raid' } }
  for (const text of ['status:banned', 'reason:raid', 'by:olga', 'ban:permanent']) {
    expect((await list({ text })).users).toMatchObject([shown])
    expect(await asks(listUsers, { text })).toMatchObject({ code: 'badSearch' })
    expect(await asks(chooseUsers, { text })).toMatchObject({ code: 'badSearch' })
  }
  expect(await asks(listUsers, { sort: 'status' })).toMatchObject({ code: 'noBans' })
  expect(await asks(chooseUsers, { sort: 'status' })).toMatchObject({ code: 'noBans' })
})

/** Which of these are still in memory. */
async function leftOf(rows: readonly WeakRef<Row>[]): Promise<readonly Row[]> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // What was just read is kept until the turn ends.
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  return rows.flatMap((one) => one.deref() ?? [])
}

test('[USR55] an order that no page asks for any more does not collect what users were, and is whole when it is asked for again', async () => {
  const { hub, clock } = await open()
  const table = followUsers(hub, clock)
  const players = [0, 1, 2].map((at) => ({ id: steamOf(at), species: 'Troodon' }))
  await hub.execute('game link', recordPlay.name, { server: mainServer, players, at: clock.now(), seenAt: null })
  for (const sort of sorts) await table.rows(sort, false)
  const seen: WeakRef<Row>[] = []
  for (let nth = 0; nth < 1_000; nth += 1) {
    clock.pass(5_000)
    const rows = await table.rows('username', false)
    seen.push(...rows.map((row) => new WeakRef(row)))
  }
  expect(new Set(await leftOf(seen)).size).toBeLessThan(1_100)
  for (const sort of sorts) {
    const named = (rows: readonly Row[]) => rows.map(({ user }) => user.id)
    expect([sort, named(await table.rows(sort, false))]).toEqual([
      sort,
      named(await followUsers(hub, clock).rows(sort, false)),
    ])
  }
})

test('[USR56] a user of whom nothing that the table shows has changed keeps their row', async () => {
  const relink = defineCommand({
    name: 'given.relink',
    permission: 'hub',
    input: z.object({}),
    output: z.object({}),
    refusals: {},
  })
  const relinkRule = implement(relink, ({ edit }) => {
    edit(account, 'bob').formerSteamIds.push(steamOf(9))
    return {}
  })
  const { hub, clock, asOwner } = await open([{ name: 'given', documents: [], commands: [relinkRule], queries: [] }])
  const table = followUsers(hub, clock)
  const bob = async () => (await table.rows('username', false)).find(({ user }) => user.id === 'bob')
  const before = await bob()
  await hub.execute('test', relink.name, {})
  expect(await bob()).toBe(before)
  await asOwner(commands.giveToUsers, { users: ['bob'], currencies: { voidPearls: 5 } })
  expect(await bob()).not.toBe(before)
})

test('[USR57] an erased user leaves the memory of the table at once, though no page asks for it', {
  tags: 'slow',
}, async () => {
  const { hub, clock, asOwner, erase } = await open()
  const table = followUsers(hub, clock)
  const carls: WeakRef<Row>[] = []
  for (const sort of sorts) {
    await asOwner(commands.giveToUsers, { users: ['carl'], currencies: { voidPearls: 1 } })
    for (const row of await table.rows(sort, false)) if (row.user.id === 'carl') carls.push(new WeakRef(row))
  }
  expect(await leftOf(carls)).not.toEqual([])
  expect(await erase('carl', 'Carl')).toMatchObject({ ok: true })
  expect(await leftOf(carls)).toEqual([])
  expect(table.size()).toBe(4)
})

test('[USR5] a ban of several is one run with a delivery for each and a line of the audit for each; whom it leaves out is named', async () => {
  const { asOwner, outputOf, hub, rows } = await open()
  const users = ['bob', 'ann', 'bob', 'olga', 'dora', 'nemo']
  const ban = asOwner(commands.banUsers, { users, reason: 'Raid', durationMs: dayMs })
  const answer = await outputOf<commands.UsersAnswer>(ban)
  expect(answer).toMatchObject({ done: 2 })
  expect(answer.skipped.map(({ id, why }) => [id, why])).toEqual([
    ['olga', "You can't kick or ban yourself."],
    ['dora', "This user hasn't linked a Steam account, so there is no player to ban."],
    ['nemo', 'There is no such user.'],
  ])
  const held = hub.read(bans, mainServer).bans
  expect(Object.keys(held).sort()).toEqual([steamOf(0), steamOf(1)])
  const all = Object.values(hub.read(deliveries, mainServer).entries)
  expect(all.map(({ kind, state, bulk }) => [kind, state, bulk])).toEqual(Array(2).fill(['ban', 'queued', answer.run]))
  expect(held[steamOf(1)]?.delivery).toBe(all.find(({ target }) => target?.id === steamOf(1))?.id)
  expect(hub.read(bulkRuns, mainServer).runs[answer.run]).toMatchObject({
    kind: 'ban',
    total: 2,
    counts: { queued: 2 },
  })
  const audited = (await rows(deliveryAudit)) as { act: string; target: { id: string } | null }[]
  expect(audited.map(({ act, target }) => [act, target?.id])).toEqual([
    ['ban', steamOf(0)],
    ['ban', steamOf(1)],
  ])
})

test('[USR6] an unban of several lifts what is banned; what no link can do waits to be done by hand and is not forgotten', async () => {
  const { asOwner, outputOf, hub } = await open()
  await asOwner(commands.banUsers, { users: ['bob', 'carl'], durationMs: null })
  const { run, done, skipped } = await outputOf<commands.UsersAnswer>(
    asOwner(commands.unbanUsers, { users: ['bob', 'carl', 'ann'] }),
  )
  expect([done, skipped]).toEqual([2, [{ id: 'ann', name: 'Ann', why: "This user isn't banned." }]])
  expect(hub.read(bans, mainServer).bans).toEqual({})
  const [one] = Object.values(hub.read(deliveries, mainServer).entries).filter(({ kind }) => kind === 'unban')
  expect(one).toMatchObject({ bulk: run, detail: { durationMs: null } })
  await hub.execute('test', moveToManual.name, { server: mainServer, id: one?.id, command: 'unban', why: 'No link' })
  expect(hub.read(bulkRuns, mainServer).runs[run]?.counts).toMatchObject({ queued: 1, manual: 1 })
  // Banned again, they must not be unbanned by hand afterwards.
  await asOwner(commands.banUsers, { users: ['bob', 'carl'], durationMs: null })
  expect(hub.read(deliveries, mainServer).entries[one?.id ?? '']?.state).toBe('dropped')
})

test('[USR7] of one user the refusal says why: oneself, another owner, an unknown user, one who is not banned', async () => {
  const { asOwner, ask, link, hub } = await open()
  await link('otto', null, 'Otto')
  await asOwner({ name: 'roles.setRole' }, { account: 'otto', role: 'owner' })
  await link('otto', steamOf(9), 'Otto')
  const ban = (user: string) => asOwner(commands.banUsers, { users: [user], durationMs: null })
  expect(await ban('olga')).toMatchObject({ code: 'yourself' })
  expect(await ban('otto')).toMatchObject({ code: 'owner' })
  expect(await ban('nemo')).toMatchObject({ code: 'noUser' })
  expect(await asOwner(commands.unbanUsers, { users: ['bob'] })).toMatchObject({ code: 'notBanned' })
  expect(await asOwner(commands.unbanUsers, { users: ['bob', 'carl'] })).toMatchObject({ code: 'noneLeft' })
  for (const input of [
    { users: [], durationMs: null },
    { users: ['bob'] },
    { users: ['bob'], durationMs: -1 },
    { users: Array(301).fill('bob'), durationMs: null },
  ])
    expect(await asOwner(commands.banUsers, input)).toMatchObject({ code: 'badInput' })
  expect(await ask('ann', 'admin', commands.banUsers, { users: ['bob'], durationMs: null })).toMatchObject({
    code: 'forbidden',
  })
  expect(hub.read(bans, mainServer).bans).toEqual({})
})

test('[USR8] several currencies are given to each user once, and all of it can be taken back; nothing is made or lost', async () => {
  const { asOwner, outputOf, hub, problems } = await open()
  const currencies = { voidPearls: 500, razorTalons: 20, sylvanShards: 0 }
  const answer = await outputOf<commands.GivenToUsers>(
    asOwner(commands.giveToUsers, { users: ['bob', 'carl', 'bob', steamOf(1), 'nemo'], currencies }),
  )
  expect([answer.given, answer.grants.length]).toEqual([2, 4])
  expect(answer.skipped.map(({ id }) => id)).toEqual(['nemo'])
  expect(hub.read(wallet, 'bob')).toMatchObject(currencies)
  const undone = await outputOf<{ reversed: number }>(asOwner(reverseGrants, { grants: answer.grants }))
  expect(undone.reversed).toBe(4)
  expect(hub.read(wallet, 'bob')).toMatchObject({ voidPearls: 0, razorTalons: 0 })
  expect(await problems()).toEqual([])
})

test('[USR54] while currency is switched off owners give none', async () => {
  const settings = [setTo(configuredFeatures, HubFeatures.parse({ realCurrency: false }))]
  const { asOwner, hub } = await open([{ name: 'off', documents: [], commands: [], queries: [], settings }])
  expect(await asOwner(commands.giveToUsers, { users: ['bob'], currencies: { voidPearls: 5 } })).toMatchObject({
    code: 'off',
    message: 'Currency is switched off on this hub.',
  })
  expect(hub.read(wallet, 'bob').voidPearls).toBe(0)
})

test('[USR9] a wallet without room for one of the currencies gets none of them; nothing, no user and unknown users are refused', async () => {
  const { asOwner, outputOf, hub, problems } = await open()
  const give = (users: readonly string[], currencies: object) => asOwner(commands.giveToUsers, { users, currencies })
  await give(['bob'], { sylvanShards: mostCurrency })
  const answer = await outputOf<commands.GivenToUsers>(give(['bob', 'carl'], { voidPearls: 5, sylvanShards: 1 }))
  expect([answer.given, answer.skipped.map(({ id }) => id)]).toEqual([1, ['bob']])
  expect(hub.read(wallet, 'bob')).toMatchObject({ voidPearls: 0, sylvanShards: mostCurrency })
  expect(await give(['bob'], { sylvanShards: 1 })).toMatchObject({
    code: 'noneLeft',
    message: expect.stringContaining('wallet holds at most'),
  })
  expect(await give(['bob'], {})).toMatchObject({ code: 'nothing' })
  expect(await give(['nemo'], { voidPearls: 1 })).toMatchObject({ code: 'noUser' })
  expect(await give([], { voidPearls: 1 })).toMatchObject({ code: 'badInput' })
  expect(await give(['bob'], { voidPearls: -1 })).toMatchObject({ code: 'badInput' })
  expect(await give(['bob'], { voidPearls: 1.5 })).toMatchObject({ code: 'badInput' })
  expect(await problems()).toEqual([])
})

test('[USR25] while an owner watches, changes of wallets are reported at once, then every five seconds at most; nothing is lost', async () => {
  const { asOwner, hub, clock, faults } = await open()
  let isWatched = false
  const stop = startUserChanges({ hub, clock, isWatched: () => isWatched, onFault: (what) => faults.push(what) })
  const give = (coins: number) => asOwner(commands.giveToUsers, { users: ['bob'], currencies: { voidPearls: coins } })
  const pass = async (ms: number) => {
    clock.pass(ms)
    await hub.settled()
    return hub.read(userChanges, '').count
  }
  await give(1)
  expect(await pass(0)).toBe(0)
  isWatched = true
  await give(2)
  const first = await pass(0)
  expect(first).toBeGreaterThan(0)
  await give(3)
  await give(4)
  expect(await pass(4_999)).toBe(first)
  expect(await pass(1)).toBe(3 * first)
  expect(await pass(60_000)).toBe(3 * first)
  await give(5)
  expect(await pass(0)).toBe(4 * first)
  stop()
  await give(6)
  expect(await pass(60_000)).toBe(4 * first)
  expect(faults).toEqual([])
})

test('[USR26] an undo of a ban of several lifts exactly the bans that it newly made and that were not changed since', async () => {
  const { asOwner, outputOf, hub } = await open()
  const ban = (users: readonly string[]) =>
    outputOf<{ newly: { user: string; delivery: string }[] }>(asOwner(commands.banUsers, { users, durationMs: null }))
  const heldBy = () => Object.keys(hub.read(bans, mainServer).bans).sort()
  await ban(['ann'])
  const { newly } = await ban(['ann', 'bob', 'carl', 'dora'])
  expect(newly.map(({ user }) => user)).toEqual(['bob', 'carl'])
  await asOwner(commands.unbanUsers, { users: ['carl'] })
  const again = await ban(['carl'])
  const undo = (given: typeof newly) => asOwner(commands.undoBans, { bans: given })
  expect(await undo(newly)).toMatchObject({
    ok: true,
    output: { done: 1, skipped: [{ id: 'carl', why: 'This ban has been changed since.' }] },
  })
  expect(heldBy()).toEqual([steamOf(0), steamOf(2)])
  expect(await undo(newly)).toMatchObject({ ok: false, code: 'noneLeft' })
  expect(await undo(again.newly)).toMatchObject({ ok: true, output: { done: 1 } })
  expect(heldBy()).toEqual([steamOf(0)])
})

test('[USR51] an undo also takes the SteamID64 of a banned player, as the list of bans has it, and lifts no ban that was changed since', async () => {
  const { asOwner, outputOf, hub } = await open()
  const { newly } = await outputOf<{ newly: { user: string; delivery: string }[] }>(
    asOwner(commands.banUsers, { users: ['bob', 'carl'], durationMs: null }),
  )
  const held = () => hub.read(bans, mainServer).bans
  const listed = Object.entries(held()).map(([user, { delivery }]) => ({ user, delivery }))
  expect(listed).toHaveLength(newly.length)
  await asOwner(commands.unbanUsers, { users: ['carl'] })
  await asOwner(commands.banUsers, { users: ['carl'], durationMs: null })
  const undone = await asOwner(commands.undoBans, { bans: listed })
  expect(undone).toMatchObject({
    ok: true,
    output: { done: 1, skipped: [{ why: 'This ban has been changed since.' }] },
  })
  expect(Object.keys(held())).toEqual([steamOf(2)])
  const unknown = [{ user: 'missing', delivery: 'd' }]
  expect(await asOwner(commands.undoBans, { bans: unknown })).toMatchObject({ ok: false, code: 'noUser' })
})
