import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import type { Command } from '../../shared/engine/command.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import { broadcast, kickPlayer } from '../../shared/features/deliveries/commands.ts'
import { Delivery, deliveryStates, ownDeliveries } from '../../shared/features/deliveries/delivery.ts'
import { rconFailedText } from '../../shared/features/deliveries/outcomeTexts.ts'
import { orderRefusalKinds, orderRefusals } from '../../shared/features/deliveries/refusals.ts'
import { kickAll } from '../../shared/features/serverControl/commands.ts'
import { banUsers } from '../../shared/features/users/commands.ts'
import { createTestClock } from '../testing/clock.ts'
import { deliveryProblem, isReportable, outcomeAnswer } from './orderAnswers.ts'
import { createDeliveryWait } from './orders.ts'

function problemFor(code: string, message = 'No.', command: Command = kickPlayer, problems?: string[], fields = {}) {
  let status = 0
  const reply = {
    code(given: number) {
      status = given
      return reply
    },
    send: (body: object) => body,
  }
  const body = deliveryProblem(
    reply as unknown as FastifyReply,
    command,
    { ok: false, code, message, problems },
    { fields },
  )
  return { status, body: body as unknown as Record<string, unknown> }
}

test('[DP1] each refusal of an order has its status and its own text', () => {
  const statuses = { input: 400, forbidden: 403, missing: 404, conflict: 409 }
  expect(Object.keys(orderRefusalKinds).sort()).toEqual(Object.keys(orderRefusals).sort())
  for (const [code, message] of Object.entries(orderRefusals)) {
    const { status, body } = problemFor(code, message)
    expect([code, status]).toEqual([code, statuses[orderRefusalKinds[code as keyof typeof orderRefusals]]])
    expect(body).toEqual({ success: false, code, error: message })
  }
})

test('[DP2] no refusal has a status that programs repeat by themselves', () => {
  for (const command of [kickPlayer, kickAll, banUsers])
    for (const code of Object.keys(command.refusals))
      expect([400, 403, 404, 409]).toContain(problemFor(code, 'No.', command).status)
})

test('[DP3] a missing permission has the text of these routes; refusals of the engine are answered as everywhere', () => {
  expect(problemFor('forbidden')).toMatchObject({
    status: 403,
    body: { error: '❌ You do not have permission for this action' },
  })
  expect(problemFor('forbidden', '', broadcast).body.error).toBe('❌ You do not have broadcast permission')
  const statuses = ['tooFast', 'storageFull', 'badInput', 'signedOut'].map((code) => problemFor(code).status)
  expect(statuses).toEqual([429, 503, 400, 401])
  for (const code of ['constructor', '__proto__']) expect(problemFor(code).status).toBe(409)
})

test('[DP4] problems with a field name it as the routes do', () => {
  const fields = { text: 'message', target: 'targetPlayer', users: 'userIds' }
  const errorFor = (command: Command, field: string) =>
    problemFor('badInput', engineRefusals.badInput, command, [`${field}: too long: 5`], fields).body.error
  expect(errorFor(broadcast, 'text')).toBe(`${engineRefusals.badInput} message: too long: 5`)
  expect(errorFor(kickPlayer, 'target')).toBe(`${engineRefusals.badInput} targetPlayer: too long: 5`)
  expect(errorFor(banUsers, 'users.3')).toBe(`${engineRefusals.badInput} userIds.3: too long: 5`)
  for (const field of ['reason', 'constructor', 'texts'])
    expect(errorFor(kickPlayer, field)).toBe(`${engineRefusals.badInput} ${field}: too long: 5`)
  // A sentence on a limit is reported once.
  expect(problemFor('badInput', 'Text: too long.', broadcast, ['text: Too long.'], fields).body.error).toBe(
    'message: Too long.',
  )
})

const kick = Delivery.parse({
  id: 'd1',
  number: 1,
  kind: 'kick',
  target: { id: '76561198000000001', name: 'Rex' },
  detail: {},
  state: 'queued',
  by: 'ann',
  byName: 'Ann',
  role: 'admin',
  queuedAt: 0,
})

function answerFor(one: Delivery, errorOf?: (message: string) => string) {
  let status = 200
  const code = (given: number) => {
    status = given
  }
  const reply = { code } as unknown as FastifyReply
  return { body: outcomeAnswer(reply, one, errorOf), status: () => status }
}

test('[OA1] success means that a delivery is confirmed, and no state has a status that programs repeat by themselves', () => {
  for (const state of deliveryStates) {
    const { body, status } = answerFor({ ...kick, state })
    expect(body.success).toBe(state === 'confirmed' || state === 'done')
    expect(status()).toBeLessThan(500)
  }
})

test('[OA2] a delivery that waits for a person has its command and its time', () => {
  const waiting = { ...kick, state: 'manual', command: 'kick 76561198000000001 Rude' } as const
  expect(answerFor(waiting).body).toMatchObject({
    success: false,
    queued: true,
    error: 'Command queued for manual execution',
    command: 'kick 76561198000000001 Rude',
    timestamp: '1970-01-01T00:00:00.000Z',
  })
})

test('[OA3] a console answer names the failure', () => {
  const failed = { ...kick, state: 'failed', why: 'No reply.' } as const
  expect(answerFor(failed, rconFailedText).body).toMatchObject({ error: 'RCON command failed: No reply.' })
})

/** A hub with one delivery. */
function openHub() {
  let one = kick
  const listeners = new Set<() => void>()
  const clock = createTestClock()
  const settled = createDeliveryWait({
    hub: {
      read: (() => ({ entries: { [one.id]: one } })) as never,
      onPublish(listener) {
        const publish = () => listener([{ id: `${ownDeliveries.kind}/ann`, version: 1, patches: [] }])
        listeners.add(publish)
        return () => listeners.delete(publish)
      },
    },
    clock,
    serverKey: 'main',
  })
  const become = (state: Delivery['state']) => {
    one = { ...one, state }
    for (const publish of listeners) publish()
  }
  return { settled, become, pass: clock.pass, isQuiet: () => listeners.size === 0 && clock.waits() === 0 }
}

test('[OA4] waiting ends with the outcome or after the time limit, and leaves no listener or timer behind', async () => {
  const hub = openHub()
  const outcome = hub.settled('ann', 'd1', isReportable, 8_000)
  hub.become('sending')
  expect(hub.isQuiet()).toBe(false)
  hub.become('confirmed')
  expect((await outcome)?.state).toBe('confirmed')
  expect(hub.isQuiet()).toBe(true)
  const other = openHub()
  const late = other.settled('ann', 'd1', isReportable, 8_000)
  other.become('sending')
  other.pass(8_000)
  expect((await late)?.state).toBe('sending')
  expect(other.isQuiet()).toBe(true)
  expect(await other.settled('ann', 'gone', isReportable, 8_000)).toBeUndefined()
})
