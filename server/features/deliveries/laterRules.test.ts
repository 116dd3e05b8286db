import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { begin, end, handOver, requeue } from '../../../shared/features/deliveries/hubCommands.ts'
import * as later from '../../../shared/features/deliveries/laterCommands.ts'
import { setRole } from '../../../shared/features/roles/commands.ts'
import { person } from '../../testing/people.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'

const [rex, mia] = [steamOf(1), steamOf(2)]

async function openGame() {
  const world = await openDeliveries()
  await world.link('ann', mia, 'Ann')
  await world.sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  const { ask, order } = world
  return {
    ...world,
    give: (command: { readonly name: string }, input: object = {}) => idOf(ask('ann', 'admin', command, input)),
    send: (id: string) => order(begin, { id, link: 'evrima', command: 'x', again: false }),
    ended: (id: string, state: string) => order(end, { id, attempt: 1, state, reply: null, why: null }),
    byHand: (id: string) => order(handOver, { id, command: 'x', why: 'No connection.' }),
  }
}

test('[LT1] it can be called off while it waits, by whoever gave it or may give such, and not when it is on its way', async () => {
  const { ask, give, send, one } = await openGame()
  const id = await give(commands.kickPlayer, { target: rex })
  expect(await ask('bob', 'player', later.cancel, { id })).toMatchObject({ code: 'gone' })
  expect(await ask('cyd', 'moderator', later.cancel, { id })).toMatchObject({ ok: true })
  expect(one(id)).toMatchObject({ state: 'cancelled', settledBy: 'cyd' })
  const slay = await give(commands.slayPlayer, { target: rex })
  expect(await ask('cyd', 'moderator', later.cancel, { id: slay })).toMatchObject({ code: 'mayNot' })
  await send(slay)
  expect(await ask('ann', 'admin', later.cancel, { id: slay })).toMatchObject({ code: 'begun' })
  expect(await ask('ann', 'admin', later.cancel, { id: 'none' })).toMatchObject({ code: 'gone' })
})

test('[LT2] a ban that is called off before the game was told is none; an unban called off leaves the ban', async () => {
  const { ask, give, bans, send, ended } = await openGame()
  const first = await give(commands.banPlayer, { target: rex, reason: 'rude' })
  await ask('ann', 'admin', later.cancel, { id: first })
  expect(bans()).toEqual({})
  const second = await give(commands.banPlayer, { target: rex, reason: 'rude' })
  await send(second)
  await ended(second, 'confirmed')
  const unban = await give(commands.unbanPlayer, { target: rex })
  await ask('ann', 'admin', later.cancel, { id: unban })
  expect(bans()[rex]).toMatchObject({ reason: 'rude', until: null })
})

test('[LT3] what is over and did not happen can be wanted again: a new one names the old, and may is asked anew', async () => {
  const { ask, give, one, send, ended, sees } = await openGame()
  const id = await give(commands.kickPlayer, { target: rex, reason: 'rude' })
  expect(await ask('ann', 'admin', later.retry, { id })).toMatchObject({ code: 'stillOpen' })
  await send(id)
  await ended(id, 'refused')
  expect(await ask('bob', 'player', later.retry, { id })).toMatchObject({ code: 'gone' })
  await sees(entryOf(mia, 'Mia'))
  expect(await ask('ann', 'admin', later.retry, { id })).toMatchObject({ code: 'offline' })
  await sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  const again = await idOf(ask('ann', 'admin', later.retry, { id }))
  expect(one(again)).toMatchObject({
    kind: 'kick',
    target: { id: rex },
    detail: { reason: 'rude' },
    retryOf: id,
    attempts: 0,
  })
  await send(again)
  await ended(again, 'confirmed')
  expect(await ask('ann', 'admin', later.retry, { id: again })).toMatchObject({ code: 'happened' })
})

test('[LT4] one whose fate nobody knows is settled by staff who may give such, and by them alone', async () => {
  const { ask, give, one, send, ended } = await openGame()
  const slay = await give(commands.slayPlayer, { target: rex })
  expect(await ask('ann', 'admin', later.settle, { id: slay, happened: true })).toMatchObject({ code: 'notUnknown' })
  await send(slay)
  await ended(slay, 'unknown')
  expect(await ask('cyd', 'moderator', later.settle, { id: slay, happened: true })).toMatchObject({ code: 'mayNot' })
  expect(await ask('ann', 'admin', later.settle, { id: slay, happened: false })).toMatchObject({ ok: true })
  expect(one(slay)).toMatchObject({ state: 'failed', settledBy: 'ann', settledByName: 'Ann' })
})

test('[LT5] what is done by hand is marked done, or dropped, also where the game refused it, once', async () => {
  const { ask, give, one, byHand } = await openGame()
  for (const [command, input, state, why] of [
    [later.markDone, {}, 'done', 'No connection.'],
    [later.markDone, { refused: true }, 'dropped', 'The game refused it when it was done by hand.'],
    [later.drop, {}, 'dropped', 'No connection.'],
  ] as const) {
    const id = await give(commands.slayPlayer, { target: rex })
    expect(await ask('ann', 'admin', command, { id, ...input })).toMatchObject({ code: 'notByHand' })
    await byHand(id)
    expect(await ask('cyd', 'moderator', command, { id, ...input })).toMatchObject({ code: 'mayNot' })
    expect(await ask('bob', 'player', command, { id, ...input })).toMatchObject({ code: 'forbidden' })
    expect(await ask('ann', 'admin', command, { id, ...input })).toMatchObject({ ok: true })
    expect(one(id)).toMatchObject({ state, why, settledBy: 'ann' })
    expect(await ask('ann', 'admin', command, { id, ...input })).toMatchObject({ code: 'notByHand' })
  }
})

test('[LT6] bans, unbans, the whitelist and toggles are undone by the opposite, once, for a minute', async () => {
  const { ask, give, one, send, ended, bans, clock } = await openGame()
  const undo = (id: string) => ask('ann', 'admin', later.undo, { id })
  const confirmed = async (command: { readonly name: string }, input: object) => {
    const id = await give(command, input)
    expect(await undo(id)).toMatchObject({ code: 'noUndo' })
    await send(id)
    await ended(id, 'confirmed')
    return id
  }
  const ban = await confirmed(commands.banPlayer, { target: rex, reason: 'rude' })
  const unban = await idOf(undo(ban))
  expect(one(unban)).toMatchObject({ kind: 'unban', target: { id: rex } })
  expect(bans()).toEqual({})
  expect(await undo(ban)).toMatchObject({ code: 'undone' })
  await send(unban)
  await ended(unban, 'confirmed')
  expect(one(await idOf(undo(unban)))).toMatchObject({ kind: 'ban', detail: { reason: 'rude' }, undoOf: unban })
  expect(bans()[rex]).toMatchObject({ reason: 'rude', until: null })
  const toggle = await confirmed(commands.setToggle, { toggle: 'spawnAI', on: true })
  expect(one(await idOf(undo(toggle)))).toMatchObject({ detail: { toggle: 'spawnAI', on: false } })
  const listed = await confirmed(commands.setWhitelist, { target: rex, on: true })
  clock.pass(60_001)
  expect(await undo(listed)).toMatchObject({ code: 'undoOver' })
  expect(await undo(await give(commands.saveGame))).toMatchObject({ code: 'noUndo' })
})

test('[V8.3.1] nobody ends what is against themselves or against somebody who is not below them', async () => {
  const { ask, askAs, link, one, bans, byHand, send, ended } = await openGame()
  await link('bob', rex)
  const all = [
    [later.cancel, {}, async () => {}],
    [later.markDone, {}, byHand],
    [later.drop, {}, byHand],
    [later.settle, { happened: false }, (id: string) => send(id).then(() => ended(id, 'unknown'))],
  ] as const
  for (const [command, input, prepare] of all) {
    const id = await idOf(ask('olga', 'owner', commands.banPlayer, { target: rex }))
    await prepare(id)
    expect(await ask('bob', 'admin', command, { id, ...input })).toMatchObject({ code: 'mayNot' })
  }
  expect(await ask('bob', 'admin', commands.unbanPlayer, { target: rex })).toMatchObject({ code: 'above' })
  expect(bans()).toHaveProperty(rex)
  expect(await askAs(person('olga', 'owner'), setRole, { account: 'bob', role: 'admin' })).toMatchObject({ ok: true })
  const kick = await idOf(ask('olga', 'owner', commands.kickPlayer, { target: rex }))
  expect(await ask('cyd', 'moderator', later.cancel, { id: kick })).toMatchObject({ code: 'mayNot' })
  expect(await ask('cyd', 'admin', later.cancel, { id: kick })).toMatchObject({ code: 'mayNot' })
  expect(await ask('otto', 'owner', later.cancel, { id: kick })).toMatchObject({ ok: true })
  expect(one(kick)?.state).toBe('cancelled')
})

test('[V8.2.1] who gave it calls it off only while they may still give such, but for their own dinosaur', async () => {
  const { ask, askAs, give } = await openGame()
  const narrow = { ...person('ann', 'admin'), can: (permission: string) => permission === 'play' }
  const ban = await give(commands.banPlayer, { target: rex })
  expect(await askAs(narrow, later.cancel, { id: ban })).toMatchObject({ code: 'mayNot' })
  expect(await ask('ann', 'admin', later.cancel, { id: ban })).toMatchObject({ ok: true })
  const heal = await idOf(askAs(narrow, commands.healMyself))
  expect(await askAs(narrow, later.cancel, { id: heal })).toMatchObject({ ok: true })
})

test('[LT7] what is wanted again by two is sent once: the second waits for what becomes of the first', async () => {
  const { ask, give, send, ended } = await openGame()
  const fail = async (id: string) => {
    await send(id)
    await ended(id, 'failed')
  }
  const retry = (who: string, id: string) => ask(who, 'admin', later.retry, { id })
  const first = await give(commands.kickPlayer, { target: rex })
  await fail(first)
  const second = await idOf(retry('ann', first))
  expect(await retry('bob', first)).toMatchObject({ code: 'retried' })
  await fail(second)
  const third = await idOf(retry('bob', first))
  // A repeat of the same, though of another of its repeats.
  expect(await retry('ann', second)).toMatchObject({ code: 'retried' })
  await send(third)
  await ended(third, 'confirmed')
  expect(await retry('ann', second)).toMatchObject({ code: 'retried' })
})

test('[LT8] what was so already is not undone', async () => {
  const { ask, give, send, order, one } = await openGame()
  const id = await give(commands.setToggle, { toggle: 'spawnAI', on: true })
  await send(id)
  await order(end, { id, attempt: 1, state: 'confirmed', reply: null, why: 'It was on already.', changed: false })
  expect(one(id)).toMatchObject({ state: 'confirmed', changed: false })
  expect(await ask('ann', 'admin', later.undo, { id })).toMatchObject({ code: 'noUndo' })
  // Of a second attempt it says nothing: the first may have done it.
  const twice = await give(commands.setToggle, { toggle: 'humans', on: true })
  await send(twice)
  await order(requeue, { id: twice, attempt: 1, sent: true, why: 'lost' })
  await order(begin, { id: twice, link: 'evrima', command: 'x', again: true })
  await order(end, { id: twice, attempt: 2, state: 'confirmed', reply: null, why: null, changed: false })
  expect(await ask('ann', 'admin', later.undo, { id: twice })).toMatchObject({ ok: true })
})

test('[LT9] a ban that waits for a person is dropped when it is undone or lifted, so that nobody carries it out', async () => {
  const { ask, give, byHand, one, bans } = await openGame()
  const undone = await give(commands.banPlayer, { target: rex })
  await byHand(undone)
  expect(await ask('cyd', 'moderator', later.undo, { id: undone })).toMatchObject({ code: 'mayNot' })
  expect(await idOf(ask('ann', 'admin', later.undo, { id: undone }))).toBe(undone)
  expect([one(undone)?.state, one(undone)?.settledBy, bans()]).toEqual(['dropped', 'ann', {}])
  const lifted = await give(commands.banPlayer, { target: rex })
  await byHand(lifted)
  const unban = await give(commands.unbanPlayer, { target: rex })
  expect([one(lifted)?.state, one(unban)?.state, bans()]).toEqual(['dropped', 'queued', {}])
})
