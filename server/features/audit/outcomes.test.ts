import { expect, test } from 'vitest'
import type { Archive } from '../../../shared/engine/archive.ts'
import { searchAudit } from '../../../shared/features/audit/queries.ts'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { mostSettled } from '../../../shared/features/deliveries/delivery.ts'
import { settle } from '../../../shared/features/deliveries/followUpCommands.ts'
import { beginAttempt, endAttempt } from '../../../shared/features/deliveries/hubCommands.ts'
import { readPage } from '../../engine/archives.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { allFeatures, createTestFeatures } from '../../testing/allFeatures.ts'
import { idOf, openDeliveries } from '../deliveries/testing/openDeliveries.ts'
import { createOutcomes } from './outcomes.ts'

const audited = allFeatures.flatMap(({ archives = [] }) => archives).filter(({ kind }) => kind === 'deliveryAudit')

test('[AU14] the outcome follows each step, a later decision by staff, and is still known after archiving', async () => {
  const { ask, order, hub, memory } = await openDeliveries()
  const outcomes = createOutcomes()
  const page: QueryContext['page'] = (archive, { before = null, ...wanted }) =>
    readPage(memory.storage, archive, { ...wanted, before } as never)
  const give = () => idOf(ask('ann', 'admin', commands.broadcast, { text: 'hello' }))
  const of = async (id: string) => (await outcomes({ page, read: hub.read }))(id)
  const id = await give()
  expect(await of(id)).toEqual({ state: 'queued', link: null, settledAt: null })
  await order(beginAttempt, { id, link: 'source', command: 'x', again: false })
  expect((await of(id))?.state).toBe('sending')
  await order(endAttempt, { id, attempt: 1, state: 'unknown', reply: null, why: null })
  expect((await of(id))?.state).toBe('unknown')
  expect(await ask('ann', 'admin', settle, { id, happened: true })).toMatchObject({ ok: true })
  const confirmed = { state: 'confirmed', link: 'source', settledAt: expect.any(Number) }
  expect(await of(id)).toEqual(confirmed)
  for (let given = 0; given < mostSettled; given += 1)
    await order(endAttempt, { id: await give(), attempt: 0, state: 'failed', reply: null, why: null })
  expect(await of(id)).toEqual(confirmed)
})

test('[AU95] a delivery that is archived while the archive is read keeps its outcome', async () => {
  const { ask, order, hub, memory } = await openDeliveries()
  const give = () => idOf(ask('ann', 'admin', commands.broadcast, { text: 'hello' }))
  const fail = async (id: string) => order(endAttempt, { id, attempt: 0, state: 'failed', reply: null, why: null })
  const id = await give()
  await fail(id)
  const page: QueryContext['page'] = async (archive, { before = null, ...wanted }) => {
    const rows = await readPage(memory.storage, archive, { ...wanted, before } as never)
    for (let given = 0; given < mostSettled; given += 1) await fail(await give())
    return rows as never
  }
  const outcomeOf = await createOutcomes()({ page, read: hub.read })
  expect(outcomeOf(id)?.state).toBe('failed')
})

test('[AU96] two hubs of one process read their own archives, however far each has got', async () => {
  const outcomeOf = async (seq: number) => {
    const audit = createTestFeatures().find(({ name }) => name === 'audit')
    const search = audit?.queries?.find(({ query }) => query.name === searchAudit.name)
    const { hub } = await openDeliveries()
    const id = `d${seq}`
    const rowsOf: Readonly<Record<string, object>> = {
      deliveryAudit: { act: 'heal', by: 'ann', kind: 'heal', delivery: id, target: null, detail: {} },
      deliveryHistory: { id, state: 'confirmed', link: 'source', settledAt: 1 },
    }
    const context = {
      principal: { id: 'ann', can: () => true },
      read: hub.read,
      archives: audited,
      page: async ({ kind }: Archive) => {
        const row = rowsOf[kind]
        return { rows: row ? [{ position: seq, seq, at: 1, row }] : [], next: null }
      },
    }
    const found = await search?.answer(context as never, searchAudit.input.parse({}))
    return searchAudit.output.parse(found).lines.map(({ outcome }) => outcome?.state)
  }
  expect(await outcomeOf(900)).toEqual(['confirmed'])
  expect(await outcomeOf(5)).toEqual(['confirmed'])
})
