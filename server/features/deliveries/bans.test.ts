import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { mostSettled } from '../../../shared/features/deliveries/delivery.ts'
import * as followUps from '../../../shared/features/deliveries/followUpCommands.ts'
import { beginAttempt, endAttempt, moveToManual } from '../../../shared/features/deliveries/hubCommands.ts'
import { ownBan } from '../../../shared/features/deliveries/ownBan.ts'
import { type PastBan, pastBans } from '../../../shared/features/deliveries/queries.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { guest, person } from '../../testing/principals.ts'
import { lengthText } from './bans.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'

const rex = steamOf(1)
const hourMs = 3_600_000

/** olga has banned rex permanently; ann may ban too. */
async function openGame() {
  const game = await openDeliveries()
  await game.sees(entryOf(rex, 'Rex'))
  const { ask, order } = game
  const ban = (who: string, more: object = {}) =>
    idOf(ask(who, who === 'olga' ? 'owner' : 'admin', commands.banPlayer, { target: rex, durationMs: null, ...more }))
  const confirm = async (id: string) => {
    await order(beginAttempt, { id, link: 'evrima', command: 'x', again: false })
    await order(endAttempt, { id, attempt: 1, state: 'confirmed', reply: null, why: null })
  }
  const first = await ban('olga', { reason: 'permanent' })
  await confirm(first)
  return {
    ...game,
    ban,
    confirm,
    first,
  }
}

test('[OB12] cancelling a ban that replaced another restores the other unchanged', async () => {
  const { ask, ban, bans, first } = await openGame()
  const held = bans()[rex]
  const short = await ban('ann', { durationMs: hourMs })
  expect(bans()[rex]).toMatchObject({ delivery: short, by: 'ann', before: { by: 'olga', until: null } })
  expect(await ask('ann', 'admin', followUps.cancel, { id: short })).toMatchObject({ ok: true })
  expect(bans()[rex]).toEqual(held)
  expect(held).toMatchObject({ delivery: first, by: 'olga', until: null })
})

test('[OB13] a ban that expires restores the replaced one, which ends at its own time', async () => {
  const { ask, ban, bans, clock, hub } = await openGame()
  await idOf(ask('ann', 'admin', commands.unbanPlayer, { target: rex }))
  await ban('olga', { durationMs: 3 * hourMs })
  await ban('ann', { durationMs: hourMs })
  clock.pass(hourMs)
  await hub.settled()
  expect(bans()[rex]).toMatchObject({ by: 'olga', until: clock.now() + 2 * hourMs, before: null })
  clock.pass(2 * hourMs)
  await hub.settled()
  expect(bans()).toEqual({})
})

test('[OB3] undoing a ban sends the replaced one to the game, with its issuer and its end', async () => {
  const { ask, ban, bans, confirm, one } = await openGame()
  const short = await ban('ann', { durationMs: hourMs })
  await confirm(short)
  const undone = await idOf(ask('ann', 'admin', followUps.undo, { id: short }))
  expect(one(undone)).toMatchObject({ kind: 'ban', detail: { reason: 'permanent', durationMs: null }, undoOf: short })
  expect(bans()[rex]).toMatchObject({ by: 'olga', until: null, delivery: undone, before: null })
})

test('[OB4] a replaced ban cannot be undone, since that would lift the later one', async () => {
  const { ask, ban, bans, first } = await openGame()
  await ban('ann', { durationMs: hourMs })
  expect(await ask('olga', 'owner', followUps.undo, { id: first })).toMatchObject({ code: 'noUndo' })
  expect(bans()[rex]).toMatchObject({ by: 'ann' })
})

test('[OB5] repeated short bans do not shorten a long one', async () => {
  const { ask, ban, bans } = await openGame()
  await ban('ann', { durationMs: hourMs })
  const second = await ban('ann', { durationMs: hourMs })
  await ask('ann', 'admin', followUps.cancel, { id: second })
  expect(bans()[rex]).toMatchObject({ by: 'olga', until: null })
})

test('[OB6] an unban lifts all bans of a player, and a retried ban replaces its first attempt', async () => {
  const { ask, ban, bans, order } = await openGame()
  await ban('ann', { durationMs: hourMs })
  await idOf(ask('ann', 'admin', commands.unbanPlayer, { target: rex }))
  expect(bans()).toEqual({})
  const failing = await ban('ann')
  await order(beginAttempt, { id: failing, link: 'evrima', command: 'x', again: false })
  await order(endAttempt, { id: failing, attempt: 1, state: 'failed', reply: null, why: null })
  const again = await idOf(ask('ann', 'admin', followUps.retry, { id: failing }))
  expect(bans()[rex]).toMatchObject({ delivery: again, before: null })
})

test('[SQ2] past bans of a player are listed with their length and reason, newest first, to holders of the right to ban', async () => {
  const { ban, ask, hub } = await openGame()
  await ban('ann', { durationMs: hourMs, reason: 'rude' })
  await idOf(ask('ann', 'admin', commands.unbanPlayer, { target: rex }))
  await idOf(
    ask('ann', 'admin', commands.banPlayer, { target: steamOf(2), durationMs: null, reason: 'another player' }),
  )
  const asked = { name: pastBans.name, input: { player: rex } }
  const listed = [
    { act: 'unban', reason: '', durationMs: null },
    { act: 'ban', reason: 'rude', durationMs: hourMs },
    { act: 'ban', reason: 'permanent', durationMs: null },
  ]
  expect(await hub.query(person('ann', 'admin'), asked)).toMatchObject({ ok: true, output: { bans: listed } })
  // Staff who may ban and may not read the audit.
  const narrow = { ...person('cyd', 'moderator'), can: (permission: string) => permission === 'banPlayers' }
  expect(await hub.query(narrow, asked)).toMatchObject({ ok: true, output: { bans: listed } })
  expect(await hub.query(person('cyd', 'moderator'), asked)).toMatchObject({ code: 'forbidden' })
})

test('[SQ2716] past bans say of an unban that the game refused, or that was cancelled or dropped, that it was; an undone manual ban is an unban', async () => {
  const { ask, ban, confirm, hub, order } = await openGame()
  const unban = () => idOf(ask('ann', 'admin', commands.unbanPlayer, { target: rex }))
  const end = async (id: string, state: string) => {
    await order(beginAttempt, { id, link: 'evrima', command: 'x', again: false })
    await order(endAttempt, { id, attempt: 1, state, reply: null, why: null })
  }
  const acts = async (who = person('olga', 'owner')) => {
    const answer = await hub.query(who, { name: pastBans.name, input: { player: rex } })
    const { bans = [] } = (answer.ok ? answer.output : {}) as { bans?: PastBan[] }
    return bans.map(({ act, outcome }) => (!outcome ? act : `${act} ${outcome}`))
  }
  await confirm(await unban())
  await end(await unban(), 'refused')
  await end(await unban(), 'failed')
  const listed = ['unban failed', 'unban refused', 'unban', 'ban']
  expect(await acts()).toEqual(listed)
  // Staff who may ban and may not read the audit.
  const narrow = { ...person('cyd', 'moderator'), can: (permission: string) => permission === 'banPlayers' }
  expect(await acts(narrow)).toEqual(listed)
  // The hub bans even if the game refuses it.
  const refused = await ban('ann')
  await end(refused, 'refused')
  const cancelled = await unban()
  await ask('ann', 'admin', followUps.cancel, { id: cancelled })
  const byHand = await ban('ann', { durationMs: hourMs })
  await order(moveToManual, { id: byHand, command: 'x', why: 'x' })
  await ask('ann', 'admin', followUps.undo, { id: byHand })
  expect((await acts()).slice(0, 4)).toEqual(['unban', 'ban', 'unban cancelled', 'ban'])
  const [manual, marked] = [await unban(), await unban()]
  await order(moveToManual, { id: marked, command: 'x', why: 'x' })
  await ask('ann', 'admin', followUps.markDone, { id: marked, refused: true })
  await end(manual, 'confirmed')
  expect((await acts())[0]).toBe('unban refused')
})

test('[SQ2717] past bans know what became of an unban after its delivery has moved to the archive', async () => {
  const { ask, all, confirm, hub, order } = await openGame()
  const unban = (target: string) => idOf(ask('ann', 'admin', commands.unbanPlayer, { target }))
  const id = await unban(rex)
  await order(beginAttempt, { id, link: 'evrima', command: 'x', again: false })
  await order(endAttempt, { id, attempt: 1, state: 'refused', reply: null, why: null })
  for (let nth = 0; nth < mostSettled; nth += 1) await confirm(await unban(steamOf(2)))
  expect(all().some((one) => one.id === id)).toBe(false)
  const answer = await hub.query(person('olga', 'owner'), { name: pastBans.name, input: { player: rex } })
  expect(answer).toMatchObject({
    output: {
      bans: [
        { act: 'unban', outcome: 'refused' },
        { act: 'ban', outcome: null },
      ],
    },
  })
})

test('[OB2721] characters that turn the direction of a text are written out in the notification of a ban', async () => {
  const { ask, ban, hub, link } = await openGame()
  await idOf(ask('ann', 'admin', commands.unbanPlayer, { target: rex }))
  await link('rex', rex)
  await ban('ann', { durationMs: hourMs, reason: 'rude\u202eedur' })
  expect(Object.values(hub.read(notifications, 'rex').entries).map(({ message }) => message)).toEqual([
    "You can't play on this server for 1 hour. Reason: rude[U+202E]edur",
  ])
})

test('[OB2770] players are notified when the undo or the cancelling of a later ban changes until when they are banned, not when a shorter ban ends', async () => {
  const { ask, ban, clock, confirm, hub, link } = await openGame()
  await link('rex', rex)
  const act = (command: typeof followUps.undo | typeof followUps.cancel, id: string) =>
    ask('ann', 'admin', command, { id })
  const news = () => {
    const entries = Object.values(hub.read(notifications, 'rex').entries).sort(
      (one, other) => one.timestamp - other.timestamp,
    )
    return entries.map(({ title, message, details }) => [
      title,
      message.replace(/^You can't play on this server /, ''),
      details.until,
    ])
  }
  await idOf(ask('ann', 'admin', commands.unbanPlayer, { target: rex }))
  const until = clock.now() + 30 * 24 * hourMs
  const long = await ban('ann', { durationMs: 30 * 24 * hourMs, reason: 'long' })
  await confirm(long)
  clock.pass(4_000)
  const undone = await ban('ann', { reason: 'forever' })
  await confirm(undone)
  expect(await act(followUps.undo, undone)).toMatchObject({ ok: true })
  expect(news().slice(-2)).toEqual([
    ['You were banned', 'permanently. Reason: forever', null],
    ['Your ban changed', 'for 30 days. Reason: long', until],
  ])
  clock.pass(29 * 60_000)
  const cancelled = await ban('ann', { reason: 'again' })
  expect(await act(followUps.cancel, cancelled)).toMatchObject({ ok: true })
  expect(news().at(-1)).toEqual(['Your ban changed', 'for 30 days. Reason: long', until])
  const count = news().length
  await ban('ann', { durationMs: hourMs, reason: 'short' })
  clock.pass(hourMs)
  await hub.settled()
  const short = 'This ban is for 1 hour. An earlier ban that lasts longer stays in force. Reason: short'
  expect(news().slice(count)).toEqual([['You were banned', short, expect.any(Number)]])
})

test('[OB2771] the length of a ban is said in days, hours and minutes, even where little is missing to a whole number of them', () => {
  const [minuteMs, dayMs] = [60_000, 24 * hourMs]
  const lengths: readonly (readonly [number, string])[] = [
    [30 * dayMs, '30 days'],
    [36 * hourMs, '36 hours'],
    [90 * minuteMs, '90 minutes'],
    [30 * dayMs - 4_000, '30 days'],
    [30 * dayMs - 4 * hourMs - 4_000, '29 days 20 hours'],
    [dayMs + hourMs + 4_000, '1 day 1 hour'],
    [dayMs - 4_000, '1 day'],
    [5 * hourMs + 61_000, '5 hours 1 minute'],
    [61_000, '1 minute'],
    [2_000, '1 minute'],
  ]
  expect(lengths.map(([ms]) => lengthText(ms))).toEqual(lengths.map(([, text]) => text))
})

test('[OB2802] the notification of a short ban says that a longer one stays in force; its end changes nothing and notifies no one', async () => {
  const { ban, clock, hub, link } = await openGame()
  await link('rex', rex)
  const texts = () => Object.values(hub.read(notifications, 'rex').entries).map(({ message }) => message)
  await ban('ann', { durationMs: 24 * hourMs, reason: 'rude' })
  const told = ['This ban is for 1 day. An earlier ban that lasts longer stays in force. Reason: rude']
  expect(texts()).toEqual(told)
  clock.pass(24 * hourMs)
  await hub.settled()
  expect(texts()).toEqual(told)
})

test('[OB2803] players are notified when their longer ban ends and the shorter one that it replaced is in force again, or stays after it', async () => {
  const { ask, ban, bans, hub, link } = await openGame()
  await link('rex', rex)
  await idOf(ask('ann', 'admin', commands.unbanPlayer, { target: rex }))
  const changes = () =>
    Object.values(hub.read(notifications, 'rex').entries)
      .filter(({ title }) => title === 'Your ban changed')
      .map(({ message }) => message)
  await ban('ann', { durationMs: hourMs, reason: 'rude' })
  const longer = await ban('olga', { durationMs: 3 * hourMs, reason: 'cheating' })
  await ask('olga', 'owner', followUps.cancel, { id: longer })
  const told = "You can't play on this server for 1 hour. Reason: rude"
  expect(changes()).toEqual([told])
  const longest = await ban('olga', { reason: 'cheating' })
  await ban('ann', { durationMs: 2 * hourMs, reason: 'rude' })
  await ask('olga', 'owner', followUps.cancel, { id: longest })
  expect(changes()).toEqual([told, "You can't play on this server for 2 hours. Reason: rude"])
  expect(bans()[rex]).toMatchObject({ reason: 'rude', before: null })
})

test('[SQ1] a ban without a stated length is refused, and a permission is asked for first', async () => {
  const { ask, all, bans, sees } = await openDeliveries()
  await sees(entryOf(rex, 'Rex'))
  const unstated = { target: rex, reason: 'rude' }
  expect(await ask('ann', 'admin', commands.banPlayer, unstated)).toMatchObject({ ok: false, code: 'badInput' })
  expect(await ask('ann', 'moderator', commands.banPlayer, unstated)).toMatchObject({ code: 'forbidden' })
  expect([all(), bans()]).toEqual([[], {}])
  expect(await ask('ann', 'admin', commands.banPlayer, { ...unstated, durationMs: null })).toMatchObject({ ok: true })
})

test('[OB2712] players read their own ban: of several the one that ends last, with its reason, until it is over or lifted', async () => {
  const { ask, ban, clock, hub, link } = await openGame()
  await link('rex', rex)
  const told = async (playsAs: string | null) => {
    const answer = await hub.query({ ...person('rex'), playsAs }, { name: ownBan.name, input: {} })
    return answer.ok ? answer.output : answer.code
  }
  await ban('ann', { durationMs: hourMs, reason: 'rude' })
  expect(await told(rex)).toEqual({ ban: { reason: 'permanent', until: null } })
  expect([await told(steamOf(2)), await told(null)]).toEqual([{ ban: null }, { ban: null }])
  expect(await hub.query(guest, { name: ownBan.name, input: {} })).toMatchObject({ code: 'forbidden' })
  await idOf(ask('ann', 'admin', commands.unbanPlayer, { target: rex }))
  expect(await told(rex)).toEqual({ ban: null })
  await ban('ann', { durationMs: hourMs, reason: 'rude' })
  expect(await told(rex)).toEqual({ ban: { reason: 'rude', until: clock.now() + hourMs } })
  clock.pass(hourMs)
  expect(await told(rex)).toEqual({ ban: null })
})
