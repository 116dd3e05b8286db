import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'

const [rex, mia, ghost] = [steamOf(1), steamOf(2), steamOf(3)]

/** ann is staff and plays mia; rex is in the game too. */
async function openGame() {
  const world = await openDeliveries()
  await world.link('ann', mia, 'Ann')
  await world.sees(entryOf(rex, 'Rex'), entryOf(mia, 'Mia'))
  return world
}

test('[CHD2] admins grow, mutate and skin the dinosaur of a player of a lower role who is in the game, and not their own', async () => {
  const { ask, one } = await openGame()
  const orders = [
    [commands.growPlayer, { growth: 62 }, 'grow', '0.62'],
    [commands.mutatePlayer, { mutations: ' Wader ,Nocturnal' }, 'mutate', 'Wader, Nocturnal'],
    [commands.skinPlayer, { skin: ' Ember ' }, 'skin', 'Ember'],
  ] as const
  for (const [command, input, kind, text] of orders) {
    expect(await ask('ann', 'moderator', command, { target: rex, ...input })).toMatchObject({ code: 'forbidden' })
    expect(await ask('ann', 'admin', command, { target: ghost, ...input })).toMatchObject({ code: 'offline' })
    expect(await ask('ann', 'admin', command, { target: mia, ...input })).toMatchObject({ code: 'above' })
    const id = await idOf(ask('ann', 'admin', command, { target: rex, ...input }))
    expect(one(id)).toMatchObject({ kind, detail: { text }, target: { id: rex }, own: false })
  }
})

test('[CHD3] a growth out of range, too many mutations and empty names are refused', async () => {
  const { ask, all } = await openGame()
  const admin = (command: Parameters<typeof ask>[2], input: object) =>
    ask('ann', 'admin', command, { target: rex, ...input })
  for (const growth of [0, 101, 0.5, Number.NaN])
    expect([growth, await admin(commands.growPlayer, { growth })]).toMatchObject([growth, { ok: false }])
  for (const mutations of ['', ' ', 'a,,b', 'a,b,c,d', '\u200b'])
    expect([mutations, await admin(commands.mutatePlayer, { mutations })]).toMatchObject([
      mutations,
      { code: 'noMutations' },
    ])
  for (const skin of ['', '\u200b'])
    expect(await admin(commands.skinPlayer, { skin })).toMatchObject({ code: 'noSkin' })
  expect(all()).toEqual([])
})
