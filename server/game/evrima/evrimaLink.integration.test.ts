import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { GameLink, LinkState } from '../link.ts'
import type { Simulator, SimulatorOptions } from '../simulator/simulator.ts'
import { steadyClock } from '../testing/steadyClock.ts'
import { startTestSimulator, testPassword } from '../testing/testSimulator.ts'
import { createEvrimaLink } from './evrimaLink.ts'
import type { Timings } from './timings.ts'

const quick: Partial<Timings> = {
  firstByteMs: 300,
  silentMs: 100,
  quietMs: 40,
  unfinishedMs: 120,
  firstRetryMs: 5,
  maxRetryMs: 20,
  refusedRetryMs: 20,
}

async function setUp(options: Partial<SimulatorOptions> = {}, timings: Partial<Timings> = quick) {
  const simulator = await startTestSimulator(options)
  const link = createEvrimaLink({
    host: '127.0.0.1',
    port: simulator.port,
    password: testPassword,
    timings,
    clock: steadyClock,
  })
  onTestFinished(() => link.close())
  return { simulator, link }
}

/** Waits until the link is in this state. */
const until = (link: GameLink, name: LinkState['name']) =>
  new Promise<LinkState>((resolve) => {
    if (link.state().name === name) return resolve(link.state())
    const stop = link.onState((state) => {
      if (state.name !== name) return
      stop()
      resolve(state)
    })
  })

const readAll = async (link: GameLink) => ({
  animals: await link.animals(),
  players: await link.players(),
  details: await link.details(),
  playables: await link.playables(),
  queue: await link.queue(),
})

const idsOf = (simulator: Simulator) => simulator.world.online().map(({ id }) => id)

test.each(['2025', '2026'] as const)('[EL1] everything readable is read from a server of %s', async (format) => {
  const { simulator, link } = await setUp({ format, players: 300 })
  await until(link, 'up')
  const { players, animals, details, playables, queue } = await readAll(link)
  expect(players.map(({ id }) => id)).toEqual(idsOf(simulator))
  expect(animals).toHaveLength(simulator.world.reported().length)
  expect(animals.find(({ name }) => name?.startsWith('Zed'))?.name).toBe('Zed, PlayerID: 76561198000000001')
  expect(details).toMatchObject({ maxPlayers: 300, currentPlayers: 300, map: 'Gateway', dayLengthMinutes: 90 })
  expect(playables).toContain('Troodon')
  expect(queue).toBe('Queue: 0')
  expect(link.counters().unknownKeys).toEqual({})
  expect((await link.players()).every(({ name }) => name !== null)).toBe(true)
})

test('[EL2] an empty server is read as empty', async () => {
  const { link } = await setUp({ players: 0 })
  await until(link, 'up')
  expect(await link.players()).toEqual([])
  expect(await link.animals()).toEqual([])
})

test('[EL3] small and slow chunks give the same replies', async () => {
  const { simulator, link } = await setUp()
  await until(link, 'up')
  const whole = await readAll(link)
  simulator.faults.segmentBytes = 333
  simulator.faults.segmentDelay = 3
  simulator.faults.delay = 50
  expect(await readAll(link)).toEqual(whole)
})

test('[EL4] simultaneous requests each get their own reply', async () => {
  const { simulator, link } = await setUp()
  await until(link, 'up')
  const [players, animals, details, announced] = await Promise.all([
    link.players(),
    link.animals(),
    link.details(),
    link.announce('Storm ahead, hide!'),
  ] as const)
  expect([players, animals].map((list) => list.length > 50)).toEqual([true, true])
  expect(details.currentPlayers).toBe(60)
  expect(announced).toBe('Announcement Sent: Storm ahead, hide!')
  expect(simulator.world.announcements).toEqual(['Storm ahead, hide!'])
})

test('[EL6] a server that goes away and returns is reconnected', async () => {
  const { simulator, link } = await setUp()
  await until(link, 'up')
  await simulator.faults.cut()
  expect(await until(link, 'down')).toMatchObject({ why: 'the game server closed the connection' })
  await expect(link.players()).rejects.toMatchObject({ code: 'down' })
  await simulator.faults.restore()
  await until(link, 'up')
  expect(await link.players()).toHaveLength(60)
})

test('[EL7] a refused password is reported, and accepted once it is right', async () => {
  const simulator = await startTestSimulator()
  simulator.faults.refusePassword = true
  const link = createEvrimaLink({
    host: '127.0.0.1',
    port: simulator.port,
    password: testPassword,
    timings: quick,
    clock: steadyClock,
  })
  onTestFinished(() => link.close())
  expect(await until(link, 'refused')).toMatchObject({ why: 'password refused' })
  simulator.faults.refusePassword = false
  await until(link, 'up')
})

test.each([
  ['silence', 'timeout', ({ faults }: Simulator) => Object.assign(faults, { silence: true })],
  ['half a reply', 'timeout', ({ faults }: Simulator) => Object.assign(faults, { halfNext: 1 })],
  ['a dropped connection', 'down', ({ faults }: Simulator) => Object.assign(faults, { dropNext: 1 })],
  ['garbage', 'garbage', ({ faults }: Simulator) => Object.assign(faults, { garbageNext: 1 })],
] as const)('[EL8] %s is reported as %s, and the next request is answered', async (_, code, spoil) => {
  const { simulator, link } = await setUp()
  await until(link, 'up')
  spoil(simulator)
  await expect(link.players()).rejects.toMatchObject({ name: 'LinkError', code })
  simulator.faults.silence = false
  await until(link, 'up')
  expect((await link.players()).map(({ id }) => id)).toEqual(idsOf(simulator))
})

test('[EL9] a closed port is reported with a readable reason', async () => {
  const simulator = await startTestSimulator()
  await simulator.faults.cut()
  const link = createEvrimaLink({
    host: '127.0.0.1',
    port: simulator.port,
    password: testPassword,
    timings: quick,
    clock: steadyClock,
  })
  onTestFinished(() => link.close())
  expect(await until(link, 'down')).toMatchObject({ why: 'nothing listens at that address' })
})

test('[EL11] an announcement without a reply was made', async () => {
  const { simulator, link } = await setUp()
  await until(link, 'up')
  simulator.faults.muteNext = 1
  expect(await link.announce('Quiet, please')).toBe('')
  expect(simulator.world.announcements).toEqual(['Quiet, please'])
  expect(await link.players()).toHaveLength(60)
})

test('[EL10] a thousand reconnects leave no sockets or timers behind', async () => {
  const sockets = new Set<Socket>()
  const note = (message: unknown) => void sockets.add((message as { socket: Socket }).socket)
  subscribe('net.client.socket', note)
  onTestFinished(() => void unsubscribe('net.client.socket', note))
  const { simulator, link } = await setUp(
    { players: 5 },
    { ...quick, firstRetryMs: 0, maxRetryMs: 0, faultRetriesMs: [0] },
  )
  const openSockets = () =>
    process.getActiveResourcesInfo().filter((resource) => resource.startsWith('TCPSocket')).length

  await until(link, 'up')
  const before = openSockets()
  for (let i = 0; i < 1000; i++) {
    const isDown = until(link, 'down')
    simulator.faults.drop()
    await isDown
    await until(link, 'up')
  }
  await link.players()
  expect(link.counters().reconnects).toBe(1000)
  expect(sockets.size).toBe(1001)
  expect(simulator.connections()).toBe(1)
  expect(openSockets()).toBeLessThanOrEqual(before + 1)
  const listening = [...sockets].filter((socket) =>
    ['connect', 'data', 'close'].some((name) => socket.listenerCount(name) > 0),
  )
  expect(listening).toHaveLength(1)
  expect(Math.max(...[...sockets].map((socket) => socket.listenerCount('error')))).toBe(1)
})
