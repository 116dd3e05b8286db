import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { DocumentKind, DocumentOf } from '../../shared/engine/document.ts'
import { CommandId } from '../../shared/engine/ids.ts'
import { createTestClock } from '../testing/clock.ts'
import { freshId } from '../testing/principals.ts'
import { netlifyRoutes } from './bridgeRoutes.ts'
import { createOrders, type OrdersDeps, repeatedId } from './orders.ts'

/** A hub that accepts `taken` orders and refuses the following ones. */
function openRoutes(taken: number) {
  const asked: string[] = []
  const hub: OrdersDeps['hub'] = {
    dispatch: async (_, call) => {
      const { id } = CommandId.safeParse(Object(call).id).success ? Object(call) : { id: '' }
      asked.push(id)
      if (asked.length <= taken) return { ok: true, output: { id: `d${asked.length}` }, seq: 1 }
      return { ok: false, code: 'tooMany', message: 'Too many wait already.' }
    },
    read: <K extends DocumentKind>({ schema }: K) => schema.parse({}) as DocumentOf<K>,
    onPublish: () => () => {},
  }
  const principal = { id: 'ada', name: 'Ada', role: 'admin' as const, can: () => true, may: ['broadcast' as const] }
  const app = fastify()
  onTestFinished(() => app.close())
  netlifyRoutes(app, createOrders({ hub, clock: createTestClock(), principalOf: () => principal, serverKey: 'main' }))
  return { app, asked }
}

test('[NR1] a refusal in the middle says how many orders were issued before it', async () => {
  const { app, asked } = openRoutes(2)
  const url = '/.netlify/functions/broadcast'
  const answer = await app.inject({ method: 'POST', url, payload: { message: 'Storm', priority: 'urgent' } })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toEqual({
    success: false,
    code: 'tooMany',
    error: 'Too many wait already.',
    deliveries: ['d1', 'd2'],
    broadcasts: 2,
  })
  expect(asked.length).toBe(3)
})

test('[V2.3.3] [NR3] repeating a request with the same key repeats the same orders', async () => {
  const { app, asked } = openRoutes(9)
  const headers = { 'idempotency-key': freshId(Date.now()) }
  const ask = (given: object) => {
    const payload = { message: 'Storm', priority: 'high' }
    return app.inject({ method: 'POST', url: '/.netlify/functions/broadcast', payload, headers: { ...given } })
  }
  await ask(headers)
  await ask(headers)
  expect(asked.slice(0, 3)).toEqual(asked.slice(3))
  expect(new Set(asked).size).toBe(3)
  expect((await ask({ 'idempotency-key': 'mine' })).statusCode).toBe(400)
})

test('[V2.3.3] [NR2] the ids derived from one key are valid, distinct and repeatable', () => {
  const key = CommandId.parse(freshId(Date.now()))
  const ids = () => [0, 1, 2, 3, 4].map((nth) => repeatedId(key, nth))
  expect(ids()).toEqual(ids())
  expect(new Set(ids()).size).toBe(5)
  expect(ids()[0]).toBe(key)
  for (const id of ids()) expect(CommandId.safeParse(id).success).toBe(true)
})
