import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { parkDinosaur } from '../../shared/features/inventory/commands.ts'
import { recordPlay } from '../../shared/features/play/commands.ts'
import { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import type { Principal } from '../engine/principal.ts'
import { annsPlayer, openInventory, playing } from '../features/inventory/testing/openInventory.ts'
import { guest, person } from '../testing/principals.ts'
import { playerRoutes } from './playerRoutes.ts'

async function open(playedMs = 0) {
  const opened = await openInventory()
  const { hub, clock, ann, ask, sees, deliver } = opened
  const players = [{ id: annsPlayer, species: 'Carnotaurus' }]
  if (playedMs > 0)
    await hub.execute('play', recordPlay.name, { server: 'main', at: clock.now(), seenAt: null, players })
  clock.pass(playedMs)
  await sees(playing(annsPlayer, 'Carnotaurus', 80))
  const parked = await ask(parkDinosaur)
  if (typeof parked === 'string') throw new Error(parked)
  await deliver(parked.delivery, 'confirmed')
  const who: Readonly<Record<string, Principal>> = { ann, bob: person('bob'), guest }
  const app = fastify()
  onTestFinished(() => app.close())
  playerRoutes(app, {
    hub,
    clock,
    features: HubFeatures.parse({}),
    principalOf: ({ cookie }) => who[cookie ?? ''] ?? guest,
  })
  const get = async (path: string, cookie: string) => {
    const { statusCode, body } = await app.inject({ url: path, headers: { cookie } })
    return { status: statusCode, ...JSON.parse(body) }
  }
  return { ...opened, get, dinosaur: parked.dinosaur }
}

test('[IV22] a user reads their inventory by their id, account or "me", and that of another is not found', async () => {
  const { get, clock, dinosaur } = await open()
  const at = new Date(clock.now()).toISOString()
  for (const id of ['me', 'ann', annsPlayer])
    expect(await get(`/api/player/${id}/inventory`, 'ann')).toEqual({
      status: 200,
      success: true,
      inventory: [
        {
          id: dinosaur,
          dinosaurId: 'carnotaurus',
          name: 'Carnotaurus',
          species: 'Carnotaurus',
          category: 'carnivore',
          rarity: 'rare',
          weight: 1600,
          level: null,
          growth: 0.8,
          health: 100,
          hunger: 100,
          thirst: 100,
          gender: null,
          mutations: [],
          skin: null,
          source: 'grown',
          location: null,
          playTime: null,
          kills: null,
          deaths: null,
          status: 'alive',
          lastPlayed: at,
          acquiredDate: at,
          holder: 'stored',
          tradableAt: null,
        },
      ],
    })
  expect(await get('/api/player/ann/inventory', 'bob')).toMatchObject({ status: 404, code: 'notFound' })
  expect(await get('/api/player/me/inventory', 'bob')).toMatchObject({ status: 200, inventory: [] })
  expect(await get('/api/player/me/inventory', 'guest')).toMatchObject({ status: 401, code: 'signIn' })
})

test('[IV1801] a program learns in whole hours how long a dinosaur was played', async () => {
  const { get } = await open(60_000)
  expect((await get('/api/player/me/inventory', 'ann')).inventory).toMatchObject([{ playTime: '0h' }])
})
