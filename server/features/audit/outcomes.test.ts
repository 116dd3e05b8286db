import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { maxSettled } from '../../../shared/features/deliveries/delivery.ts'
import { settle } from '../../../shared/features/deliveries/followUpCommands.ts'
import { beginAttempt, endAttempt } from '../../../shared/features/deliveries/hubCommands.ts'
import { readPage } from '../../engine/archives.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { idOf, openDeliveries } from '../deliveries/testing/openDeliveries.ts'
import { createOutcomes } from './outcomes.ts'

test('[AU14] the outcome follows each step, a later decision by staff, and is still known after archiving', async () => {
  const { ask, order, hub, memory } = await openDeliveries()
  const outcomes = createOutcomes()
  const page: QueryContext['page'] = (archive, { before = null, ...wanted }) =>
    readPage(memory.storage, archive, { ...wanted, before } as never)
  const give = () => idOf(ask('ann', 'admin', commands.broadcast, { text: 'hello' }))
  const of = (id: string) => outcomes.of(hub, id)
  const id = await give()
  expect(of(id)).toEqual({ state: 'queued', link: null, settledAt: null })
  await order(beginAttempt, { id, link: 'source', command: 'x', again: false })
  expect(of(id)?.state).toBe('sending')
  await order(endAttempt, { id, attempt: 1, state: 'unknown', reply: null, why: null })
  expect(of(id)?.state).toBe('unknown')
  expect(await ask('ann', 'admin', settle, { id, happened: true })).toMatchObject({ ok: true })
  const confirmed = { state: 'confirmed', link: 'source', settledAt: expect.any(Number) }
  expect(of(id)).toEqual(confirmed)
  for (let given = 0; given < maxSettled; given += 1)
    await order(endAttempt, { id: await give(), attempt: 0, state: 'failed', reply: null, why: null })
  expect(of(id)).toBeNull()
  await outcomes.refresh({ page })
  expect(of(id)).toEqual(confirmed)
})
