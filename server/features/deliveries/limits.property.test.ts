import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { mostOpen, mostOpenPerAccount, mostSettled } from '../../../shared/features/deliveries/delivery.ts'
import { endAttempt } from '../../../shared/features/deliveries/hubCommands.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'

const [rex, mia] = [steamOf(1), steamOf(2)]

/** ann is staff and plays mia; rex is in the game too. */
async function openGame() {
  const world = await openDeliveries()
  await world.link('ann', mia, 'Ann')
  await world.sees(entryOf(rex, 'Rex, the "King"'), entryOf(mia, 'Mia'))
  return world
}

test('[DL10] open deliveries are limited; settled ones beyond the limit move to the archive', async () => {
  const { ask, order, all, memory } = await openGame()
  const ids: string[] = []
  for (let given = 0; given < mostOpen; given += 1)
    ids.push(await idOf(ask(`staff ${given % 5}`, 'admin', commands.saveGame)))
  expect(await ask('ann', 'admin', commands.saveGame)).toMatchObject({ code: 'tooMany' })
  // Kicks and bans are not limited.
  for (const command of [commands.kickPlayer, commands.banPlayer, commands.unbanPlayer])
    ids.push(await idOf(ask('ann', 'admin', command, { target: rex, durationMs: null })))
  for (const id of ids.slice(0, mostSettled + 2))
    await order(endAttempt, { id, attempt: 0, state: 'failed', reply: null, why: 'no' })
  const settled = all().filter(({ state }) => state === 'failed')
  expect(settled.map(({ number }) => number)).toEqual(Array.from({ length: mostSettled }, (_, at) => at + 3))
  const { rows } = await memory.storage.archivePage({ kind: 'deliveryHistory', before: null, limit: 9 })
  expect(rows.map(({ row }) => row.number)).toEqual([2, 1])
})

test("[DL15] orders for players' own dinosaurs leave the limits of staff and of other players untouched", async () => {
  const { ask, link, sees, all } = await openGame()
  const players = Array.from({ length: mostOpen / 2 }, (_, at) => ({ who: `player ${at}`, steamId: steamOf(at + 100) }))
  await sees(entryOf(rex, 'Rex'), ...players.map(({ who, steamId }) => entryOf(steamId, who)))
  for (const { who, steamId } of players) {
    await link(who, steamId)
    for (const command of [commands.slayMyself, commands.healMyself]) await idOf(ask(who, 'player', command))
  }
  expect(all().length).toBe(mostOpen)
  await sees(entryOf(mia, 'Mia'), entryOf(rex, 'Rex'))
  expect(await ask('ann', 'player', commands.healMyself)).toMatchObject({ code: 'tooMany' })
  for (let given = 0; given < mostOpenPerAccount; given += 1) await idOf(ask('olga', 'owner', commands.saveGame))
  expect(await ask('olga', 'owner', commands.saveGame)).toMatchObject({ code: 'tooManyYours' })
  // Kicks and bans are counted apart.
  for (let given = 0; given < mostOpenPerAccount; given += 1)
    await idOf(ask('olga', 'owner', commands.kickPlayer, { target: rex }))
  expect(await ask('olga', 'owner', commands.kickPlayer, { target: rex })).toMatchObject({ code: 'tooManyYours' })
  expect(await ask('cyd', 'moderator', commands.kickPlayer, { target: rex })).toMatchObject({ ok: true })
})
