import { expect, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { endTier, type PatronTier, patron, patronAudit, setTier } from '../../../shared/features/patrons/patrons.ts'
import { person } from '../../testing/principals.ts'
import { openLedger } from '../ledger/testing/openLedger.ts'
import { allPatrons, patronsFeature } from './feature.ts'

const dayMs = 86_400_000

async function open() {
  const app = await openLedger({ more: [patronsFeature] })
  for (const id of ['olga', 'bob']) await app.link(id)
  const rows = async () =>
    (await app.memory.storage.archivePage({ kind: patronAudit.kind, before: null, limit: 50 })).rows.map(({ row }) =>
      patronAudit.schema.parse(row),
    )
  return {
    ...app,
    rows,
    patrons: () => allPatrons(app.hub),
    set: (tier: PatronTier, more: object = {}, [who, role]: readonly [string, Role] = ['olga', 'owner']) =>
      app.ask(who, role, setTier, { account: 'bob', tier, ...more }),
  }
}

test('[PTR1] an owner sets a tier and takes it away: the account, the index and the audit agree, and an equal tier is not a change', async () => {
  const { set, hub, patrons, rows, clock } = await open()
  const start = clock.now()
  expect(await set('Gold', { reason: ' Helped to build ' })).toMatchObject({ ok: true })
  expect(hub.read(patron, 'bob')).toEqual({ tier: 'Gold', since: start, until: null, source: 'owner', beside: null })
  expect(patrons()).toEqual([['bob', 'Gold']])
  await set('Gold', { reason: 'Again' })
  expect(await rows()).toMatchObject([{ by: 'olga', from: 'None', to: 'Gold', reason: 'Helped to build' }])
  await set('None')
  expect([hub.read(patron, 'bob').tier, patrons()]).toEqual(['None', []])
  expect(await rows()).toHaveLength(2)
})

test('[PTR5] a user is notified when their tier changes, by hand or at its end, and not when only its end changes', async () => {
  const { set, hub, clock } = await open()
  const inbox = () => Object.values(hub.read(notifications, 'bob').entries).map(({ message }) => message)
  await set('Gold', { until: clock.now() + dayMs })
  await set('Gold', { until: clock.now() + 2 * dayMs })
  expect(inbox()).toEqual(['You are a Gold patron now.'])
  clock.pass(2 * dayMs)
  await hub.execute('timer', endTier.name, { account: 'bob' })
  expect(inbox()).toEqual(['You are a Gold patron now.', 'You are no longer a Gold patron.'])
})

test('[PTR2] a tier with an end is over at that time, by the hub, unless it was prolonged', async () => {
  const { set, hub, clock, rows, patrons } = await open()
  await set('Bronze', { until: clock.now() + dayMs })
  await set('Bronze', { until: clock.now() + 2 * dayMs })
  clock.pass(dayMs)
  await hub.execute('timer', endTier.name, { account: 'bob' })
  expect(hub.read(patron, 'bob').tier).toBe('Bronze')
  clock.pass(dayMs)
  await hub.execute('timer', endTier.name, { account: 'bob' })
  expect(hub.read(patron, 'bob')).toMatchObject({ tier: 'None', until: null, source: 'ended' })
  expect(patrons()).toEqual([])
  expect((await rows())[0]).toMatchObject({ by: 'patrons', byHub: true, role: null, from: 'Bronze', to: 'None' })
})

test('[PTR3] an unknown account, an end that has passed, a tier that does not exist and other users are refused', async () => {
  const { set, clock, rows } = await open()
  expect(await set('Gold', { account: 'nemo' })).toMatchObject({ ok: false, code: 'noAccount' })
  expect(await set('Gold', { until: clock.now() })).toMatchObject({ ok: false, code: 'past' })
  expect(await set('Platinum' as PatronTier)).toMatchObject({ ok: false, code: 'badInput' })
  expect(await set('Gold', {}, ['bob', 'admin'])).toMatchObject({ ok: false, code: 'forbidden' })
  expect(await rows()).toEqual([])
})

test('[PTR4] erasing a patron takes them out of the index, and before that only they and owners read their tier', async () => {
  const { set, erase, patrons, hub } = await open()
  await set('Diamond')
  const document = hub.read(patron, 'bob')
  const mayRead = (id: string, role: Role) => patron.readableBy(person(id, role), 'bob', document, hub.read)
  expect([mayRead('bob', 'player'), mayRead('olga', 'owner'), mayRead('carl', 'admin')]).toEqual([true, true, false])
  await erase('bob')
  expect([patrons(), hub.read(patron, 'bob').tier]).toEqual([[], 'None'])
})
