import { expect, test } from 'vitest'
import type { Watching } from '../../shared/protocol/watch.ts'
import { unknownClient } from '../engine/principal.ts'
import { guest } from '../testing/principals.ts'
import { createConnection, type Transport } from './connection.ts'
import { createIncoming, isWellFormed } from './incoming.ts'
import { noMetrics } from './metrics.ts'
import { createSubscriptions } from './subscriptions.ts'

const id = 'pack/p1'

/** A hub that holds version 5 of a pack, and a connection that may not watch it as it is there. */
function openBehind(mayWatch = () => false) {
  let now = 1_000
  let version = 5
  const connection = createConnection({
    credentials: { cookie: undefined, token: undefined },
    client: unknownClient,
    principal: guest,
    connectedAt: now,
    transport: {} as Transport,
  })
  const incoming = createIncoming({
    hub: { epoch: 2, copy: () => ({ version, value: {} }), dispatch: unused },
    query: unused,
    limits: { watched: 9, messageBytes: 65_536 },
    abuse: { admits: () => true, malformed() {} },
    access: { mayWatch, reauthorize() {}, drop() {} },
    subscriptions: createSubscriptions(() => {}),
    flush: { joining() {}, answer() {} },
    tap: { up: (_connection, _event, _message, acknowledge) => acknowledge },
    metrics: noMetrics,
    clock: { monotonic: () => now },
    onFault: (_what, error) => {
      throw error
    },
  })
  const watch = (held?: { epoch: number; version: number }): Watching | 'nothing' => {
    let answer: Watching | 'nothing' = 'nothing'
    const acknowledge = (given: Watching) => {
      answer = given
    }
    incoming.receive(connection, 'watch', [{ documents: [{ id, ...(held && { held }) }] }, acknowledge])
    return answer
  }
  return {
    watch,
    pass: (ms: number) => {
      now += ms
    },
    catchUp: () => {
      version = 7
    },
  }
}

const unused = async (): Promise<never> => {
  throw new Error('Not part of this test.')
}

test('[WA13] a client from a node that was ahead gets no refusal for what this node has not applied yet', () => {
  const { watch, catchUp } = openBehind()
  expect(watch({ epoch: 2, version: 7 })).toBe('nothing')
  catchUp()
  expect(watch({ epoch: 2, version: 7 })).toEqual({ refused: [id] })
})

test('[WA14] a client that held no later version of this epoch is refused, and after a time limit any client is', () => {
  const { watch, pass } = openBehind()
  for (const held of [{ epoch: 2, version: 5 }, { epoch: 1, version: 7 }, undefined])
    expect(watch(held)).toEqual({ refused: [id] })
  pass(4_000)
  expect(watch({ epoch: 2, version: 7 })).toEqual({ refused: [id] })
})

test('[WA15] a client that may watch is answered at once, whatever it has seen', () => {
  expect(openBehind(() => true).watch({ epoch: 2, version: 7 })).toEqual({ refused: [] })
})

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

test('[WM1] ordinary messages are well formed', () => {
  for (const fine of [undefined, null, 1, 'text', [], {}, { a: [{ b: null }] }, { constructor: 1 }, nested(30)]) {
    expect(isWellFormed(fine)).toBe(true)
  }
})

test('[WM2] deep nesting and __proto__ keys are rejected', () => {
  expect(isWellFormed(nested(33))).toBe(false)
  expect(isWellFormed(nested(30_000))).toBe(false)
  expect(isWellFormed(JSON.parse('{"__proto__":{"isAdmin":true}}'))).toBe(false)
  expect(isWellFormed(JSON.parse('[{"a":{"\\u005f_proto__":1}}]'))).toBe(false)
})
