import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { keptSettled } from '../../../shared/features/deliveries/delivery.ts'
import { begin, end } from '../../../shared/features/deliveries/hubCommands.ts'
import { settle } from '../../../shared/features/deliveries/laterCommands.ts'
import { idOf, openDeliveries } from '../deliveries/testing/openDeliveries.ts'
import { createOutcomes } from './outcomes.ts'

test('[AU14] what came of it is told as it stands: each step, what staff settle later, and still when it was put away', async () => {
  const { ask, order, hub, memory } = await openDeliveries()
  const outcomes = createOutcomes()
  const page = memory.storage.readArchive
  const give = () => idOf(ask('ann', 'admin', commands.broadcast, { text: 'hello' }))
  const of = (id: string) => outcomes.of(hub, id)
  const id = await give()
  expect(of(id)).toEqual({ state: 'queued', link: null, settledAt: null })
  await order(begin, { id, link: 'source', command: 'x', again: false })
  expect(of(id)?.state).toBe('sending')
  await order(end, { id, attempt: 1, state: 'unknown', reply: null, why: null })
  expect(of(id)?.state).toBe('unknown')
  expect(await ask('ann', 'admin', settle, { id, happened: true })).toMatchObject({ ok: true })
  const told = { state: 'confirmed', link: 'source', settledAt: expect.any(Number) }
  expect(of(id)).toEqual(told)
  for (let given = 0; given < keptSettled; given += 1)
    await order(end, { id: await give(), attempt: 0, state: 'failed', reply: null, why: null })
  expect(of(id)).toBeNull()
  await outcomes.refresh({ page })
  expect(of(id)).toEqual(told)
})
