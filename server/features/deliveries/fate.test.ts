import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { begin, end } from '../../../shared/features/deliveries/hubCommands.ts'
import * as later from '../../../shared/features/deliveries/laterCommands.ts'
import { createTestClock } from '../../testing/clock.ts'
import type { DeliveryLink, Outcome } from './deliveryLink.ts'
import { createFate, settleWithinMs } from './fate.ts'
import { createPauses } from './pauses.ts'
import type { Reporting } from './reporting.ts'
import { entryOf, idOf, openDeliveries, steamOf } from './testing/openDeliveries.ts'

const rex = { id: steamOf(1), name: 'Rex' }
const gone: Outcome = { state: 'confirmed', reply: null, why: 'Rex is not in the game.' }
const turns = async () => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
const lost = (kind: string, link: string, attempts = 1) =>
  Delivery.parse({
    ...{ id: 'd1', number: 1, kind, target: rex, detail: {}, state: 'sending', link, attempts },
    ...{ by: 'ann', byName: 'Ann', role: 'admin', queuedAt: 0, sentAt: 0 },
  })

/** The game's own connection, which reads who is in it, beside the two to a command mod, which read nothing. */
function openFate(settle: (one: { readonly kind: string }) => Promise<Outcome | null>) {
  const clock = createTestClock()
  const told: [string, object][] = []
  const asked: string[] = []
  const linkOf = (name: DeliveryLink['name'], more: Partial<DeliveryLink> = {}): DeliveryLink => ({
    ...{ name, width: 1, state: () => ({ name: 'up' }), onState: () => () => {}, can: () => true },
    isHarmlessTwice: (kind) => kind === 'whitelist',
    word: () => '',
    perform: () => Promise.reject(new Error('Nothing is sent here')),
    ...more,
  })
  const evrima = linkOf('evrima', {
    settle(one) {
      asked.push(one.kind)
      return settle(one)
    },
  })
  const note = async ({ name }: { readonly name: string }, input: object) => void told.push([name, input])
  const fate = createFate({
    ...{ links: [evrima, linkOf('source'), linkOf('bridge')], clock, pauses: createPauses(clock) },
    reporting: { attempt: note, insist: note } as unknown as Reporting,
    onFault: () => {},
  })
  return { fate, told, asked, clock }
}

test('[FT1] a kick whose reply was lost on the way over a mod is settled by the list of players of the game itself', async () => {
  for (const link of ['source', 'bridge']) {
    const { fate, told, asked } = openFate(async () => gone)
    await fate(lost('kick', link), 'No reply.')
    expect(asked).toEqual(['kick'])
    expect(told).toEqual([['deliveries.end', { id: 'd1', attempt: 1, ...gone }]])
  }
})

test('[FT2] whoever is still in the list may have come back: that stays unknown, and so it does while nothing can be read', async () => {
  const unknown = ['deliveries.end', { id: 'd1', attempt: 1, state: 'unknown', reply: null, why: 'No reply.' }]
  const listed = openFate(async () => null)
  await listed.fate(lost('kick', 'bridge'), 'No reply.')
  expect(listed.told).toEqual([unknown])
  const unread = openFate(() => Promise.reject(Object.assign(new Error('down'), { code: 'notSent' })))
  const settling = unread.fate(lost('kick', 'source'), 'No reply.')
  for (let ms = 0; ms <= settleWithinMs; ms += 1_000) {
    await turns()
    unread.clock.pass(1_000)
  }
  await settling
  expect(unread.told).toEqual([unknown])
})

test('[FT3] of a message nobody can tell, and it is said once; the whitelist is set anew, three times at most', async () => {
  for (const [kind, attempts, name] of [
    ['message', 1, 'deliveries.end'],
    ['whitelist', 1, 'deliveries.requeue'],
    ['whitelist', 2, 'deliveries.requeue'],
    ['whitelist', 3, 'deliveries.end'],
  ] as const) {
    const { fate, told } = openFate(async () => null)
    await fate(lost(kind, 'source', attempts), 'No reply.')
    expect([kind, attempts, told.map(([said]) => said)]).toEqual([kind, attempts, [name]])
  }
})

test('[FT4] what stays unknown staff settle, by either answer, whatever it was and over whatever it went', async () => {
  const { ask, order, one, sees } = await openDeliveries()
  await sees(entryOf(rex.id, rex.name))
  const wishes = [
    [commands.messagePlayer, { target: rex.id, text: 'hello' }],
    [commands.setWhitelist, { target: rex.id, on: true }],
    [commands.runConsole, { text: 'save' }],
  ] as const
  for (const [command, input] of wishes)
    for (const [happened, state] of [
      [true, 'confirmed'],
      [false, 'failed'],
    ] as const) {
      const id = await idOf(ask('ann', 'admin', command, input))
      await order(begin, { id, link: 'bridge', command: 'x', again: false })
      await order(end, { id, attempt: 1, state: 'unknown', reply: null, why: 'No reply.' })
      expect(await ask('ann', 'admin', later.settle, { id, happened })).toMatchObject({ ok: true })
      expect(one(id)).toMatchObject({ state, settledBy: 'ann', settledAt: expect.any(Number) })
    }
})
