import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultProxy, openFaultProxy } from './faultProxy.ts'
import { normalConditions } from './pipe.ts'

const held = { ...normalConditions, flow: 'held' } as const
const lost = { ...normalConditions, flow: 'lost' } as const

let proxy: FaultProxy
let accepted: Socket[] = []
let serverReceived = ''
const server = createServer((socket) => {
  accepted.push(socket)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    serverReceived += chunk
    socket.write(`<${chunk}>`)
  })
})

beforeEach(async () => {
  ;[accepted, serverReceived] = [[], '']
  await once(server.listen(0, '127.0.0.1'), 'listening')
  proxy = await openFaultProxy(() => (server.address() as { port: number }).port)
})
afterEach(async () => {
  await proxy.close()
  for (const socket of accepted) socket.destroy()
  server.close()
})

const open = () => {
  const socket = connect({ port: proxy.port, host: '127.0.0.1' })
  let received = ''
  socket.on('data', (chunk) => (received += chunk)).on('error', () => {})
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, ended, received: () => received }
}
const until = (holds: () => boolean) => expect.poll(holds, { interval: 5 }).toBe(true)
/** Time in which something must not happen. */
const shortWait = () => sleep(60)

test('[TP1] under normal conditions all bytes arrive, and so does the end', async () => {
  const one = open()
  one.socket.write('hello')
  await until(() => one.received() === '<hello>')
  one.socket.end('bye')
  await until(() => serverReceived === 'hellobye')
  await one.ended
  await until(() => proxy.connections() === 0)
})

test('[TP2] held bytes arrive later, complete and in order, in one direction or both', async () => {
  const one = open()
  one.socket.write('a')
  await until(() => one.received() === '<a>')
  proxy.set({ down: held })
  one.socket.write('b')
  await until(() => serverReceived === 'ab')
  expect(one.received()).toBe('<a>')
  proxy.set({ up: held })
  one.socket.write('c')
  await shortWait()
  expect(serverReceived).toBe('ab')
  proxy.restore()
  await until(() => one.received() === '<a><b><c>')
})

test('[TP3] lost replies belong to requests that arrived, and the connection ends when conditions change', async () => {
  const one = open()
  one.socket.write('a')
  await until(() => one.received() === '<a>')
  proxy.set({ down: lost })
  one.socket.write('b')
  await until(() => serverReceived === 'ab')
  await shortWait()
  expect(one.socket.destroyed).toBe(false)
  proxy.restore()
  await one.ended
  expect(one.received()).toBe('<a>')
  const next = open()
  next.socket.write('c')
  await until(() => next.received() === '<c>')
})

test('[TP4] the end of one side is not noticed while bytes are held', async () => {
  const one = open()
  one.socket.write('a')
  await until(() => one.received() === '<a>')
  proxy.set({ up: held, down: held })
  accepted[0]?.resetAndDestroy()
  await shortWait()
  expect(one.socket.destroyed).toBe(false)
  const late = open()
  late.socket.write('x')
  await shortWait()
  expect([accepted.length, serverReceived]).toEqual([1, 'a'])
  proxy.restore()
  await one.ended
  await until(() => late.received() === '<x>')
})

test('[TP5] connections can be reset and refused', async () => {
  const one = open()
  one.socket.write('a')
  await until(() => one.received() === '<a>')
  proxy.reset()
  await one.ended
  proxy.refuse()
  await open().ended
  expect(accepted).toHaveLength(1)
  proxy.restore()
  const next = open()
  next.socket.write('b')
  await until(() => next.received() === '<b>')
})

test('[TP6] bytes can be delayed and throttled', async () => {
  const one = open()
  proxy.set({ up: { ...normalConditions, delayMs: 80 } })
  const begun = performance.now()
  one.socket.write('a')
  await until(() => one.received() === '<a>')
  expect(performance.now() - begun).toBeGreaterThan(70)
  proxy.set({ up: { ...normalConditions, bytesPerSecond: 1_000 } })
  const slowly = performance.now()
  one.socket.write('x'.repeat(100))
  await until(() => serverReceived.length === 101)
  one.socket.write('y')
  await until(() => serverReceived.length === 102)
  expect(performance.now() - slowly).toBeGreaterThan(90)
})
