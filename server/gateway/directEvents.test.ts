import { expect, test } from 'vitest'
import type { HubSocket } from './connection.ts'
import { takeEvents } from './directEvents.ts'

const names = new Set(['command', 'watch'])

/** A socket whose packets are read by `takeEvents`, or go the libraries' way. */
function openSocket() {
  const received: { readonly event: string; readonly values: readonly unknown[]; readonly call: number | null }[] = []
  const passedOn: unknown[] = []
  let refreshed = 0
  const conn = {
    readyState: 'open',
    pingTimeoutTimer: null as { refresh(): void } | null,
    hasRefreshedPingTimeout: false,
    transport: { onPacket: (packet: { type: string; data?: unknown }) => void passedOn.push(packet.data) },
  }
  const socket = { connected: true, conn }
  const isTaken = takeEvents(socket as unknown as HubSocket, names, 100, (event, values, call) =>
    received.push({ event, values, call }),
  )
  return {
    isTaken,
    received,
    passedOn,
    socket,
    conn,
    hear: (data: unknown, type = 'message') => conn.transport.onPacket({ type, data }),
    ping() {
      conn.hasRefreshedPingTimeout = false
      conn.pingTimeoutTimer = {
        refresh() {
          refreshed += 1
        },
      }
    },
    refreshed: () => refreshed,
  }
}

test('[QE1] an event is received at once and in order, with the number of its call', () => {
  const { isTaken, hear, received, passedOn } = openSocket()
  expect(isTaken).toBe(true)
  hear('27["command",{"a":1}]')
  hear('2["watch",{"b":"äö"}]')
  hear('2123456789012345["command",1,2]')
  expect(received).toEqual([
    { event: 'command', values: [{ a: 1 }], call: 7 },
    { event: 'watch', values: [{ b: 'äö' }], call: null },
    { event: 'command', values: [1, 2], call: 123_456_789_012_345 },
  ])
  expect(passedOn).toEqual([])
})

test('[QE2] whatever is not certainly an event of the protocol goes the way of the libraries, as it is', () => {
  const { hear, received, passedOn } = openSocket()
  const others = [
    '0',
    '1',
    '2',
    '2[',
    '2["command"',
    '2["other",1]',
    '2[1,2]',
    '2{"0":"command"}',
    '2/admin,["command",1]',
    '2-1["command",1]',
    '21234567890123456["command",1]',
    '51-["command",{"_placeholder":true,"num":0}]',
    `2["command","${'x'.repeat(100)}"]`,
    Buffer.from('2["command",1]'),
    undefined,
  ]
  for (const other of others) hear(other)
  hear('2["command",1]', 'pong')
  expect(passedOn).toEqual([...others, '2["command",1]'])
  expect(received).toEqual([])
})

test('[QE3] an event that arrives after its connection has ended is not received', () => {
  const { hear, received, socket, conn } = openSocket()
  socket.connected = false
  hear('2["command",1]')
  socket.connected = true
  conn.readyState = 'closing'
  hear('2["command",1]')
  expect(received).toEqual([])
})

test('[QE4] an event in place of the answer to a ping gives the client the same time once more, as with the library', () => {
  const { hear, ping, refreshed } = openSocket()
  hear('2["command",1]')
  expect(refreshed()).toBe(0)
  ping()
  hear('2["command",1]')
  hear('2["command",1]')
  expect(refreshed()).toBe(1)
  ping()
  hear('2["command",1]')
  expect(refreshed()).toBe(2)
})

test('[QE5] where the library is not as expected nothing is taken', () => {
  const odd = { connected: true, conn: { readyState: 'open', transport: {} } } as unknown as HubSocket
  expect(takeEvents(odd, names, 100, () => {})).toBe(false)
})
