import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultProxy, openFaultProxy } from './faultProxy.ts'
import { normalConditions } from './pipe.ts'

const dark = { ...normalConditions, passage: 'held' } as const
const lost = { ...normalConditions, passage: 'lost' } as const

let proxy: FaultProxy
let came: Socket[] = []
let heard = ''
const server = createServer((socket) => {
  came.push(socket)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    heard += chunk
    socket.write(`<${chunk}>`)
  })
})

beforeEach(async () => {
  ;[came, heard] = [[], '']
  await once(server.listen(0, '127.0.0.1'), 'listening')
  proxy = await openFaultProxy(() => (server.address() as { port: number }).port)
})
afterEach(async () => {
  await proxy.close()
  for (const socket of came) socket.destroy()
  server.close()
})

const come = () => {
  const socket = connect({ port: proxy.port, host: '127.0.0.1' })
  let got = ''
  socket.on('data', (chunk) => (got += chunk)).on('error', () => {})
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, ended, got: () => got }
}
const until = (holds: () => boolean) => expect.poll(holds, { interval: 5 }).toBe(true)
/** Time in which something must not happen. */
const moment = () => sleep(60)

test('[TP1] under normal conditions all bytes arrive, and so does the end', async () => {
  const one = come()
  one.socket.write('hello')
  await until(() => one.got() === '<hello>')
  one.socket.end('bye')
  await until(() => heard === 'hellobye')
  await one.ended
  await until(() => proxy.connections() === 0)
})

test('[TP2] held bytes arrive later, complete and in order, in one direction or both', async () => {
  const one = come()
  one.socket.write('a')
  await until(() => one.got() === '<a>')
  proxy.set({ down: dark })
  one.socket.write('b')
  await until(() => heard === 'ab')
  expect(one.got()).toBe('<a>')
  proxy.set({ up: dark })
  one.socket.write('c')
  await moment()
  expect(heard).toBe('ab')
  proxy.restore()
  await until(() => one.got() === '<a><b><c>')
})

test('[TP3] lost replies belong to requests that arrived, and the connection ends when conditions change', async () => {
  const one = come()
  one.socket.write('a')
  await until(() => one.got() === '<a>')
  proxy.set({ down: lost })
  one.socket.write('b')
  await until(() => heard === 'ab')
  await moment()
  expect(one.socket.destroyed).toBe(false)
  proxy.restore()
  await one.ended
  expect(one.got()).toBe('<a>')
  const next = come()
  next.socket.write('c')
  await until(() => next.got() === '<c>')
})

test('[TP4] the end of one side is not noticed while bytes are held', async () => {
  const one = come()
  one.socket.write('a')
  await until(() => one.got() === '<a>')
  proxy.set({ up: dark, down: dark })
  came[0]?.resetAndDestroy()
  await moment()
  expect(one.socket.destroyed).toBe(false)
  const late = come()
  late.socket.write('x')
  await moment()
  expect([came.length, heard]).toEqual([1, 'a'])
  proxy.restore()
  await one.ended
  await until(() => late.got() === '<x>')
})

test('[TP5] connections can be reset and refused', async () => {
  const one = come()
  one.socket.write('a')
  await until(() => one.got() === '<a>')
  proxy.reset()
  await one.ended
  proxy.refuse()
  await come().ended
  expect(came).toHaveLength(1)
  proxy.restore()
  const next = come()
  next.socket.write('b')
  await until(() => next.got() === '<b>')
})

test('[TP6] bytes can be delayed and throttled', async () => {
  const one = come()
  proxy.set({ up: { ...normalConditions, delayMs: 80 } })
  const begun = performance.now()
  one.socket.write('a')
  await until(() => one.got() === '<a>')
  expect(performance.now() - begun).toBeGreaterThan(70)
  proxy.set({ up: { ...normalConditions, bytesPerSecond: 1_000 } })
  const slowly = performance.now()
  one.socket.write('x'.repeat(100))
  await until(() => heard.length === 101)
  one.socket.write('y')
  await until(() => heard.length === 102)
  expect(performance.now() - slowly).toBeGreaterThan(90)
})
