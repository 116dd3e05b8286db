import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { outcomeExamples } from '../../shared/features/deliveries/testing/outcomes.ts'
import { netlifyRoutes, rconRoutes } from './bridgeRoutes.ts'
import { adminRoutes, automationRoutes } from './gameRoutes.ts'
import { addOpenApi } from './openApi.ts'
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
  addOpenApi(app, 'the_cookie')
  const orders = createOrders({ hub, clock, principalOf, serverKey: 'main' })
  adminRoutes(app, { hub, serverKey: 'main' }, orders)
  automationRoutes(app, orders)
  rconRoutes(app, orders)
  netlifyRoutes(app, orders)
  const post = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url, payload, headers: { authorization: 'Bearer token' } })).json()
  return { post, description: async () => (await app.inject('/api/openapi.json')).json() }
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
    const answer = await openRoutes(example).post(path, body)
    expect([path, answer.text]).toEqual([path, text])
    const isQueued = text.startsWith('✅ Command queued')
    expect([path, answer.success === true]).toEqual([
      path,
      path.includes('automation') ? !answer.error : !isQueued && !text.startsWith('❌'),
    ])
  }
  const message = text.replace(/^(✅ Success|✅ Command queued|❌ Error): /, '')
  const order = await openRoutes(example).post('/api/admin/teleport', { targetPlayer: 'Rex', destinationPlayer: 'Ada' })
  expect(order.message).toBe(text.startsWith('✅ Command executed') ? 'Command executed' : message)
})

test('[BH1500] the description of each order names the fields that it takes and needs, and an error the field that is wrong', async () => {
  const [example] = outcomeExamples
  if (example === undefined) throw new Error('There is no example.')
  const { post, description } = openRoutes(example)
  const { paths } = await description()
  const fieldsOf = (action: string) => {
    const { properties, required } = paths[`/api/admin/${action}`].post.requestBody.content['application/json'].schema
    return { takes: Object.keys(properties), needs: required }
  }
  expect(fieldsOf('kick')).toEqual({ takes: ['targetPlayer', 'reason'], needs: ['targetPlayer'] })
  expect(fieldsOf('ban').takes).toEqual(['targetPlayer', 'reason', 'duration', 'customDays'])
  expect(fieldsOf('teleport').needs).toEqual(['targetPlayer', 'destinationPlayer'])
  expect(fieldsOf('broadcast')).toEqual({ takes: ['message'], needs: ['message'] })
  for (const field of ['targetPlayer', 'reason', 'destinationPlayer', 'message']) {
    const { error } = await post('/api/admin/kick', { targetPlayer: 'Rex', [field]: 5 })
    expect(error).toBe(`The body must be a JSON object in which ${field} is a text.`)
  }
})
