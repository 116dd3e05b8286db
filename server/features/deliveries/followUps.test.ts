import { expect, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import * as followUps from '../../../shared/features/deliveries/followUpCommands.ts'
import {
  beginAttempt,
  endAttempt,
  moveToManual,
  reportSendable,
  requeue,
} from '../../../shared/features/deliveries/hubCommands.ts'
import { setPermission, setRole } from '../../../shared/features/roles/commands.ts'
import { person } from '../../testing/principals.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'

const [rex, mia] = [steamOf(1), steamOf(2)]

async function openGame() {
  const game = await openDeliveries()
  await game.link('ann', mia, 'Ann')
  await game.sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  const { ask, order } = game
  return {
    ...game,
    issue: (command: { readonly name: string }, input: object = {}) => idOf(ask('ann', 'admin', command, input)),
    send: (id: string) => order(beginAttempt, { id, link: 'evrima', command: 'x', again: false }),
    ended: (id: string, state: string) => order(endAttempt, { id, attempt: 1, state, reply: null, why: null }),
    manual: (id: string) => order(moveToManual, { id, command: 'x', why: 'No connection.' }),
  }
}

test('[LT1] a queued delivery can be cancelled by its issuer and by staff who may issue it, and not once it is being sent', async () => {
  const { ask, issue, send, one } = await openGame()
  const id = await issue(commands.kickPlayer, { target: rex })
  expect(await ask('bob', 'player', followUps.cancel, { id })).toMatchObject({ code: 'gone' })
  expect(await ask('cyd', 'moderator', followUps.cancel, { id })).toMatchObject({ ok: true })
  expect(one(id)).toMatchObject({ state: 'cancelled', settledBy: 'cyd' })
  const slay = await issue(commands.slayPlayer, { target: rex })
  expect(await ask('cyd', 'moderator', followUps.cancel, { id: slay })).toMatchObject({ code: 'mayNot' })
  await send(slay)
  expect(await ask('ann', 'admin', followUps.cancel, { id: slay })).toMatchObject({ code: 'begun' })
  expect(await ask('ann', 'admin', followUps.cancel, { id: 'none' })).toMatchObject({ code: 'gone' })
})

test('[LT2] cancelling a ban before it was sent removes it; cancelling an unban keeps the ban', async () => {
  const { ask, issue, bans, send, ended } = await openGame()
  const first = await issue(commands.banPlayer, { target: rex, reason: 'rude', durationMs: null })
  await ask('ann', 'admin', followUps.cancel, { id: first })
  expect(bans()).toEqual({})
  const second = await issue(commands.banPlayer, { target: rex, reason: 'rude', durationMs: null })
  await send(second)
  await ended(second, 'confirmed')
  const unban = await issue(commands.unbanPlayer, { target: rex, durationMs: null })
  await ask('ann', 'admin', followUps.cancel, { id: unban })
  expect(bans()[rex]).toMatchObject({ reason: 'rude', until: null })
})

test('[LT3] a delivery that was not carried out can be retried: the new one names the old, and permissions are checked again', async () => {
  const { ask, issue, one, send, ended, sees } = await openGame()
  const id = await issue(commands.kickPlayer, { target: rex, reason: 'rude' })
  expect(await ask('ann', 'admin', followUps.retry, { id })).toMatchObject({ code: 'stillOpen' })
  await send(id)
  await ended(id, 'refused')
  expect(await ask('bob', 'player', followUps.retry, { id })).toMatchObject({ code: 'gone' })
  await sees(entryOf(mia, 'Mia'))
  expect(await ask('ann', 'admin', followUps.retry, { id })).toMatchObject({ code: 'offline' })
  await sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  const again = await idOf(ask('ann', 'admin', followUps.retry, { id }))
  expect(one(again)).toMatchObject({
    kind: 'kick',
    target: { id: rex },
    detail: { reason: 'rude' },
    retryOf: id,
    attempts: 0,
  })
  await send(again)
  await ended(again, 'confirmed')
  expect(await ask('ann', 'admin', followUps.retry, { id: again })).toMatchObject({ code: 'happened' })
})

test('[LT4] only staff who may issue the command settle an unknown delivery', async () => {
  const { ask, issue, one, send, ended } = await openGame()
  const slay = await issue(commands.slayPlayer, { target: rex })
  expect(await ask('ann', 'admin', followUps.settle, { id: slay, happened: true })).toMatchObject({
    code: 'notUnknown',
  })
  await send(slay)
  await ended(slay, 'unknown')
  expect(await ask('cyd', 'moderator', followUps.settle, { id: slay, happened: true })).toMatchObject({
    code: 'mayNot',
  })
  expect(await ask('ann', 'admin', followUps.settle, { id: slay, happened: false })).toMatchObject({ ok: true })
  expect(one(slay)).toMatchObject({ state: 'failed', settledBy: 'ann', settledByName: 'Ann' })
})

test('[LT5] a manual delivery is marked done, dropped, or dropped as refused by the game, once', async () => {
  const { ask, issue, one, manual } = await openGame()
  for (const [command, input, state, why] of [
    [followUps.markDone, {}, 'done', 'No connection.'],
    [followUps.markDone, { refused: true }, 'dropped', 'Marked as refused by the game.'],
    [followUps.drop, {}, 'dropped', 'No connection.'],
  ] as const) {
    const id = await issue(commands.slayPlayer, { target: rex })
    expect(await ask('ann', 'admin', command, { id, ...input })).toMatchObject({ code: 'notManual' })
    await manual(id)
    expect(await ask('cyd', 'moderator', command, { id, ...input })).toMatchObject({ code: 'mayNot' })
    expect(await ask('bob', 'player', command, { id, ...input })).toMatchObject({ code: 'forbidden' })
    expect(await ask('ann', 'admin', command, { id, ...input })).toMatchObject({ ok: true })
    expect(one(id)).toMatchObject({ state, why, settledBy: 'ann' })
    expect(await ask('ann', 'admin', command, { id, ...input })).toMatchObject({ code: 'notManual' })
  }
})

test('[LT6] bans, unbans, whitelist changes and toggles can be undone by their opposite, once, for a minute', async () => {
  const { ask, issue, one, send, ended, bans, clock } = await openGame()
  const undo = (id: string) => ask('ann', 'admin', followUps.undo, { id })
  const confirmed = async (command: { readonly name: string }, input: object) => {
    const id = await issue(command, input)
    expect(await undo(id)).toMatchObject({ code: 'noUndo' })
    await send(id)
    await ended(id, 'confirmed')
    return id
  }
  const ban = await confirmed(commands.banPlayer, { target: rex, reason: 'rude', durationMs: null })
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
  expect(await undo(await issue(commands.saveGame))).toMatchObject({ code: 'noUndo' })
})

test('[V8.3.1] no user ends a delivery against themselves or against a player of a role that is not below theirs', async () => {
  const { ask, askAs, link, one, bans, manual, send, ended } = await openGame()
  await link('bob', rex)
  const all = [
    [followUps.cancel, {}, async () => {}],
    [followUps.markDone, {}, manual],
    [followUps.drop, {}, manual],
    [followUps.settle, { happened: false }, (id: string) => send(id).then(() => ended(id, 'unknown'))],
  ] as const
  for (const [command, input, prepare] of all) {
    const id = await idOf(ask('olga', 'owner', commands.banPlayer, { target: rex, durationMs: null }))
    await prepare(id)
    expect(await ask('bob', 'admin', command, { id, ...input })).toMatchObject({ code: 'mayNot' })
  }
  expect(await ask('bob', 'admin', commands.unbanPlayer, { target: rex, durationMs: null })).toMatchObject({
    code: 'above',
  })
  expect(bans()).toHaveProperty(rex)
  expect(await askAs(person('olga', 'owner'), setRole, { account: 'bob', role: 'admin' })).toMatchObject({ ok: true })
  const kick = await idOf(ask('olga', 'owner', commands.kickPlayer, { target: rex }))
  expect(await ask('cyd', 'moderator', followUps.cancel, { id: kick })).toMatchObject({ code: 'mayNot' })
  expect(await ask('cyd', 'admin', followUps.cancel, { id: kick })).toMatchObject({ code: 'mayNot' })
  expect(await ask('otto', 'owner', followUps.cancel, { id: kick })).toMatchObject({ ok: true })
  expect(one(kick)?.state).toBe('cancelled')
})

test('[V8.2.1] an issuer cancels a delivery only while holding its permission, except for their own dinosaur', async () => {
  const { ask, askAs, issue } = await openGame()
  const narrow = { ...person('ann', 'admin'), can: (permission: string) => permission === 'play' }
  const ban = await issue(commands.banPlayer, { target: rex, durationMs: null })
  expect(await askAs(narrow, followUps.cancel, { id: ban })).toMatchObject({ code: 'mayNot' })
  expect(await ask('ann', 'admin', followUps.cancel, { id: ban })).toMatchObject({ ok: true })
  const heal = await idOf(askAs(narrow, commands.healMyself))
  expect(await askAs(narrow, followUps.cancel, { id: heal })).toMatchObject({ ok: true })
})

test('[LT7] two users cannot retry the same delivery: the second is refused while the first retry is open or carried out', async () => {
  const { ask, issue, send, ended } = await openGame()
  const fail = async (id: string) => {
    await send(id)
    await ended(id, 'failed')
  }
  const retry = (who: string, id: string) => ask(who, 'admin', followUps.retry, { id })
  const first = await issue(commands.kickPlayer, { target: rex })
  await fail(first)
  const second = await idOf(retry('ann', first))
  expect(await retry('bob', first)).toMatchObject({ code: 'retried' })
  await fail(second)
  const third = await idOf(retry('bob', first))
  // It retries the same first delivery, through another retry.
  expect(await retry('ann', second)).toMatchObject({ code: 'retried' })
  await send(third)
  await ended(third, 'confirmed')
  expect(await retry('ann', second)).toMatchObject({ code: 'retried' })
})

test('[LT8] a delivery that changed nothing cannot be undone', async () => {
  const { ask, issue, send, order, one } = await openGame()
  const id = await issue(commands.setToggle, { toggle: 'spawnAI', on: true })
  await send(id)
  await order(endAttempt, {
    id,
    attempt: 1,
    state: 'confirmed',
    reply: null,
    why: 'It was on already.',
    changed: false,
  })
  expect(one(id)).toMatchObject({ state: 'confirmed', changed: false })
  expect(await ask('ann', 'admin', followUps.undo, { id })).toMatchObject({ code: 'noUndo' })
  // On a second attempt the first one may have made the change.
  const twice = await issue(commands.setToggle, { toggle: 'humans', on: true })
  await send(twice)
  await order(requeue, { id: twice, attempt: 1, sent: true, why: 'lost' })
  await order(beginAttempt, { id: twice, link: 'evrima', command: 'x', again: true })
  await order(endAttempt, { id: twice, attempt: 2, state: 'confirmed', reply: null, why: null, changed: false })
  expect(await ask('ann', 'admin', followUps.undo, { id: twice })).toMatchObject({ ok: true })
})

test('[LT9] a manual ban is dropped when it is undone or lifted', async () => {
  const { ask, issue, manual, one, bans } = await openGame()
  const undone = await issue(commands.banPlayer, { target: rex, durationMs: null })
  await manual(undone)
  expect(await ask('cyd', 'moderator', followUps.undo, { id: undone })).toMatchObject({ code: 'mayNot' })
  expect(await idOf(ask('ann', 'admin', followUps.undo, { id: undone }))).toBe(undone)
  expect([one(undone)?.state, one(undone)?.settledBy, bans()]).toEqual(['dropped', 'ann', {}])
  const lifted = await issue(commands.banPlayer, { target: rex, durationMs: null })
  await manual(lifted)
  const unban = await issue(commands.unbanPlayer, { target: rex, durationMs: null })
  expect([one(lifted)?.state, one(unban)?.state, bans()]).toEqual(['dropped', 'queued', {}])
})

test('[LT10] an unban that waits to be done by hand is dropped when the player is banned again or unbanned by a later order', async () => {
  const { issue, manual, one, bans } = await openGame()
  await issue(commands.banPlayer, { target: rex, durationMs: null })
  const unban = await issue(commands.unbanPlayer, { target: rex, durationMs: null })
  await manual(unban)
  const again = await issue(commands.banPlayer, { target: rex, durationMs: null })
  expect([one(unban)?.state, one(unban)?.settledBy, one(again)?.state]).toEqual(['dropped', 'ann', 'queued'])
  expect(Object.keys(bans())).toEqual([rex])
  const second = await issue(commands.unbanPlayer, { target: rex, durationMs: null })
  await manual(second)
  const third = await issue(commands.unbanPlayer, { target: rex, durationMs: null })
  expect([one(second)?.state, one(third)?.state]).toEqual(['dropped', 'queued'])
})

test('[MP13] [V8.3.2] orders of staff that have not begun are cancelled with the permission for them, and no others', async () => {
  const { ask, issue, send, one, bans } = await openGame()
  const change = async (command: { readonly name: string }, input: object) =>
    expect(await ask('olga', 'owner', command, { account: 'ann', ...input })).toMatchObject({ ok: true })
  await change(setRole, { role: 'admin' })
  const begun = await issue(commands.slayPlayer, { target: rex })
  await send(begun)
  const ban = await issue(commands.banPlayer, { target: rex, reason: 'rude', durationMs: null })
  const kick = await issue(commands.kickPlayer, { target: rex })
  const own = await issue(commands.healMyself)
  const other = await idOf(ask('cyd', 'admin', commands.slayPlayer, { target: rex }))
  await change(setRole, { role: 'moderator' })
  expect(one(ban)).toMatchObject({ state: 'cancelled', settledBy: 'olga', why: expect.stringContaining('permission') })
  expect(bans()).toEqual({})
  expect([begun, kick, own, other].map((id) => one(id)?.state)).toEqual(['sending', 'queued', 'queued', 'queued'])
  await change(setPermission, { permission: 'kickPlayers', state: 'taken' })
  expect([begun, kick, own, other].map((id) => one(id)?.state)).toEqual(['sending', 'cancelled', 'queued', 'queued'])
})

test('[SQ3] a manual delivery is sent once as soon as a link can do it, by staff who may issue it, and the audit says by whom', async () => {
  const { ask, issue, one, manual, order, send, memory, sees } = await openGame()
  const id = await issue(commands.slayPlayer, { target: rex })
  const sendNow = (who: string, role: Role) => ask(who, role, followUps.sendNow, { id })
  expect(await sendNow('ann', 'admin')).toMatchObject({ code: 'notManual' })
  await manual(id)
  expect(await sendNow('ann', 'admin')).toMatchObject({ code: 'noLink' })
  await order(reportSendable, { kinds: ['kick', 'slay'] })
  expect(await sendNow('cyd', 'moderator')).toMatchObject({ code: 'mayNot' })
  expect(await sendNow('bob', 'player')).toMatchObject({ code: 'forbidden' })
  await sees(entryOf(mia, 'Mia'))
  expect(await sendNow('bob', 'admin')).toMatchObject({ code: 'offline' })
  await sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  const both = await Promise.all([sendNow('bob', 'admin'), sendNow('ann', 'admin')])
  expect(both).toMatchObject([{ ok: true }, { code: 'notManual' }])
  expect(one(id)).toMatchObject({ state: 'queued', by: 'ann', why: null, attempts: 0 })
  expect(await ask('ann', 'admin', followUps.markDone, { id })).toMatchObject({ code: 'notManual' })
  await send(id)
  expect(await sendNow('ann', 'admin')).toMatchObject({ code: 'notManual' })
  const { rows } = await memory.storage.archivePage({ kind: 'deliveryAudit', before: null, limit: 1 })
  expect(rows).toMatchObject([{ row: { act: 'sendNow', by: 'bob', delivery: id } }])
})
