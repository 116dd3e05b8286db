import { expect, test } from 'vitest'
import { AuditFilter } from '../../../shared/features/audit/queries.ts'
import { fileAddress, filterOf, isFiltered, wholeAudit } from './AuditFilters.tsx'
import { actionDetail, actionLabel, countLabel, detailLabel, outcomeLabel } from './auditLabels.ts'

test('[AU18] the fields become a filter of the hub, and an end includes its whole minute', () => {
  const search = {
    ...wholeAudit,
    text: ' kick ',
    kinds: ['deliveries'] as const,
    from: '2026-11-21T16:00',
    to: '2026-11-21T16:00',
  }
  const filter = filterOf(search)
  expect(AuditFilter.parse(filter)).toEqual(filter)
  expect(filter.text).toBe('kick')
  expect(Number(filter.to) - Number(filter.from)).toBe(59_999)
  expect(filterOf({ ...wholeAudit, from: 'half' }).from).toBeNull()
})

test('[AU19] the address of a file holds the filters of the page, escaped', () => {
  expect(fileAddress('csv', wholeAudit)).toBe('/api/audit.csv')
  const address = fileAddress('jsonl', { ...wholeAudit, text: 'a&b=c', kinds: ['roles', 'map'] })
  expect(Object.fromEntries(new URL(address, 'http://hub').searchParams)).toEqual({ text: 'a&b=c', kinds: 'roles,map' })
})

test('[AU20] an unfiltered page is distinguished from a filtered one', () => {
  expect(isFiltered(wholeAudit)).toBe(false)
  expect(isFiltered({ ...wholeAudit, actor: 'Ann' })).toBe(true)
  expect(isFiltered({ ...wholeAudit, kinds: ['map'] })).toBe(true)
})

test('[AU21] a line is described with labels', () => {
  expect(actionLabel({ kind: 'deliveries', act: 'wipeCorpses' })).toBe('Wipe corpses')
  expect(actionLabel({ kind: 'deliveries', act: 'settleNot' })).toBe('Settle: it did not')
  expect(actionLabel({ kind: 'deliveries', act: 'constructor' })).toBe('constructor')
  expect(actionLabel({ kind: 'roles', act: 'roles.setRole' })).toBe('roles.setRole')
  expect(actionLabel({ kind: 'sessions', act: 'session.open' })).toBe('Signed in')
  expect(actionDetail({ kind: 'sessions', act: 'session.open' })).toBe('Sessions, session.open')
  expect(actionDetail({ kind: 'deliveries', act: 'kick' })).toBe('Game commands')
  expect([countLabel(1, 1), countLabel(0, 1), countLabel(20, 3)]).toEqual([
    '1 line, page 1.',
    '0 lines, page 1.',
    '20 lines, page 3.',
  ])
  for (const durationMs of [null, 'permanent'])
    expect(detailLabel({ reason: 'too loud', durationMs, empty: '' })).toBe('reason “too loud”, for ever')
  expect(detailLabel({ durationMs: 86_400_000, on: false, count: 3 })).toBe('for 1 day, on no, count 3')
  const outcome = { state: 'confirmed', link: 'evrima', settledAt: 1 } as const
  expect(outcomeLabel({ outcome, delivery: 'd1' })).toBe('Confirmed over Evrima RCON')
  expect(outcomeLabel({ outcome: null, delivery: null })).toBe('')
})
