import { expect, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import { banPlayer, kickPlayer } from '../../../shared/features/deliveries/commands.ts'
import { bans, mostSettled } from '../../../shared/features/deliveries/delivery.ts'
import { cancel } from '../../../shared/features/deliveries/followUpCommands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { exportMe, type PersonalExport } from '../../../shared/features/erasure/queries.ts'
import { recordPlay } from '../../../shared/features/play/commands.ts'
import { knownPlayers, knownPlayersKey } from '../../../shared/features/play/knownPlayers.ts'
import {
  choosePlayers,
  type KnownPlayer,
  listPlayers,
  type PlayerDetails,
  playersPerPage,
  readPlayer,
} from '../../../shared/features/players/queries.ts'
import { reportRoster } from '../../../shared/features/roster/commands.ts'
import { onlinePlayers, type RosterEntry } from '../../../shared/features/roster/roster.ts'
import { openSession } from '../../../shared/features/session/commands.ts'
import { createHub } from '../../engine/createHub.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { freshId, inSession, person } from '../../testing/principals.ts'
import { entryOf, steamOf } from '../deliveries/testing/openDeliveries.ts'
import { tokenHash } from '../session/openSessions.ts'

const [rex, mia, ghost] = [steamOf(1), steamOf(2), steamOf(3)]

async function openPlayers() {
  const clock = createTestClock()
  const { storage } = createMemoryStorage()
  const hub = await createHub({ storage, features: allFeatures, clock, onFault() {} })
  let seenAt: number | null = null
  /** One reading of the game, as all workers report it. */
  const sees = async (...players: RosterEntry[]) => {
    const at = clock.now()
    const recorded = players.map(({ id, name, animal }) => ({ id, name, species: animal?.species ?? null }))
    await hub.execute('game link', reportRoster.name, { server: 'main', players, readAt: at, everyMs: 2_000 })
    await hub.execute('game link', recordPlay.name, { server: 'main', players: recorded, at, seenAt })
    seenAt = at
  }
  const ask = async <Output>(role: Role, { name }: { readonly name: string }, input: object): Promise<Output> => {
    const answer = await hub.query(person('ann', role), { name, input })
    if (!answer.ok) throw new Error(answer.code)
    return answer.output as Output
  }
  type Listed = { readonly players: readonly KnownPlayer[]; readonly total: number }
  return {
    hub,
    clock,
    sees,
    list: (role: Role, input: object = {}) => ask<Listed>(role, listPlayers, input),
    namesOf: async (input: object) => (await ask<Listed>('owner', listPlayers, input)).players.map(({ name }) => name),
    choose: (input: object) => ask<Listed>('admin', choosePlayers, input),
    read: async (role: Role, id: string) =>
      (await ask<{ readonly player: PlayerDetails | null }>(role, readPlayer, { id })).player,
    link: (account: string, steamId: string | null, name: string) =>
      ensureAccount(hub, clock.now(), { account, name, steamId }),
    send: (role: Role, { name }: { readonly name: string }, input: object, who = 'ann') =>
      hub.dispatch(
        inSession(person(who, role)),
        { id: freshId(clock.now()), name, input },
        { address: null, agent: null },
      ),
  }
}

test('[V8.2.2] [PQ10] moderators read who is online by name, and nothing of what they play or where they are', async () => {
  const { sees, list, read } = await openPlayers()
  await sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  const { players } = await list('moderator')
  expect(players.map(({ name, isOnline, animal, isBanned }) => ({ name, isOnline, animal, isBanned }))).toEqual([
    { name: 'Mia', isOnline: true, animal: null, isBanned: null },
    { name: 'Rex', isOnline: true, animal: null, isBanned: null },
  ])
  const seen = JSON.stringify([players, await read('moderator', rex)])
  expect(seen).not.toMatch(/Carnotaurus|growth|region|square|slot/)
  const byAdmin = (await list('admin')).players[0]
  expect(byAdmin?.animal).toEqual({ species: 'Carnotaurus', growth: 80, dead: false })
  expect(JSON.stringify(byAdmin)).not.toMatch(/region|square|near|slot/)
})

test('[V8.2.1] [PQ11] players and guests read no list and no player', async () => {
  const { sees, list, read } = await openPlayers()
  await sees(entryOf(rex, 'Rex'))
  await expect(list('player')).rejects.toThrow('forbidden')
  await expect(read('player', rex)).rejects.toThrow('forbidden')
})

test('[PQ12] players who have left are found by name, with when they were last seen and for how long they played', async () => {
  const { sees, clock, list, namesOf } = await openPlayers()
  await sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  clock.pass(60_000)
  await sees(entryOf(mia, 'Mia'))
  const leftAt = clock.now() - 60_000
  expect(await namesOf({})).toEqual(['Mia'])
  expect((await list('moderator', { group: 'known', text: 'rE' })).players).toMatchObject([
    { id: rex, name: 'Rex', isOnline: false, lastSeenAt: leftAt, playMs: 0 },
  ])
  expect(await namesOf({ group: 'known', text: rex.slice(0, 17) })).toEqual(['Rex'])
  expect(await namesOf({ group: 'known', sort: 'lastSeen', descending: true })).toEqual(['Mia', 'Rex'])
  expect(await namesOf({ group: 'known', sort: 'playTime' })).toEqual(['Mia', 'Rex'])
})

test('[PQ13] a player is known by the last name; a reading without a name leaves it', async () => {
  const { sees, clock, namesOf } = await openPlayers()
  const leave = async () => {
    clock.pass(600_000)
    await sees()
  }
  await sees(entryOf(rex, 'Rex'))
  await leave()
  await sees(entryOf(rex, 'King'))
  await leave()
  await sees(entryOf(rex, ''))
  await leave()
  expect(await namesOf({ group: 'known' })).toEqual(['King'])
})

test('[PQ14] accounts and players are one row where they are linked, and staff and banned players are lists of their own', async () => {
  const { sees, link, namesOf, send, list } = await openPlayers()
  await link('boss', mia, 'Boss')
  await link('quiet', null, 'Quiet')
  await sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  expect(await namesOf({ group: 'known' })).toEqual(['Mia', 'Quiet', 'Rex'])
  expect(await namesOf({ group: 'known', text: 'boss' })).toEqual(['Mia'])
  const ban = { target: rex, durationMs: null, reason: 'rude' }
  expect(await send('admin', { name: 'deliveries.banPlayer' }, ban)).toMatchObject({ ok: true })
  expect(await list('admin', { group: 'banned' })).toMatchObject({ total: 1, players: [{ id: rex, isBanned: true }] })
  expect(await list('moderator', { group: 'banned' })).toEqual({ players: [], total: 0 })
})

test('[SK9] staff who are upgraded for a session have that role in the list and the drawer, as for the commands on them, and are among the staff', async () => {
  const { hub, sees, link, list, read } = await openPlayers()
  await link('boss', mia, 'Boss')
  await sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  expect(await list('moderator', { group: 'staff' })).toEqual({ players: [], total: 0 })
  const opening = { key: tokenHash('device'), accountId: 'boss', role: 'owner', demo: false }
  await hub.execute('sign-in', openSession.name, opening)
  expect((await read('moderator', mia))?.role).toBe('owner')
  expect(await list('moderator', { group: 'staff' })).toMatchObject({ total: 1, players: [{ id: mia, role: 'owner' }] })
  expect((await list('moderator')).players.map(({ role }) => role)).toEqual(['owner', 'player'])
})

test('[PQ15] a page holds fifty rows, and all that a filter finds can be chosen, up to a limit', async () => {
  const { sees, list, choose } = await openPlayers()
  await sees(...Array.from({ length: 120 }, (_, at) => entryOf(steamOf(at + 1), `Player ${at + 1}`)))
  const first = await list('admin', { page: 0 })
  expect(first).toMatchObject({ total: 120 })
  expect(first.players).toHaveLength(playersPerPage)
  expect((await list('admin', { page: 2 })).players.map(({ name }) => name)).toContain('Player 120')
  expect((await list('admin', { page: 3 })).players).toEqual([])
  expect((await choose({ limit: 300 })).players).toHaveLength(120)
  expect((await choose({ limit: 7 })).players).toHaveLength(7)
})

test('[PQ16] the drawer of a player holds what its reader may know: balances and earlier commands only with their permissions', async () => {
  const { sees, link, read } = await openPlayers()
  await link('rex', rex, 'Rexy')
  await sees(entryOf(rex, 'Rex'))
  const byAdmin = await read('admin', rex)
  expect(byAdmin).toMatchObject({
    id: rex,
    account: 'rex',
    name: 'Rex',
    accountName: 'Rexy',
    isOnline: true,
    commands: [],
  })
  expect(byAdmin?.wallet).toEqual({ voidPearls: 0, razorTalons: 0, sylvanShards: 0 })
  expect(await read('admin', 'rex')).toEqual(byAdmin)
  expect(await read('moderator', rex)).toMatchObject({ wallet: null, commands: null, isBanned: null, animal: null })
  expect(await read('admin', ghost)).toBeNull()
})

test('[PQ17] names of online players go to staff alone, and a reading without a change of names changes nothing', async () => {
  const { sees, hub } = await openPlayers()
  const versions: number[] = []
  hub.onPublish((published) => {
    for (const { id } of published) if (id === 'onlinePlayers/main') versions.push(versions.length)
  })
  await sees(entryOf(rex, 'Rex'))
  await sees(entryOf(rex, 'Rex', 'dead'))
  expect(hub.read(onlinePlayers, 'main')).toEqual({ isRead: true, players: { [rex]: { name: 'Rex' } } })
  expect(versions).toHaveLength(1)
  const mayRead = (role: Role) =>
    onlinePlayers.readableBy(person('ann', role), 'main', hub.read(onlinePlayers, 'main'), hub.read)
  expect([mayRead('moderator'), mayRead('player')]).toEqual([true, false])
})

test("[PQ18] a person's export has the name in the game, and erasing the account forgets the player", async () => {
  const { sees, link, hub, send, namesOf } = await openPlayers()
  await link('rex', rex, 'Rexy')
  await sees(entryOf(rex, 'Rex'))
  const asked = await hub.query(inSession(person('rex')), { name: exportMe.name, input: {} })
  expect(asked).toMatchObject({ output: { personal: { nameInGame: { name: 'Rex' } } } })
  expect(await send('player', eraseMe, { confirm: 'Rexy' }, 'rex')).toMatchObject({ ok: true })
  await sees()
  expect(await namesOf({ group: 'known' })).toEqual([])
  expect(hub.read(knownPlayers, knownPlayersKey(rex)).players).toEqual({})
})

test('[PQ33] the export has what is kept of a Steam account that was unlinked, until another account has it', async () => {
  const { sees, link, hub, clock } = await openPlayers()
  await link('rex', rex, 'Rexy')
  await sees(entryOf(rex, 'Rex'))
  const exported = async () => {
    const asked = await hub.query(inSession(person('rex')), { name: exportMe.name, input: {} })
    if (!asked.ok) throw new Error(asked.code)
    return (asked.output as { personal: PersonalExport }).personal
  }
  expect(await exported()).toMatchObject({ nameInGame: { name: 'Rex' }, formerPlayers: [] })
  await ensureAccount(hub, clock.now(), { account: 'rex', name: 'Rexy', steamId: null })
  expect(await exported()).toMatchObject({
    nameInGame: null,
    play: null,
    formerPlayers: [{ steamId: rex, nameInGame: { name: 'Rex' }, play: { species: 'Carnotaurus' } }],
  })
  expect((await exported()).formerPlayers[0]).not.toHaveProperty('wallet')
  await link('mia', rex, 'Mia')
  expect(await exported()).toMatchObject({ formerPlayers: [] })
})

test('[PQ19] an earlier kick is among the commands on a player once it has left the list of deliveries', async () => {
  const { sees, read, send } = await openPlayers()
  await sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  const issue = async (input: object) => {
    const answer = await send('admin', kickPlayer, input)
    if (!answer.ok) throw new Error(answer.code)
    expect(await send('admin', cancel, answer.output as object)).toMatchObject({ ok: true })
  }
  await issue({ target: rex, reason: 'rude' })
  // Still in the list of deliveries, which the page reads itself.
  expect((await read('owner', rex))?.commands).toEqual([])
  for (let settled = 0; settled < mostSettled; settled += 1) await issue({ target: mia })
  expect((await read('owner', rex))?.commands).toMatchObject([
    { kind: 'kick', state: 'cancelled', target: { id: rex }, detail: { reason: 'rude' } },
  ])
  expect((await read('moderator', rex))?.commands).toBeNull()
})

test('[RV5] a ban of a player who has left names them as they were last called, not by their id', async () => {
  const { hub, sees, send } = await openPlayers()
  await sees(entryOf(rex, 'Rex'))
  await sees()
  expect(await send('admin', banPlayer, { target: rex, durationMs: null, reason: 'rude' })).toMatchObject({ ok: true })
  expect(hub.read(bans, 'main').bans[rex]).toMatchObject({ name: 'Rex' })
})
