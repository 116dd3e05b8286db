import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import * as followUps from '../../../shared/features/deliveries/followUpCommands.ts'
import { beginAttempt, endAttempt } from '../../../shared/features/deliveries/hubCommands.ts'
import { createDelays } from '../../engine/delays.ts'
import { createTestClock } from '../../testing/clock.ts'
import type { DeliveryLink, Outcome } from './link.ts'
import { createOutcomeResolver, type Reporter, resolveWithinMs } from './send.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'

const rex = { id: steamOf(1), name: 'Rex' }
const gone: Outcome = { state: 'confirmed', reply: null, why: 'Rex is not in the game.' }
const turns = async () => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
const lost = (kind: string, link: string, attempts = 1) =>
  Delivery.parse({
    id: 'd1',
    number: 1,
    kind,
    target: rex,
    detail: {},
    state: 'sending',
    link,
    attempts,
    by: 'ann',
    byName: 'Ann',
    role: 'admin',
    queuedAt: 0,
    sentAt: 0,
  })

/** The game's own connection, which can find outcomes, beside two connections to a command mod, which cannot. */
function openResolver(findOutcome: (one: { readonly kind: string }) => Promise<Outcome | null>) {
  const clock = createTestClock()
  const recorded: [string, object][] = []
  const asked: string[] = []
  const linkOf = (name: DeliveryLink['name'], more: Partial<DeliveryLink> = {}): DeliveryLink => ({
    name,
    concurrency: 1,
    state: () => ({ name: 'up' }),
    onState: () => () => {},
    can: () => true,
    isHarmlessTwice: (kind) => kind === 'whitelist',
    commandText: () => '',
    perform: () => Promise.reject(new Error('Nothing is sent here')),
    ...more,
  })
  const evrima = linkOf('evrima', {
    findOutcome(one) {
      asked.push(one.kind)
      return findOutcome(one)
    },
  })
  const record = async ({ name }: { readonly name: string }, input: object) => void recorded.push([name, input])
  const delays = createDelays(clock)
  const resolve = createOutcomeResolver({
    links: [evrima, linkOf('source'), linkOf('bridge')],
    clock,
    delays,
    reporter: { record, recordUntilKept: record } as unknown as Reporter,
    onFault: () => {},
  })
  return { resolve, recorded, asked, clock }
}

test('[FT1] a kick whose reply was lost over a mod is settled by the player list of the game itself', async () => {
  for (const link of ['source', 'bridge']) {
    const { resolve, recorded, asked } = openResolver(async () => gone)
    await resolve(lost('kick', link), 'No reply.')
    expect(asked).toEqual(['kick'])
    expect(recorded).toEqual([['deliveries.endAttempt', { id: 'd1', attempt: 1, ...gone }]])
  }
})

test('[FT2] a kick stays unknown while the player is still listed, and while the list cannot be read', async () => {
  const unknown = ['deliveries.endAttempt', { id: 'd1', attempt: 1, state: 'unknown', reply: null, why: 'No reply.' }]
  const listed = openResolver(async () => null)
  await listed.resolve(lost('kick', 'bridge'), 'No reply.')
  expect(listed.recorded).toEqual([unknown])
  const unread = openResolver(() => Promise.reject(Object.assign(new Error('down'), { code: 'notSent' })))
  const settling = unread.resolve(lost('kick', 'source'), 'No reply.')
  for (let ms = 0; ms <= resolveWithinMs; ms += 1_000) {
    await turns()
    unread.clock.pass(1_000)
  }
  await settling
  expect(unread.recorded).toEqual([unknown])
})

test('[FT3] a lost message becomes unknown at once; a lost whitelist change is retried up to three attempts', async () => {
  for (const [kind, attempts, name] of [
    ['message', 1, 'deliveries.endAttempt'],
    ['whitelist', 1, 'deliveries.requeue'],
    ['whitelist', 2, 'deliveries.requeue'],
    ['whitelist', 3, 'deliveries.endAttempt'],
  ] as const) {
    const { resolve, recorded } = openResolver(async () => null)
    await resolve(lost(kind, 'source', attempts), 'No reply.')
    expect([kind, attempts, recorded.map(([command]) => command)]).toEqual([kind, attempts, [name]])
  }
})

test('[FT4] staff settle an unknown delivery either way, for any kind and link', async () => {
  const { ask, order, one, sees } = await openDeliveries()
  await sees(entryOf(rex.id, rex.name))
  const orders = [
    [commands.messagePlayer, { target: rex.id, text: 'hello' }],
    [commands.setWhitelist, { target: rex.id, on: true }],
    [commands.runConsole, { text: 'save' }],
  ] as const
  for (const [command, input] of orders)
    for (const [happened, state] of [
      [true, 'confirmed'],
      [false, 'failed'],
    ] as const) {
      const id = await idOf(ask('ann', 'admin', command, input))
      await order(beginAttempt, { id, link: 'bridge', command: 'x', again: false })
      await order(endAttempt, { id, attempt: 1, state: 'unknown', reply: null, why: 'No reply.' })
      expect(await ask('ann', 'admin', followUps.settle, { id, happened })).toMatchObject({ ok: true })
      expect(one(id)).toMatchObject({ state, settledBy: 'ann', settledAt: expect.any(Number) })
    }
})
