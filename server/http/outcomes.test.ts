import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { outcomeExamples } from '../../shared/features/deliveries/testing/outcomes.ts'
import { netlifyRoutes, rconRoutes } from './bridgeRoutes.ts'
import { adminRoutes, automationRoutes } from './gameRoutes.ts'
import { createOrders, type OrdersDeps } from './orders.ts'

type Example = (typeof outcomeExamples)[number]

/** The routes over a hub in which every order becomes this delivery. */
function openRoutes({ delivery }: Example) {
  // Each time limit is over at once: a route answers with what is known then.
  const clock: OrdersDeps['clock'] = {
    now: () => Date.UTC(2026, 0, 1),
    monotonic: () => 0,
    after: (_ms, act) => {
      queueMicrotask(act)
      return () => {}
    },
  }
  const hub: OrdersDeps['hub'] = {
    dispatch: async () => ({ ok: true, output: { id: delivery.id }, seq: 1 }),
    read: (({ kind, schema }: { kind: string; schema: { parse(value: object): unknown } }) =>
      schema.parse(kind === 'roster' ? {} : { entries: { [delivery.id]: delivery } })) as OrdersDeps['hub']['read'],
    onPublish: () => () => {},
  }
  const principalOf = () => ({ id: 'boss', name: 'Boss', role: 'owner' as const, may: [], can: () => true })
  const app = fastify()
  onTestFinished(() => app.close())
  const orders = createOrders({ hub, clock, principalOf, serverKey: 'main' })
  adminRoutes(app, { hub, serverKey: 'main' }, orders)
  automationRoutes(app, orders)
  rconRoutes(app, orders)
  netlifyRoutes(app, orders)
  return async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url, payload, headers: { authorization: 'Bearer token' } })).json()
}

const doors: readonly (readonly [string, object])[] = [
  ['/api/automation/execute-command', { command: 'd1' }],
  ['/api/rcon/command', { command: 'teleport Rex Ada' }],
  ['/rcon/teleport', { playerName: 'Rex', destinationPlayer: 'Ada' }],
  ['/.netlify/functions/slay', { playerName: 'Rex' }],
  ['/.netlify/functions/broadcast', { message: 'Storm' }],
]

test.each(outcomeExamples)('[BH13] over HTTP, $way: each route answers $text', async (example) => {
  const { text } = example
  for (const [path, body] of doors) {
    const answer = await openRoutes(example)(path, body)
    expect([path, answer.text]).toEqual([path, text])
    const isQueued = text.startsWith('✅ Command queued')
    expect([path, answer.success === true]).toEqual([
      path,
      path.includes('automation') ? !answer.error : !isQueued && !text.startsWith('❌'),
    ])
  }
  const message = text.replace(/^(✅ Success|✅ Command queued|❌ Error): /, '')
  const order = await openRoutes(example)('/api/admin/teleport', { targetPlayer: 'Rex', destinationPlayer: 'Ada' })
  expect(order.message).toBe(text.startsWith('✅ Command executed') ? 'Command executed' : message)
})
