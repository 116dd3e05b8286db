import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { begin, end, handOver } from '../../../shared/features/deliveries/hubCommands.ts'
import * as later from '../../../shared/features/deliveries/laterCommands.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'

const rex = steamOf(1)
const hourMs = 3_600_000

/** olga has banned rex for ever, and ann may ban as well. */
async function openGame() {
  const world = await openDeliveries()
  await world.sees(entryOf(rex, 'Rex'))
  const { ask, order } = world
  const ban = (who: string, more: object = {}) =>
    idOf(ask(who, who === 'olga' ? 'owner' : 'admin', commands.banPlayer, { target: rex, ...more }))
  const confirm = async (id: string) => {
    await order(begin, { id, link: 'evrima', command: 'x', again: false })
    await order(end, { id, attempt: 1, state: 'confirmed', reply: null, why: null })
  }
  const first = await ban('olga', { reason: 'for ever' })
  await confirm(first)
  return { ...world, ban, confirm, first, byHand: (id: string) => order(handOver, { id, command: 'x', why: 'none' }) }
}

test('[OB1] a ban that replaces another and is called off leaves the other as it was', async () => {
  const { ask, ban, bans, first } = await openGame()
  const held = bans()[rex]
  const short = await ban('ann', { durationMs: hourMs })
  expect(bans()[rex]).toMatchObject({ delivery: short, by: 'ann', before: { by: 'olga', until: null } })
  expect(await ask('ann', 'admin', later.cancel, { id: short })).toMatchObject({ ok: true })
  expect(bans()[rex]).toEqual(held)
  expect(held).toMatchObject({ delivery: first, by: 'olga', until: null })
})

test('[OB2] one that lapses leaves the other, and that one ends when it should', async () => {
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

test('[OB3] one that is undone has the game told of the other, which holds with its giver and its end', async () => {
  const { ask, ban, bans, confirm, one } = await openGame()
  const short = await ban('ann', { durationMs: hourMs })
  await confirm(short)
  const undone = await idOf(ask('ann', 'admin', later.undo, { id: short }))
  expect(one(undone)).toMatchObject({ kind: 'ban', detail: { reason: 'for ever', durationMs: null }, undoOf: short })
  expect(bans()[rex]).toMatchObject({ by: 'olga', until: null, delivery: undone, before: null })
})

test('[OB4] one that was replaced is not undone: that would free from the later one', async () => {
  const { ask, ban, bans, first } = await openGame()
  await ban('ann', { durationMs: hourMs })
  expect(await ask('olga', 'owner', later.undo, { id: first })).toMatchObject({ code: 'noUndo' })
  expect(bans()[rex]).toMatchObject({ by: 'ann' })
})

test('[OB5] a row of short ones does not wear out the long one', async () => {
  const { ask, ban, bans } = await openGame()
  await ban('ann', { durationMs: hourMs })
  const second = await ban('ann', { durationMs: hourMs })
  await ask('ann', 'admin', later.cancel, { id: second })
  expect(bans()[rex]).toMatchObject({ by: 'olga', until: null })
})

test('[OB6] an unban lifts all of them, and a repeat of a ban stands in for it', async () => {
  const { ask, ban, bans, order } = await openGame()
  await ban('ann', { durationMs: hourMs })
  await idOf(ask('ann', 'admin', commands.unbanPlayer, { target: rex }))
  expect(bans()).toEqual({})
  const failing = await ban('ann')
  await order(begin, { id: failing, link: 'evrima', command: 'x', again: false })
  await order(end, { id: failing, attempt: 1, state: 'failed', reply: null, why: null })
  const again = await idOf(ask('ann', 'admin', later.retry, { id: failing }))
  expect(bans()[rex]).toMatchObject({ delivery: again, before: null })
})
