import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { DocumentKind, DocumentOf } from '../../shared/engine/document.ts'
import type { Permission } from '../../shared/engine/permissions.ts'
import { Delivery } from '../../shared/features/deliveries/delivery.ts'
import { createTestClock } from '../testing/clock.ts'
import { adminRoutes } from './adminRoutes.ts'
import { automationRoutes } from './automationRoutes.ts'
import { createOrderDesk, type OrderDeskParts } from './orderDesk.ts'

const typed = 'set Password hunter2'
const base = { target: null, by: 'boss', byName: 'Boss', role: 'owner', queuedAt: 1_000 }
const entries = {
  d1: Delivery.parse({ ...base, id: 'd1', number: 1, kind: 'console', detail: { text: typed }, state: 'byHand' }),
  d2: Delivery.parse({ ...base, id: 'd2', number: 2, kind: 'save', detail: {}, state: 'byHand' }),
}

/** The doors as they are for somebody who may so much. */
function openDoors(...may: Permission[]) {
  const hub: OrderDeskParts['hub'] = {
    dispatch: async () => ({ ok: false, code: 'forbidden', message: '' }),
    read: <K extends DocumentKind>({ schema }: K) => schema.parse({ entries }) as DocumentOf<K>,
    onPublish: () => () => {},
  }
  const seatOf = () => ({
    ...{ id: 'boss', name: 'Boss', role: 'owner' as const, may },
    can: (permission: Permission) => may.includes(permission),
  })
  const app = fastify()
  onTestFinished(() => app.close())
  const desk = createOrderDesk({ hub, clock: createTestClock(), seatOf, serverKey: 'main' })
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
})

test('[V8.2.3] [CD2] what was typed on the console is listed by its kind alone to whoever may not type there', async () => {
  expect(await openDoors('viewPendingCommands').pending()).toEqual(['console command', 'save'])
  expect(await openDoors('viewPendingCommands', 'runConsole').pending()).toEqual([typed, 'save'])
})
