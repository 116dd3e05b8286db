import { expect, test } from 'vitest'
import { documentId } from '../../../shared/engine/document.ts'
import { banPlayer } from '../../../shared/features/deliveries/commands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { exportMe } from '../../../shared/features/erasure/queries.ts'
import { gameChat } from '../../../shared/features/gameLog/archives.ts'
import {
  attachPin,
  changePin,
  chatOfPin,
  keepChat,
  mostPinnedMinutes,
  pinChanges,
  pinnedChat,
  pinTimeline,
  readPins,
  timelineAudit,
  timelinePins,
  unpinTimeline,
} from '../../../shared/features/timeline/pins.ts'
import { hubPrincipal } from '../../engine/principal.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { inSession, person } from '../../testing/principals.ts'
import { mia, rex } from '../gameLog/testing/openGameLog.ts'
import { startChatKeeper } from './chatKeeper.ts'
import { holding, openTimeline } from './testing/openTimeline.ts'

const ada = person('ada', 'admin')
const minute = 60_000

async function openPins(kept?: Parameters<typeof openTimeline>[1]) {
  const app = await openTimeline({}, kept)
  await ensureAccount(app.hub, app.clock.now(), { account: 'ada', name: 'Ada' })
  const time = () => ({ server: 'main', from: app.clock.now() - 10 * minute, until: app.clock.now() })
  const pin = async (more: object = {}) =>
    app.dispatch(ada, pinTimeline.name, { ...time(), name: 'Mixed pack', note: 'See 14:03', ...more })
  const idOf = async (more: object = {}) => {
    const answer = await pin(more)
    if (!answer.ok) throw new Error(answer.code)
    return (answer.output as { id: string }).id
  }
  const ask = (name: string, input: object) => app.dispatch(ada, name, { server: 'main', ...input })
  /** Copies the chat as the worker does. */
  const copyChat = async (id: string) => {
    app.clock.pass(2 * minute)
    const answer = await app.hub.query(hubPrincipal('timeline'), {
      name: chatOfPin.name,
      input: { server: 'main', id },
    })
    if (!answer.ok) throw new Error(answer.code)
    await app.hub.execute('timeline', keepChat.name, { server: 'main', id, ...(answer.output as object) })
  }
  return { ...app, pin, idOf, ask, copyChat }
}

test('[TW10] a pin is named, noted and changed; only what its maker may see is kept', async () => {
  const { idOf, pins, ask, dispatch, clock } = await openPins()
  const id = await idOf()
  expect(pins()[id]).toMatchObject({ name: 'Mixed pack', by: 'ada', byName: 'Ada', withMap: true, withChat: true })
  expect(await ask(changePin.name, { id, name: 'Other', note: '' })).toMatchObject({ ok: true })
  expect(pins()[id]).toMatchObject({ name: 'Other', note: '' })
  const time = { server: 'main', from: clock.now() - minute, until: clock.now(), name: 'Mine' }
  await dispatch(holding('mod', 'play', 'banPlayers'), pinTimeline.name, time)
  expect(Object.values(pins()).find(({ by }) => by === 'mod')).toMatchObject({ withMap: false, withChat: false })
  expect(await dispatch(person('mo', 'moderator'), pinTimeline.name, {})).toMatchObject({ code: 'forbidden' })
})

test('[TW11] a pin that is backwards, too long, still to come or without a name is refused by name', async () => {
  const { pin, clock } = await openPins()
  const now = clock.now()
  expect(await pin({ from: now, until: now - 1 })).toMatchObject({ code: 'backwards' })
  expect(await pin({ from: now - 61 * minute })).toMatchObject({ code: 'tooLong' })
  expect(await pin({ until: now + minute })).toMatchObject({ code: 'notYet' })
  for (const wrong of [{ name: ' ' }, { from: -1e300, until: -1e300 }, { note: 'a\u202eb' }, { note: '\u0000' }])
    expect(await pin(wrong)).toMatchObject({ code: 'badInput' })
  expect(await pin({ note: 'One line\nand another' })).toMatchObject({ ok: true })
  // Pins of a server that is not there would be outside of the quota, and no erasure would find them.
  expect(await pin({ server: 'other' })).toMatchObject({
    code: 'badInput',
    problems: ['server: There is no such server.'],
  })
})

test('[TW12] a full quota refuses with what is left, and drops no older pin', async () => {
  const { pin, pins, ask, idOf } = await openPins()
  const id = await idOf()
  const until = pins()[id]?.until ?? 0
  for (let count = 0; count < 3; count += 1) await idOf({ from: until - 60 * minute, until })
  expect(await pin({ from: until - 51 * minute, until })).toMatchObject({
    code: 'quotaFull',
    message: `This needs 51 min, and 50 of ${mostPinnedMinutes} min are left. Unpin something first.`,
  })
  expect(Object.keys(pins()).length).toBe(4)
  expect(await ask(unpinTimeline.name, { id })).toMatchObject({ ok: true })
  expect(await pin({ from: until - 51 * minute, until })).toMatchObject({ ok: true })
})

test('[TW13] the chat of a pin is kept beyond the days of the chat and a restart, and shown only with the pin', async () => {
  const { chat, idOf, copyChat, search, memory, clock, restart, hub } = await openPins()
  await chat(rex, 'you are dead')
  const id = await idOf()
  await copyChat(id)
  const time = { from: clock.now() - 20 * minute, to: clock.now(), kinds: ['chat'] }
  expect((await search(ada, { ...time, pin: id })).entries.length).toBe(1)
  await memory.storage.prune(gameChat.kind, clock.now())
  await hub.close()
  await restart()
  const again = await openPins({ memory, clock })
  expect((await again.search(ada, time)).entries).toEqual([])
  expect((await again.search(ada, { ...time, pin: id })).entries).toMatchObject([
    { kind: 'chat', by: rex, detail: { text: 'you are dead' } },
  ])
  const unread = await again.search(holding('mod', 'viewPendingCommands', 'addCurrency'), { ...time, pin: id })
  expect(unread.entries).toEqual([])
})

test('[TW53] the audit does not keep the name of a pin that names players: theirs may be in it', async () => {
  const { idOf, ask, hub, memory } = await openPins()
  const id = await idOf({ name: 'Rex cheats', persons: [{ id: rex, name: 'Rex' }] })
  expect(await ask(changePin.name, { id, name: 'Rex cheats again', note: '' })).toMatchObject({ ok: true })
  expect(await ask(unpinTimeline.name, { id })).toMatchObject({ ok: true })
  await idOf({ name: 'A busy hour' })
  await hub.settled()
  const { rows } = await memory.storage.archivePage({ kind: timelineAudit.kind, before: null, limit: 10 })
  expect(rows.map(({ row }) => [row.act, row.name]).toReversed()).toEqual([
    ['pin', ''],
    ['change', ''],
    ['unpin', ''],
    ['pin', 'A busy hour'],
  ])
})

test('[TW14] a pin of some persons keeps their messages alone, and unpinning deletes them', async () => {
  const { chat, idOf, copyChat, pins, ask, hub } = await openPins()
  await chat(rex, 'one')
  await chat(mia, 'two')
  const id = await idOf({ persons: [{ id: rex, name: 'Rex' }] })
  await copyChat(id)
  expect(pins()[id]).toMatchObject({ chat: 1, writers: [rex] })
  expect(await ask(unpinTimeline.name, { id })).toMatchObject({ ok: true })
  expect(hub.read(pinnedChat, rex).pins).toEqual({})
  expect(await ask(unpinTimeline.name, { id })).toMatchObject({ code: 'gone' })
})

test('[TW15] the worker copies the chat once the log has settled', async () => {
  const { chat, idOf, pins, hub, clock, faults } = await openPins()
  await chat(rex, 'one')
  const id = await idOf()
  const stop = startChatKeeper({ hub, clock, onFault: (what) => faults.push(what) })
  for (let tick = 0; tick < 6 && pins()[id]?.chat === null; tick += 1) {
    clock.pass(20_000)
    await hub.settled()
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  }
  expect(pins()[id]).toMatchObject({ chat: 1, writers: [rex] })
  expect(faults).toEqual([])
  stop()
})

test('[TW54] a pin whose chat cannot be copied is reported once and does not hold up the next one', async () => {
  const { chat, idOf, pins, hub, clock } = await openPins()
  await chat(rex, 'one')
  const [broken, next] = [await idOf(), await idOf()]
  const execute: typeof hub.execute = async (actor, name, input) => {
    if ((input as { id?: string }).id === broken) throw new Error('too much')
    return hub.execute(actor, name, input)
  }
  const faults: string[] = []
  const stop = startChatKeeper({ hub: { ...hub, execute }, clock, onFault: (what) => faults.push(what) })
  for (let tick = 0; tick < 8; tick += 1) {
    clock.pass(20_000)
    await hub.settled()
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  }
  expect([pins()[broken]?.chat, pins()[next]?.chat]).toEqual([null, 1])
  expect(faults).toEqual(['keep the chat of a pin'])
  stop()
})

test('[TW16] a pin is attached to a ban, and then dropped only when staff confirm that', async () => {
  const { idOf, ask, pins, dispatch } = await openPins()
  const id = await idOf()
  const attach = (attached: boolean) => ask(attachPin.name, { id, player: rex, attached })
  expect(await attach(true)).toMatchObject({ code: 'notBanned' })
  const ban = { server: 'main', target: rex, reason: 'Griefing', durationMs: null }
  expect(await dispatch(ada, banPlayer.name, ban)).toMatchObject({ ok: true })
  for (let count = 0; count < 2; count += 1) expect(await attach(true)).toMatchObject({ ok: true })
  expect(pins()[id]?.bans.map((one) => one.id)).toEqual([rex])
  expect(await ask(unpinTimeline.name, { id })).toMatchObject({ code: 'attached' })
  expect(Object.keys(pins())).toEqual([id])
  expect(await ask(unpinTimeline.name, { id, evenAttached: true })).toMatchObject({ ok: true })
})

test('[TW17] the export has what pins keep of a person, and erasing the person removes it', async () => {
  const { chat, idOf, copyChat, pins, hub, dispatch, clock, query } = await openPins()
  await ensureAccount(hub, clock.now(), { account: 'rex', name: 'Rex', steamId: rex })
  await chat(rex, 'my words')
  await chat(mia, 'her words')
  const id = await idOf({ persons: [{ id: rex, name: 'Rex' }] })
  const both = await idOf()
  for (const one of [id, both]) await copyChat(one)
  const principal = inSession({ ...person('rex'), playsAs: rex })
  const text = JSON.stringify(await query(principal, exportMe.name))
  expect(text).toContain('my words')
  expect(text).toContain('See 14:03')
  expect(text).not.toContain('her words')
  expect(await dispatch(principal, eraseMe.name, { confirm: 'Rex' })).toMatchObject({ ok: true })
  expect(JSON.stringify(pins())).not.toContain(rex)
  expect(pins()[id]).toMatchObject({ name: 'Pin', note: '', persons: [], writers: [] })
  expect(pins()[both]?.writers).toEqual([mia])
  expect(hub.read(pinnedChat, rex).pins).toEqual({})
})

test('[TW1867] staff whom a pin names do not change, unpin or detach it; its maker and owners do', async () => {
  const { idOf, dispatch, pins, hub, clock, ask } = await openPins()
  await ensureAccount(hub, clock.now(), { account: 'mod', name: 'Mia', steamId: mia })
  await ensureAccount(hub, clock.now(), { account: 'olga', name: 'Olga' })
  const mod = person('mod', 'admin')
  const by = (principal: typeof mod, name: string, input: object) =>
    dispatch(principal, name, { server: 'main', ...input })
  const id = await idOf({ persons: [{ id: mia, name: 'Mia' }] })
  const ban = { server: 'main', target: rex, reason: 'Griefing', durationMs: null }
  expect(await dispatch(ada, banPlayer.name, ban)).toMatchObject({ ok: true })
  const attachment = { id, player: rex, attached: true }
  expect(await by(mod, attachPin.name, attachment)).toMatchObject({ ok: true })
  const before = pins()
  for (const [name, input] of [
    [changePin.name, { id, name: 'Nothing', note: '' }],
    [unpinTimeline.name, { id, evenAttached: true }],
    [attachPin.name, { ...attachment, attached: false }],
  ] as const)
    expect(await by(mod, name, input)).toMatchObject({ code: 'namesYou' })
  expect(pins()).toEqual(before)
  expect(await ask(changePin.name, { id, name: 'Other', note: '' })).toMatchObject({ ok: true })
  const olga = await idOf({ persons: [{ id: 'olga', name: 'Olga' }] })
  expect(await by(person('olga', 'owner'), unpinTimeline.name, { id: olga })).toMatchObject({ ok: true })
  const own = await by(mod, pinTimeline.name, { ...before[id], name: 'Mine', persons: [{ id: mia, name: 'Mia' }] })
  const made = Object.keys(pins()).find((one) => pins()[one]?.by === 'mod')
  expect([own, await by(mod, unpinTimeline.name, { id: made })]).toMatchObject([{ ok: true }, { ok: true }])
})

test('[TW2030] staff whom a pin names do not find it on any path but their export: neither in the list nor by its id; its maker and owners do', async () => {
  const { chat, copyChat, idOf, query, pins, hub, clock, search, dispatch, memory } = await openPins()
  await ensureAccount(hub, clock.now(), { account: 'mod', name: 'Mia', steamId: mia })
  const [mod, olga] = [person('mod', 'admin'), person('olga', 'owner')]
  await chat(rex, 'she helps me')
  await chat(mia, 'I do')
  const about = await idOf({ persons: [{ id: mia, name: 'Mia' }] })
  const account = await idOf({ persons: [{ id: 'mod', name: 'Mia' }] })
  const other = await idOf()
  for (const one of [about, account, other]) await copyChat(one)
  const seen = async (principal: typeof mod) => {
    const found = (await query(principal, readPins.name, { server: 'main' })) as { pins: object; minutes: number }
    return [Object.keys(found.pins).sort(), found.minutes]
  }
  const all = [about, account, other].sort()
  expect([await seen(ada), await seen(olga)]).toEqual([
    [all, 30],
    [all, 30],
  ])
  expect(await seen(mod)).toEqual([[other], 30])
  for (const principal of [mod, ada]) {
    expect(hub.mayRead(principal, documentId(timelinePins, 'main'))).toBe(false)
    expect(hub.mayRead(principal, documentId(pinChanges, 'main'))).toBe(true)
  }
  // By an address that they have kept.
  const time = { from: clock.now() - 20 * minute, to: clock.now(), kinds: ['chat'] }
  await memory.storage.prune(gameChat.kind, clock.now())
  const found = async (principal: typeof mod, pin: string) => (await search(principal, { ...time, pin })).entries.length
  expect([await found(ada, about), await found(mod, about), await found(mod, other)]).toEqual([1, 0, 2])
  const before = hub.read(pinChanges, 'main').revision
  const mine = { server: 'main', ...pins()[about], name: 'Mine', persons: [{ id: mia, name: 'Mia' }] }
  expect(await dispatch(mod, pinTimeline.name, mine)).toMatchObject({ ok: true })
  expect((await seen(mod))[0]).toHaveLength(2)
  expect(hub.read(pinChanges, 'main').revision).toBe(before + 1)
})
