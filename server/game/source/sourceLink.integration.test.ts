import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import type { ActionLink } from '../actionLink.ts'
import type { LinkState } from '../link.ts'
import type { SimulatorOptions } from '../simulator/simulator.ts'
import { steadyClock } from '../testing/steadyClock.ts'
import { startTestSimulator, testPassword } from '../testing/testSimulator.ts'
import { createSourceLink } from './sourceLink.ts'
import { createPacketReader, encodePacket, type SourcePacket } from './sourcePackets.ts'

const host = '127.0.0.1'
/** The limit of an answer is real time: only a server that hangs meets it, even on a busy machine. */
const quick = { connectMs: 3_000, replyMs: 120_000, quietMs: 60, firstRetryMs: 5, maxRetryMs: 20, refusedRetryMs: 20 }

function linkTo(port: number, timings: Partial<typeof quick> = {}) {
  const lines: string[] = []
  const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
  const link = createSourceLink({
    host,
    port,
    password: testPassword,
    log,
    timings: { ...quick, ...timings },
    clock: steadyClock,
  })
  onTestFinished(() => link.close())
  return { link, lines }
}

async function setUp(options: Partial<SimulatorOptions> = {}) {
  const simulator = await startTestSimulator({ ...options, source: { port: 0, password: testPassword } })
  const server = simulator.source
  if (!server) throw new Error('The simulator has not required this server.')
  return { server, world: simulator.world, ...linkTo(server.port) }
}

const until = (link: ActionLink, name: LinkState['name']) =>
  new Promise<LinkState>((resolve) => {
    if (link.state().name === name) return resolve(link.state())
    const stop = link.onState((state) => {
      if (state.name !== name) return
      stop()
      resolve(state)
    })
  })

/** A server whose handling of each packet the test defines. */
async function playServer(answer: (packet: SourcePacket, socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const read = createPacketReader()
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const packet of read(chunk)) answer(packet, socket)
    })
  }).listen(0, host)
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
const empty = Buffer.alloc(0)
const accept = ({ id }: SourcePacket, socket: Socket) => socket.write(encodePacket({ id, type: 2, body: empty }))

const run = (text: string): GameAction => ({ kind: 'console', target: null, detail: { text } })

test('[SO1] slay, heal, grow and teleport change the world', async () => {
  const { link, world } = await setUp()
  await until(link, 'up')
  const [first, second, third] = world.reported().filter(({ presence }) => presence === 'playing')
  if (!first || !second || !third) throw new Error('Too few are playing.')
  const perform = (kind: GameAction['kind'], { id, name }: typeof first, detail: GameAction['detail'] = {}) =>
    link.perform({ kind, target: { id, name }, detail })
  Object.assign(second.animal, { health: 0.2, hunger: 0.1, growth: 0.4 })

  expect(await perform('slay', first)).toMatchObject({ state: 'confirmed', reply: `Slain ${first.name}` })
  expect(first).toMatchObject({ presence: 'dead', animal: { health: 0 } })
  expect(await perform('slay', first)).toMatchObject({ state: 'refused', reply: expect.stringContaining('no living') })
  await perform('heal', second)
  await perform('grow', second, { text: '0.9' })
  expect(second.animal).toMatchObject({ health: 1, hunger: 1, growth: 0.9 })
  await perform('teleport', third, { destination: second.id, destinationName: second.name })
  expect([third.animal.x, third.animal.y]).toEqual([second.animal.x, second.animal.y])
})

test('[SO2] a reply of many packets is reassembled', async () => {
  const { link, world } = await setUp({ players: 300 })
  await until(link, 'up')
  const { reply } = await link.perform(run('players'))
  expect(reply?.split('\n')).toHaveLength(world.online().length)
  expect(Buffer.byteLength(reply ?? '')).toBeGreaterThan(8_000)
  expect(await link.perform(run('broadcast x'))).toMatchObject({ reply: 'Broadcast sent' })
})

test('[SO3] a wrong password is refused although an empty reply precedes the answer; then the login is retried', async () => {
  const { link, server, lines } = await setUp()
  await until(link, 'up')
  server.faults.refusePassword = true
  server.faults.drop()
  expect(await until(link, 'refused')).toMatchObject({ why: 'password refused' })
  await expect(link.perform(run('players'))).rejects.toMatchObject({ code: 'notSent', message: 'password refused' })
  server.faults.refusePassword = false
  await until(link, 'up')
  expect(lines.join()).not.toContain(testPassword)
})

test('[SO4] a server that accepts the connection and stays silent is given up in time', async () => {
  const { link } = linkTo(await playServer(() => {}), { replyMs: 1_500 })
  expect(await until(link, 'down')).toMatchObject({ why: 'the server does not answer the login' })
})

test.each([
  ['a length below zero', Buffer.from('fcfffffffcfffffffcffffff', 'hex')],
  ['a length of gigabytes', Buffer.from('ffffff7f0000', 'hex')],
  ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
])('[SO5] %s instead of a reply ends the connection, and not the hub', async (_, bytes) => {
  const { link } = linkTo(await playServer((_packet, socket) => void socket.write(bytes)))
  expect(await until(link, 'down')).toMatchObject({ why: 'it does not answer like Source RCON' })
})

test('[SO6] replies in any chunks are read, and a reply to no request is skipped', async () => {
  const port = await playServer((packet, socket) => {
    if (packet.type === 3) return void accept(packet, socket)
    const stray = encodePacket({ id: 999, type: 0, body: Buffer.from('stray') })
    const reply = encodePacket({ id: packet.id, type: 0, body: Buffer.from('Grüße') })
    for (const byte of Buffer.concat([stray, reply])) socket.write(Buffer.of(byte))
  })
  const { link } = linkTo(port)
  await until(link, 'up')
  expect(await link.perform(run('x'))).toEqual({ state: 'confirmed', reply: 'Grüße', why: null })
})

test('[SO7] at most as many commands as allowed are in flight, and waiting ones were not sent when the connection is lost', async () => {
  let under = 0
  const port = await playServer((packet, socket) => {
    if (packet.type === 3) return void accept(packet, socket)
    if (++under === 4) setImmediate(() => socket.destroy())
  })
  const { link } = linkTo(port, { firstRetryMs: 10_000, maxRetryMs: 10_000 })
  await until(link, 'up')
  const outcomes = await Promise.all(Array.from({ length: 7 }, () => link.perform(run('x')).catch(({ code }) => code)))
  expect(outcomes).toEqual(['lost', 'lost', 'lost', 'lost', 'notSent', 'notSent', 'notSent'])
  expect(under).toBe(4)
})

test('[SO8] an empty reply is a reply', async () => {
  const port = await playServer((packet, socket) =>
    packet.type === 3 ? accept(packet, socket) : socket.write(encodePacket({ id: packet.id, type: 0, body: empty })),
  )
  const { link } = linkTo(port)
  await until(link, 'up')
  expect(await link.perform(run('x'))).toEqual({ state: 'confirmed', reply: null, why: null })
})

test('[SO9] after a hundred lost connections one is open', async () => {
  const { link, server } = await setUp({ players: 5 })
  await until(link, 'up')
  for (let i = 0; i < 100; i++) {
    const isDown = until(link, 'down')
    server.faults.drop()
    await isDown
    await until(link, 'up')
  }
  expect(server.connections()).toBe(1)
})
