import { expect, test } from 'vitest'
import { unknownClient } from '../engine/principal.ts'
import { guest } from '../testing/principals.ts'
import { type AccessDeps, createAccess } from './access.ts'
import { createConnection, type Transport } from './connection.ts'
import { encodeEvent } from './encoding.ts'
import { noMetrics } from './metrics.ts'
import { createOutbox } from './outbox.ts'

const batch = encodeEvent(['notice', { code: 'closing', message: 'Bye.' }])

/** 400 connections without a known TCP socket, which are written to by `emit`. */
function openCrowd() {
  const turns: (() => void)[] = []
  const written: number[] = []
  const connections = Array.from({ length: 400 }, (_, at) => {
    const line = {
      socket: { emit: () => void written.push(at) },
      engine: null,
      webSocket: null,
      tcp: null,
    } as unknown as Transport
    return createConnection({
      credentials: { cookie: undefined, token: undefined },
      client: unknownClient,
      principal: guest,
      transport: line,
      connectedAt: 0,
    })
  })
  const delivery = createOutbox({
    limits: { tooSlowBytes: 1_000 },
    metrics: noMetrics,
    nextTurn: (act) => void turns.push(act),
    onFault: (_what, error) => {
      throw error
    },
  })
  for (const connection of connections) delivery.enqueue(connection, batch)
  return { delivery, turns, written, connections }
}

test('[DL18] many connections are written to in slices, with other work in between', () => {
  const { delivery, turns, written } = openCrowd()
  delivery.start()
  for (const many of [100, 200, 300]) {
    expect(written).toHaveLength(many)
    turns.shift()?.()
  }
  expect(written).toHaveLength(400)
  expect(turns).toHaveLength(0)
})

test('[DL19] writeAll writes to every connection once, and the planned slices then find nothing to write', () => {
  const { delivery, turns, written } = openCrowd()
  delivery.start()
  delivery.writeAll()
  expect(written).toEqual(Array.from({ length: 400 }, (_, at) => at))
  while (turns.length > 0) turns.shift()?.()
  expect(written).toHaveLength(400)
})

test('[LN5] of a slice, connections that take bytes at once are written to before those that Engine.IO holds packets for', () => {
  const { delivery, written, connections } = openCrowd()
  const kinds = ['held', 'free', 'held', 'free']
  for (const [at, kind] of kinds.entries()) {
    Object.assign(connections[at]?.transport ?? {}, {
      engine: { writeBuffer: kind === 'held' ? ['a packet'] : [], write: () => void written.push(at) },
      webSocket: { readyState: 1 },
      tcp: { writable: true, writableLength: 0, write: () => void written.push(at) },
    })
  }
  delivery.start()
  expect(written.slice(0, 5)).toEqual([1, 3, 0, 2, 4])
})

test('[SN9] while a crowd is written to in slices, a client that connects gets its hello and documents at once', () => {
  const { delivery, written, connections } = openCrowd()
  delivery.start()
  const before = written.length
  const [first] = connections
  if (!first) throw new Error('There is no connection.')
  const access = createAccess({ outbox: delivery, hello: () => ({}) } as unknown as AccessDeps)
  access.enqueueHello(first)
  delivery.enqueue(first, batch)
  delivery.start()
  expect(written.slice(before)).toEqual([0, 0])
})

test('[QE6] an answer is written before all slices, and in order with what its connection was to get before', () => {
  const { delivery, turns, written, connections } = openCrowd()
  delivery.start()
  const last = connections[399] as (typeof connections)[number]
  delivery.enqueueAnswer(last, batch)
  delivery.enqueueAnswer(last, batch)
  expect(written).toHaveLength(100)
  delivery.start()
  // What it was to get before, and two answers.
  expect(written.slice(100)).toEqual([399, 399, 399])
  while (turns.length > 0) turns.shift()?.()
  expect(written).toHaveLength(402)
})
