import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { Delivery, deliveryStates, ownDeliveries } from '../../shared/features/deliveries/delivery.ts'
import { rconFailedText } from '../../shared/features/deliveries/outcomeWords.ts'
import { createTestClock } from '../testing/clock.ts'
import { createFollow } from './createFollow.ts'
import { isTold, outcomeAnswer } from './outcomeAnswer.ts'

const kick = Delivery.parse({
  ...{ id: 'd1', number: 1, kind: 'kick', target: { id: '76561198000000001', name: 'Rex' }, detail: {} },
  ...{ state: 'queued', by: 'ann', byName: 'Ann', role: 'admin', queuedAt: 0 },
})

function answerTo(one: Delivery, errorOf?: (message: string) => string) {
  let status = 200
  const code = (given: number) => {
    status = given
  }
  const reply = { code } as unknown as FastifyReply
  return { body: outcomeAnswer(reply, one, errorOf), status: () => status }
}

test('[OA1] success is said only of what was done, and never a status that programs repeat by themselves', () => {
  for (const state of deliveryStates) {
    const { body, status } = answerTo({ ...kick, state })
    expect(body.success).toBe(state === 'confirmed' || state === 'done')
    expect(status()).toBeLessThan(500)
  }
})

test('[OA2] what waits for a person says so, with the command and since when', () => {
  const waiting = { ...kick, state: 'byHand', command: 'kick 76561198000000001 Rude' } as const
  expect(answerTo(waiting).body).toMatchObject({
    ...{ success: false, queued: true, error: 'Command queued for manual execution' },
    ...{ command: 'kick 76561198000000001 Rude', timestamp: '1970-01-01T00:00:00.000Z' },
  })
})

test('[OA3] a console says what failed', () => {
  const failed = { ...kick, state: 'failed', why: 'No reply.' } as const
  expect(answerTo(failed, rconFailedText).body).toMatchObject({ error: 'RCON command failed: No reply.' })
})

/** A hub that holds one delivery. */
function openHub() {
  let one = kick
  const listeners = new Set<() => void>()
  const clock = createTestClock()
  const follow = createFollow({
    hub: {
      read: (() => ({ entries: { [one.id]: one } })) as never,
      onPublish(listener) {
        const tell = () => listener([{ id: `${ownDeliveries.kind}/ann`, version: 1, patches: [] }])
        listeners.add(tell)
        return () => listeners.delete(tell)
      },
    },
    clock,
    serverKey: 'main',
  })
  const become = (state: Delivery['state']) => {
    one = { ...one, state }
    for (const tell of listeners) tell()
  }
  return { follow, become, pass: clock.pass, isQuiet: () => listeners.size === 0 && clock.waits() === 0 }
}

test('[OA4] who waits is told when it is over, or how it stands when the time is up, and nothing stays behind', async () => {
  const hub = openHub()
  const told = hub.follow('ann', 'd1', isTold, 8_000)
  hub.become('sending')
  expect(hub.isQuiet()).toBe(false)
  hub.become('confirmed')
  expect((await told)?.state).toBe('confirmed')
  expect(hub.isQuiet()).toBe(true)
  const other = openHub()
  const late = other.follow('ann', 'd1', isTold, 8_000)
  other.become('sending')
  other.pass(8_000)
  expect((await late)?.state).toBe('sending')
  expect(other.isQuiet()).toBe(true)
  expect(await other.follow('ann', 'gone', isTold, 8_000)).toBeUndefined()
})
