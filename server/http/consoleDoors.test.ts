import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { DocumentKind, DocumentOf } from '../../shared/engine/document.ts'
import type { Permission } from '../../shared/engine/permissions.ts'
import { Delivery } from '../../shared/features/deliveries/delivery.ts'
import { apart, deliveryWords } from '../../shared/features/deliveries/deliveryWords.ts'
import { createTestClock } from '../testing/clock.ts'
import { adminRoutes } from './adminRoutes.ts'
import { automationRoutes } from './automationRoutes.ts'
import { createOrderDesk, type OrderDeskParts } from './orderDesk.ts'

const typed = 'set Password hunter2'
const base = { target: null, by: 'boss', byName: 'Boss', role: 'owner', queuedAt: 1_000 }
const rex = { id: '76561198000000001', name: 'Rex' }
const whole = [
  { id: 'd1', number: 1, kind: 'console', detail: { text: typed } },
  { id: 'd2', number: 2, kind: 'save' },
  { id: 'd3', number: 3, kind: 'message', target: rex, detail: { text: 'psst' }, command: 'message psst', reply: 'ok' },
].map((one) => Delivery.parse({ detail: {}, ...base, state: 'byHand', ...one }))
const entries = Object.fromEntries(whole.map((one) => [one.id, apart(one).seen]))
const words = Object.fromEntries(whole.flatMap((one) => (apart(one).words ? [[one.id, apart(one).words]] : [])))

/** The doors as they are for somebody who may so much. */
function openDoors(...may: Permission[]) {
  const hub: OrderDeskParts['hub'] = {
    dispatch: async () => ({ ok: false, code: 'forbidden', message: '' }),
    read: <K extends DocumentKind>({ kind, schema }: K) =>
      schema.parse({ entries: kind === deliveryWords.kind ? words : entries }) as DocumentOf<K>,
    onPublish: () => () => {},
  }
  const principalOf = () => ({
    ...{ id: 'boss', name: 'Boss', role: 'owner' as const, may },
    can: (permission: Permission) => may.includes(permission),
  })
  const app = fastify()
  onTestFinished(() => app.close())
  const desk = createOrderDesk({ hub, clock: createTestClock(), principalOf, serverKey: 'main' })
  adminRoutes(app, { hub, desk, serverKey: 'main' })
  automationRoutes(app, desk)
  const execute = (command: string) =>
    app.inject({ method: 'POST', url: '/api/automation/execute-command', payload: { command } })
  const pending = async (): Promise<string[]> => {
    const answer = await app.inject('/api/admin/pending-commands')
    return answer.json().commands.map(({ command }: { command: string }) => command)
  }
  return { execute, pending }
}

test('[V8.2.2] [CD1] a token that may not use the console does not read what its owner did there', async () => {
  const weak = openDoors('look', 'play')
  for (const command of ['d1', typed]) {
    const answer = await weak.execute(command)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden'])
    expect(answer.body).not.toContain('hunter2')
  }
  expect((await weak.execute('d2')).statusCode).toBe(202)
  expect((await openDoors('play', 'runConsole').execute(typed)).json()).toMatchObject({ delivery: 'd1' })
  const asked = await weak.execute('d3')
  expect([asked.statusCode, asked.body.includes('psst')]).toEqual([403, false])
  const answer = (await openDoors('play', 'messagePlayers').execute('d3')).json()
  expect(answer).toMatchObject({ command: 'message psst', response: 'ok' })
})

test('[V8.2.3] [CD2] what was typed on the console or said to a player is listed by its kind alone to whoever may give no such', async () => {
  expect(await openDoors('viewPendingCommands').pending()).toEqual(['console command', 'save', 'message Rex'])
  const console = await openDoors('viewPendingCommands', 'runConsole').pending()
  expect(console).toEqual([typed, 'save', 'message Rex'])
  const message = await openDoors('viewPendingCommands', 'messagePlayers').pending()
  expect(message).toEqual(['console command', 'save', 'message psst'])
})
