import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { DocumentKind, DocumentOf } from '../../shared/engine/document.ts'
import type { Permission } from '../../shared/engine/permissions.ts'
import { Delivery, deliveryPrivateFields, redact } from '../../shared/features/deliveries/delivery.ts'
import { createTestClock } from '../testing/clock.ts'
import { adminRoutes, automationRoutes } from './gameRoutes.ts'
import { createOrders, type OrdersDeps } from './orders.ts'

const typed = 'set Password hunter2'
const base = { target: null, by: 'boss', byName: 'Boss', role: 'owner', queuedAt: 1_000 }
const rex = { id: '76561198000000001', name: 'Rex' }
const deliveriesWithText = [
  { id: 'd1', number: 1, kind: 'console', detail: { text: typed } },
  { id: 'd2', number: 2, kind: 'save' },
  { id: 'd3', number: 3, kind: 'message', target: rex, detail: { text: 'psst' }, command: 'message psst', reply: 'ok' },
].map((one) => Delivery.parse({ detail: {}, ...base, state: 'manual', ...one }))
const entries = Object.fromEntries(deliveriesWithText.map((one) => [one.id, redact(one).redacted]))
const privateFields = Object.fromEntries(
  deliveriesWithText.flatMap((one) => (redact(one).privateFields ? [[one.id, redact(one).privateFields]] : [])),
)

/** The routes, for a user with these permissions. */
function openRoutes(...may: Permission[]) {
  const hub: OrdersDeps['hub'] = {
    dispatch: async () => ({ ok: false, code: 'forbidden', message: '' }),
    read: <K extends DocumentKind>({ kind, schema }: K) =>
      schema.parse({ entries: kind === deliveryPrivateFields.kind ? privateFields : entries }) as DocumentOf<K>,
    onPublish: () => () => {},
  }
  const principalOf = () => ({
    id: 'boss',
    name: 'Boss',
    role: 'owner' as const,
    may,
    can: (permission: Permission) => may.includes(permission),
  })
  const app = fastify()
  onTestFinished(() => app.close())
  const orders = createOrders({ hub, clock: createTestClock(), principalOf, serverKey: 'main' })
  adminRoutes(app, { hub, serverKey: 'main' }, orders)
  automationRoutes(app, orders)
  const execute = (command: string) =>
    app.inject({ method: 'POST', url: '/api/automation/execute-command', payload: { command } })
  const pending = async (): Promise<string[]> => {
    const answer = await app.inject('/api/admin/pending-commands')
    return answer.json().commands.map(({ command }: { command: string }) => command)
  }
  return { execute, pending }
}

test('[V8.2.2] [CD1] a token without the console permission cannot read console commands of its owner', async () => {
  const weak = openRoutes('look', 'play')
  for (const command of ['d1', typed]) {
    const answer = await weak.execute(command)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden'])
    expect(answer.body).not.toContain('hunter2')
  }
  expect((await weak.execute('d2')).statusCode).toBe(202)
  expect((await openRoutes('play', 'runConsole').execute(typed)).json()).toMatchObject({ delivery: 'd1' })
  const asked = await weak.execute('d3')
  expect([asked.statusCode, asked.body.includes('psst')]).toEqual([403, false])
  const answer = (await openRoutes('play', 'messagePlayers').execute('d3')).json()
  expect(answer).toMatchObject({ command: 'message psst', response: 'ok' })
})

test('[V8.2.3] [CD2] console commands and messages are listed by kind only, without the permission for them', async () => {
  expect(await openRoutes('viewPendingCommands').pending()).toEqual(['console command', 'save', 'message Rex'])
  const console = await openRoutes('viewPendingCommands', 'runConsole').pending()
  expect(console).toEqual([typed, 'save', 'message Rex'])
  const message = await openRoutes('viewPendingCommands', 'messagePlayers').pending()
  expect(message).toEqual(['console command', 'save', 'message psst'])
})
