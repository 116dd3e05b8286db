import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import {
  deliveries,
  deliveryPrivateFields,
  ownDeliveries,
  privateFieldsKey,
} from '../../../shared/features/deliveries/delivery.ts'
import { beginAttempt, endAttempt, enforceBan, moveToManual } from '../../../shared/features/deliveries/hubCommands.ts'
import { setPermission, setRole } from '../../../shared/features/roles/commands.ts'
import { openSession } from '../../../shared/features/session/commands.ts'
import { ERASED } from '../../engine/erasedIds.ts'
import { guest, person } from '../../testing/principals.ts'
import { tokenHash } from '../session/openSessions.ts'
import { entryOf, idOf, openDeliveries, ownerByConfiguration, steamOf } from './testing/openDeliveries.ts'

const [rex, mia, ghost] = [steamOf(1), steamOf(2), steamOf(3)]

/** ann is staff and plays mia; rex is in the game too. */
async function openGame() {
  const world = await openDeliveries()
  await world.link('ann', mia, 'Ann')
  await world.sees(entryOf(rex, 'Rex, the "King"'), entryOf(mia, 'Mia'))
  return world
}

test('[DL1] an order is queued with its issuer, who sees it among their own', async () => {
  const { ask, one, ownOf } = await openGame()
  const id = await idOf(ask('ann', 'moderator', commands.kickPlayer, { target: 'rex, the "king"', reason: 'rude' }))
  const wanted = {
    kind: 'kick',
    target: { id: rex, name: 'Rex, the "King"' },
    detail: { reason: 'rude' },
    state: 'queued',
    by: 'ann',
    byName: 'Ann',
    role: 'moderator',
    elevated: false,
    number: 1,
    attempts: 0,
    link: null,
  }
  expect(one(id)).toMatchObject(wanted)
  expect(ownOf('ann')[id]).toMatchObject(wanted)
})

test('[V8.2.1] each command needs its own permission, and without it nothing is queued', async () => {
  const { ask, askAs, all } = await openGame()
  const target = { target: rex }
  const asks = [
    ask('ann', 'player', commands.kickPlayer, target),
    ask('ann', 'moderator', commands.banPlayer, target),
    ask('ann', 'moderator', commands.slayPlayer, target),
    ask('ann', 'moderator', commands.teleportPlayer, { ...target, destination: mia }),
    ask('ann', 'moderator', commands.broadcast, { text: 'hello' }),
    ask('ann', 'moderator', commands.runConsole, { text: 'save' }),
    ask('ann', 'player', commands.healPlayer, target),
    askAs(guest, commands.slayMyself),
  ]
  for (const answer of await Promise.all(asks)) expect(answer).toMatchObject({ ok: false, code: 'forbidden' })
  expect(all()).toEqual([])
})

test('[V8.3.1] staff act only on players of lower roles, whether by account, by grant or by configuration', async () => {
  const { ask, link, hub, sees, askAs } = await openGame()
  await link('bob', rex)
  const kick = (role: 'owner' | 'admin' | 'moderator', target = rex) =>
    ask('ann', role, commands.kickPlayer, { target })
  expect(await kick('moderator')).toMatchObject({ ok: true })
  const grant = await askAs(person('olga', 'owner'), setRole, { account: 'bob', role: 'admin' })
  expect(grant).toMatchObject({ ok: true })
  expect(await kick('moderator')).toMatchObject({
    code: 'above',
    message: '❌ You do not have permission for this action',
  })
  expect(await kick('admin')).toMatchObject({ code: 'above' })
  expect(await kick('owner')).toMatchObject({ ok: true })
  // A configured owner who never signed in.
  await sees(entryOf(ownerByConfiguration, 'The owner'))
  expect(await kick('owner', ownerByConfiguration)).toMatchObject({ code: 'above' })
  expect(hub.state().name).toBe('serving')
})

test('[V8.3.1] a role gained through a password protects against lower roles', async () => {
  const { ask, link, hub } = await openGame()
  await link('bob', rex)
  const opening = { key: tokenHash('of bob'), accountId: 'bob', role: 'player', demo: false, replaces: null }
  await hub.execute('sign-in', openSession.name, opening)
  await hub.execute('sign-in', 'session.elevate', {
    key: tokenHash('of bob'),
    newKey: tokenHash('new'),
    role: 'admin',
  })
  expect(await ask('ann', 'moderator', commands.kickPlayer, { target: rex })).toMatchObject({ code: 'above' })
  expect(await ask('ann', 'owner', commands.kickPlayer, { target: rex })).toMatchObject({ ok: true })
})

test('[DL2] no user kicks or bans themselves, not even the last owner', async () => {
  const { ask, bans } = await openGame()
  for (const command of [commands.kickPlayer, commands.banPlayer])
    expect(await ask('ann', 'owner', command, { target: mia, durationMs: null })).toMatchObject({ code: 'yourself' })
  expect(bans()).toEqual({})
})

test('[DL3] every player may slay and heal their own dinosaur, if they have one', async () => {
  const { ask, one, sees } = await openGame()
  const slain = await idOf(ask('ann', 'player', commands.slayMyself))
  expect(one(slain)).toMatchObject({ kind: 'slay', target: { id: mia, name: 'Mia' }, role: 'player' })
  expect(await ask('ann', 'player', commands.healMyself)).toMatchObject({ ok: true })
  for (const animal of ['dead', 'none'] as const) {
    await sees(entryOf(mia, 'Mia', animal))
    expect(await ask('ann', 'player', commands.slayMyself)).toMatchObject({
      message: 'No dinosaur to slay or dinosaur is already dead.',
    })
  }
  expect(await ask('olga', 'owner', commands.slayMyself)).toMatchObject({ code: 'notLinked' })
})

test('[DL4] slay, heal, kick, teleport and message are refused for a player known not to be in the game', async () => {
  const { ask, clock } = await openGame()
  const target = { target: ghost, destination: rex, text: 'hello' }
  const reaching = [commands.slayPlayer, commands.healPlayer, commands.kickPlayer, commands.teleportPlayer]
  for (const command of [...reaching, commands.messagePlayer])
    expect(await ask('ann', 'admin', command, target)).toMatchObject({ code: 'offline' })
  expect(await ask('ann', 'admin', commands.teleportPlayer, { target: rex, destination: ghost })).toMatchObject({
    code: 'offline',
  })
  for (const command of [commands.banPlayer, commands.unbanPlayer])
    expect(await ask('ann', 'admin', command, { target: ghost, durationMs: null })).toMatchObject({ ok: true })
  expect(await ask('ann', 'admin', commands.setWhitelist, { target: ghost, on: true })).toMatchObject({ ok: true })
  // Without a recent reading the game itself decides.
  clock.pass(30_001)
  expect(await ask('ann', 'admin', commands.kickPlayer, { target: ghost })).toMatchObject({ ok: true })
})

test('[DL5] a missing target, destination, message or command is named in the refusal', async () => {
  const { ask, sees } = await openGame()
  const said = async (command: { readonly name: string }, input: object) => {
    const answer = await ask('ann', 'admin', command, input)
    return answer.ok ? 'ok' : answer.message
  }
  expect(await said(commands.kickPlayer, { target: ' ' })).toBe('❌ Please enter a target player name')
  expect(await said(commands.messagePlayer, { target: rex, text: ' ' })).toBe('❌ Please enter a message')
  expect(await said(commands.broadcast, { text: '' })).toBe('❌ Please enter a message')
  const nowhere = { target: rex, destination: '' }
  expect(await said(commands.teleportPlayer, nowhere)).toBe('❌ Please enter destination player name')
  expect(await said(commands.runConsole, { text: '\n' })).toBe('Enter a command.')
  expect(await said(commands.broadcast, { text: '🦖'.repeat(200) })).toBe('ok')
  expect(await said(commands.broadcast, { text: '🦖'.repeat(201) })).toContain('200')
  expect(await said(commands.kickPlayer, { target: 'Nessie' })).toContain('SteamID64')
  await sees(entryOf(rex, 'Twin'), entryOf(mia, 'twin'))
  expect(await said(commands.kickPlayer, { target: 'Twin' })).toContain('Several')
  expect(await ask('ann', 'admin', commands.saveGame, { server: 'other' })).toMatchObject({ code: 'badInput' })
})

test("[DL6] a player who uses another's id as a name is not taken for that player", async () => {
  const { ask, one, sees } = await openGame()
  await sees(entryOf(rex, mia), entryOf(ghost, '76561198000007777'))
  expect(await ask('olga', 'owner', commands.kickPlayer, { target: mia })).toMatchObject({ code: 'offline' })
  const banned = await idOf(ask('olga', 'owner', commands.banPlayer, { target: '76561198000007777', durationMs: null }))
  expect(one(banned)?.target?.id).toBe('76561198000007777')
})

test('[DL7] a ban is in force from its answer on and expires by itself; an unban lifts it at once', async () => {
  const { ask, bans, clock, one, hub } = await openGame()
  const hour = { target: rex, reason: 'rude', durationMs: 3_600_000 }
  const id = await idOf(ask('ann', 'admin', commands.banPlayer, hour))
  expect(bans()[rex]).toMatchObject({ delivery: id, byName: 'Ann', reason: 'rude', until: clock.now() + 3_600_000 })
  clock.pass(3_600_000)
  await hub.settled()
  expect(bans()).toEqual({})
  await idOf(ask('ann', 'admin', commands.banPlayer, { target: ghost, durationMs: null }))
  const unban = await idOf(ask('ann', 'admin', commands.unbanPlayer, { target: ghost, durationMs: null }))
  expect(bans()).toEqual({})
  expect(one(unban)).toMatchObject({ kind: 'unban', detail: { durationMs: null } })
})

test('[DL8] a banned player seen in the game is counted and kicked again, at most once a minute', async () => {
  const { ask, bans, all, clock, order } = await openGame()
  const id = await idOf(ask('ann', 'admin', commands.banPlayer, { target: rex, durationMs: null }))
  const enforce = () => order(enforceBan, { player: rex })
  expect(await enforce()).toEqual({ id: null })
  clock.pass(60_000)
  // The ban itself is still queued, which is enough.
  expect(await enforce()).toEqual({ id: null })
  await order(beginAttempt, { id, link: 'evrima', command: 'ban', again: false })
  await order(endAttempt, { id, attempt: 1, state: 'confirmed', reply: 'kicked and banned', why: null })
  clock.pass(60_000)
  expect(await enforce()).toMatchObject({ id: expect.any(String) })
  expect(await enforce()).toEqual({ id: null })
  expect(bans()[rex]).toMatchObject({ seen: 2, seenAt: clock.now() })
  expect(all().at(-1)).toMatchObject({ kind: 'kick', by: 'ban watch', target: { id: rex } })
  expect(await order(enforceBan, { player: mia })).toEqual({ id: null })
})

test('[DL40] what was sent, answered or left to staff about an erased user is erased too, wherever it is kept', async () => {
  const { hub, ask, order, one, ownOf } = await openGame()
  const discordId = '223344556677889900'
  const text = `Ask <@${discordId}>`
  const issued = () => idOf(ask('bob', 'admin', commands.broadcast, { text }))
  const [sent, manual, told] = [
    await issued(),
    await issued(),
    await idOf(ask('bob', 'admin', commands.messagePlayer, { target: rex, text })),
  ]
  for (const id of [sent, told]) {
    await order(beginAttempt, { id, link: 'evrima', command: `announce ${text}`, again: false })
    await order(endAttempt, { id, attempt: 1, state: 'failed', reply: `no ${text}`, why: `It can't send ${text}.` })
  }
  await order(moveToManual, { id: manual, command: `announce ${text}`, why: 'No connection.' })
  await hub.erase({ ids: ['ann'], externalIds: [discordId], documents: [] })
  const kept = [deliveries, ownDeliveries, deliveryPrivateFields].flatMap((kind) =>
    [mainServer, 'bob', privateFieldsKey(mainServer, 'message')].map((key) => hub.read(kind, key)),
  )
  expect(JSON.stringify(kept)).not.toContain(discordId)
  expect(one(sent)).toMatchObject({ command: ERASED, reply: ERASED, why: ERASED, detail: { text: ERASED } })
  expect(ownOf('bob')[manual]).toMatchObject({ command: ERASED, why: 'No connection.', state: 'manual' })
})

test('[DL11] an attempt begins once, and only its own outcome counts', async () => {
  const { ask, order, one } = await openGame()
  const id = await idOf(ask('ann', 'admin', commands.saveGame))
  const sent = { id, link: 'evrima', command: 'save', again: false }
  expect(await order(beginAttempt, sent)).toEqual({ attempt: 1 })
  await expect(order(beginAttempt, sent)).rejects.toMatchObject({ code: 'moved' })
  await expect(order(moveToManual, { id, command: '', why: '' })).rejects.toMatchObject({ code: 'moved' })
  const outcome = { id, state: 'confirmed', reply: 'x'.repeat(3_000), why: null }
  await expect(order(endAttempt, { ...outcome, attempt: 2 })).rejects.toMatchObject({ code: 'moved' })
  await order(endAttempt, { ...outcome, attempt: 1, state: 'unknown', reply: null })
  // A late outcome of the same attempt.
  await order(endAttempt, { ...outcome, attempt: 1 })
  expect(one(id)).toMatchObject({ state: 'confirmed', reply: 'x'.repeat(2_000) })
  await expect(order(endAttempt, { ...outcome, attempt: 1, state: 'refused' })).rejects.toMatchObject({ code: 'moved' })
})

test('[DL12] a permission granted to one account counts, and a removed one does not', async () => {
  const { ask, askAs, hub } = await openGame()
  const given = { account: 'ann', permission: 'banPlayers', state: 'given' }
  expect(await askAs(person('olga', 'owner'), setPermission, given)).toMatchObject({ ok: true })
  const principal = { ...person('ann', 'moderator'), can: (permission: string) => permission === 'banPlayers' }
  expect(await askAs(principal, commands.banPlayer, { target: rex, durationMs: null })).toMatchObject({ ok: true })
  expect(await askAs(principal, commands.kickPlayer, { target: rex })).toMatchObject({ code: 'forbidden' })
  expect(await ask('ann', 'moderator', commands.banPlayer, { target: rex, durationMs: null })).toMatchObject({
    code: 'forbidden',
  })
  expect(hub.mayRead(person('ann', 'player'), 'deliveries/main')).toBe(false)
  expect(hub.mayRead(person('ann', 'moderator'), 'deliveries/main')).toBe(true)
  expect(hub.mayRead(person('bob', 'player'), 'ownDeliveries/ann')).toBe(false)
})

test('[DL13] a name with blanks around it is found by the typed name', async () => {
  const { ask, one, sees } = await openGame()
  await sees(entryOf(ghost, '  spaced  out  '))
  const id = await idOf(ask('ann', 'moderator', commands.kickPlayer, { target: ' Spaced  Out' }))
  expect(one(id)?.target?.id).toBe(ghost)
})

test('[DL14] a player has one open order each of slay and heal for the own dinosaur and three in all, and none becomes manual', async () => {
  const { ask, order, one } = await openGame()
  const own = (command: { readonly name: string }) => ask('ann', 'player', command)
  const unanswered = async (command: { readonly name: string }) => {
    const id = await idOf(own(command))
    await order(beginAttempt, { id, link: 'evrima', command: 'x', again: false })
    expect(await own(command)).toMatchObject({ code: 'askedAlready' })
    await order(endAttempt, { id, attempt: 1, state: 'unknown', reply: null, why: null })
  }
  const first = await idOf(own(commands.healMyself))
  expect(await own(commands.healMyself)).toMatchObject({ code: 'askedAlready' })
  await order(moveToManual, { id: first, command: 'x', why: 'No connection.' })
  expect(one(first)).toMatchObject({ state: 'failed', why: 'No link can do this now.', settledAt: expect.any(Number) })
  for (const command of [commands.slayMyself, commands.healMyself, commands.healMyself]) await unanswered(command)
  expect(await own(commands.healMyself)).toMatchObject({ code: 'tooManyOwn' })
})

test('[DL16] a manual ban or kick does not keep the ban watch from kicking, and its own older manual kick is dropped', async () => {
  const { ask, all, one, clock, order } = await openGame()
  const id = await idOf(ask('ann', 'admin', commands.banPlayer, { target: rex, durationMs: null }))
  await order(moveToManual, { id, command: 'ban', why: 'No connection.' })
  const kicks: string[] = []
  for (let times = 0; times < 3; times += 1) {
    clock.pass(60_000)
    const kick = (await order(enforceBan, { player: rex })) as { id: string }
    await order(moveToManual, { id: kick.id, command: 'kick', why: 'No connection.' })
    kicks.push(kick.id)
  }
  expect(kicks.map((kick) => one(kick)?.state)).toEqual(['dropped', 'dropped', 'manual'])
  expect(all().length).toBe(4)
  const theirs = await idOf(ask('ann', 'admin', commands.kickPlayer, { target: rex }))
  await order(moveToManual, { id: theirs, command: 'kick', why: 'No connection.' })
  clock.pass(60_000)
  expect(await order(enforceBan, { player: rex })).toMatchObject({ id: expect.any(String) })
  expect(one(theirs)?.state).toBe('manual')
})
