import { expect, onTestFinished, test } from 'vitest'
import type { GameAction } from '../../shared/features/deliveries/kinds.ts'
import { readConfig } from '../config.ts'
import type { ActionLink } from '../game/actionLink.ts'
import { startTestSimulator, testPassword } from '../game/testing/testSimulator.ts'
import { createLog } from '../observability/log.ts'
import { openGameServer } from './gameServer.ts'

const isUp = (link: ActionLink) =>
  new Promise<void>((resolve) => {
    if (link.state().name === 'up') return resolve()
    link.onState(({ name }) => name === 'up' && resolve())
  })

async function open(environment: NodeJS.ProcessEnv) {
  const config = readConfig({ LOG_LEVEL: 'silent', ...environment })
  const game = await openGameServer(config, createLog(config))
  onTestFinished(() => game.close())
  return game
}

test('[GS16] without configuration the simulator has a command mod as well, so that every command can be tried', async () => {
  const { actionLinks, simulator } = await open({ SIMULATOR_PLAYERS: '12' })
  expect(actionLinks.map(({ name }) => name)).toEqual(['evrima', 'commandBridge', 'source', 'host', 'banFile'])
  // The game's ban list is edited only while the game server is off.
  await Promise.all(actionLinks.filter(({ name }) => name !== 'banFile').map(isUp))
  const victim = simulator?.world.reported().find(({ presence }) => presence === 'playing')
  if (!victim) throw new Error('Nobody is playing.')
  const slay = { kind: 'slay', target: { id: victim.id, name: victim.name }, detail: {} } as const
  const link = actionLinks.find(({ can }) => can('slay'))
  expect(await link?.perform(slay)).toMatchObject({ state: 'confirmed' })
  expect(victim.animal.health).toBe(0)
})

test('[BM62] in the demo slay, heal, teleport, grow, skin and mutations are confirmed over the simulated CommandBridge', async () => {
  const { actionLinks, simulator } = await open({ SIMULATOR_PLAYERS: '20' })
  const [evrima, mod] = actionLinks
  if (!evrima || !mod || !simulator) throw new Error('There are no links.')
  await Promise.all([evrima, mod].map(isUp))
  const [one, other, third] = simulator.world.reported().filter(({ presence }) => presence === 'playing')
  if (!one || !other || !third) throw new Error('Too few are playing.')
  const act = (
    kind: GameAction['kind'],
    { id, name }: { id: string; name: string },
    detail: GameAction['detail'] = {},
  ) => actionLinks.find(({ can }) => can(kind))?.perform({ kind, target: { id, name }, detail })
  one.animal.health = 0.2
  const outcomes = [
    await act('heal', one),
    await act('grow', one, { text: '0.8' }),
    await act('teleport', one, { destination: other.id, destinationName: other.name }),
    await act('skin', one, { text: 'Ember' }),
    await act('mutate', one, { text: 'Nocturnal' }),
    await act('slay', third),
  ]
  expect(outcomes.map((outcome) => outcome?.state)).toEqual(outcomes.map(() => 'confirmed'))
  expect(simulator.commandBridge?.log.map(({ verb }) => verb)).toEqual([
    'heal',
    'setgrowth',
    'teleport',
    'skin_apply',
    'mutations',
    'kill',
  ])
})

test("[GS17] configured links are tried in order: the game's own RCON, Source RCON, the bridge", async () => {
  const simulator = await startTestSimulator({
    source: { port: 0, password: 'mod' },
    bridge: { port: 0, token: 'letmein' },
  })
  const { actionLinks } = await open({
    EVRIMA_HOST: '127.0.0.1',
    EVRIMA_RCON_PORT: String(simulator.port),
    EVRIMA_RCON_PASSWORD: testPassword,
    SOURCE_RCON_HOST: '127.0.0.1',
    SOURCE_RCON_PORT: String(simulator.source?.port),
    SOURCE_RCON_PASSWORD: 'mod',
    BRIDGE_URL: `http://127.0.0.1:${simulator.bridge?.port}`,
    BRIDGE_TOKEN: 'letmein',
    SOURCE_WORDS: '{"heal":"heal \\"{id}\\""}',
    EVRIMA_WORDS: '{"kick":"{id}"}',
  })
  expect(actionLinks.map(({ name }) => name)).toEqual(['evrima', 'source', 'bridge'])
  await Promise.all(actionLinks.map(isUp))
  const target = { id: '76561198000000001', name: 'Fernfoot' }
  const worded = actionLinks.map((link) => [link.commandText({ kind: 'kick', target, detail: {} }), link.can('heal')])
  expect(worded).toEqual([
    [`kick ${target.id}`, false],
    [`kick ${target.id} No reason given`, true],
    [`kick ${target.id} No reason given`, true],
  ])
  expect(await actionLinks[1]?.perform({ kind: 'heal', target, detail: {} })).toMatchObject({ state: 'confirmed' })
  expect(await actionLinks[2]?.perform({ kind: 'heal', target, detail: {} })).toMatchObject({ state: 'confirmed' })
})
