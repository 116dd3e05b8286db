import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/events/commands.ts'
import { eventAudit } from '../../../shared/features/events/eventAudit.ts'
import { auditLineOf } from '../audit/auditLine.ts'
import { hunt, openEvents } from './testing/openEvents.ts'

/** Entries of the audit, the oldest first: what was done, and its detail. */
async function open() {
  const opened = await openEvents()
  return {
    ...opened,
    async audited() {
      const { rows } = await opened.memory.storage.archivePage({ kind: eventAudit.kind, before: null, limit: 50 })
      return rows.toReversed().map((row) => {
        const { did, detail } = auditLineOf(eventAudit, row, '')
        return [did, detail]
      })
    },
  }
}

test('[EV1202] the audit says from when to when an event was moved, and of other changes that they were made', async () => {
  const { ask, schedule, audited } = await open()
  const event = await schedule({ ...hunt, title: 'Night of teeth' }, '2026-01-02T20:00')
  const detail = { event, title: 'Night of teeth' }
  const change = (changes: object) => ask(commands.changeEvent, { event, ...changes })
  await change({ capacity: 20 })
  await change({ wall: '2026-01-03T21:30' })
  await change({ wall: '2026-01-03T22:00', capacity: 30 })
  await change({ wall: '2026-01-03T22:00' })
  const [first, second, third] = [Date.UTC(2026, 0, 2, 20), Date.UTC(2026, 0, 3, 21, 30), Date.UTC(2026, 0, 3, 22)]
  const moved = 'moved the event {title} from {from} to {to}'
  expect(await audited()).toEqual([
    ['scheduled the event {title}', detail],
    ['changed the event {title}', detail],
    [moved, { ...detail, from: first, to: second }],
    [moved, { ...detail, from: second, to: third }],
    ['changed the event {title}', detail],
    ['changed the event {title}', detail],
  ])
})

test('[EV1203] the audit says from when to when a community event was moved', async () => {
  const { ask, clock, audited } = await open()
  const startTime = clock.now() + 3_600_000
  const fields = { title: 'Screenshot Contest', duration: 3_600_000 }
  const { event } = await ask(commands.createCommunityEvent, { ...fields, startTime })
  const detail = { event, title: 'Screenshot Contest' }
  await ask(commands.changeCommunityEvent, { event, startTime: startTime + 60_000 })
  await ask(commands.changeCommunityEvent, { event, startTime: startTime + 60_000, capacity: 5 })
  expect(await audited()).toEqual([
    ['scheduled the community event {title}', detail],
    ['moved the community event {title} from {from} to {to}', { ...detail, from: startTime, to: startTime + 60_000 }],
    ['changed the community event {title}', detail],
  ])
})
