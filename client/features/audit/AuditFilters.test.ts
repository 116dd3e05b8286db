import { expect, test } from 'vitest'
import { AuditFilter } from '../../../shared/features/audit/queries.ts'
import { allOfIt, fileAddress, filterOf, isNarrowed } from './AuditFilters.tsx'
import { actNamed, actWords, countWords, detailWords, outcomeTold } from './auditLabels.ts'

test('[AU1] what stands in the fields is a filter of the hub; a minute that is named is meant whole', () => {
  const wish = {
    ...allOfIt,
    text: ' kick ',
    kinds: ['deliveries'] as const,
    from: '2026-11-21T16:00',
    to: '2026-11-21T16:00',
  }
  const filter = filterOf(wish)
  expect(AuditFilter.parse(filter)).toEqual(filter)
  expect(filter.text).toBe('kick')
  expect(Number(filter.to) - Number(filter.from)).toBe(59_999)
  expect(filterOf({ ...allOfIt, from: 'half' }).from).toBeNull()
})

test('[AU2] a file has the filters of the page, escaped', () => {
  expect(fileAddress('csv', allOfIt)).toBe('/api/audit.csv')
  const address = fileAddress('jsonl', { ...allOfIt, text: 'a&b=c', kinds: ['roles', 'map'] })
  expect(Object.fromEntries(new URL(address, 'http://hub').searchParams)).toEqual({ text: 'a&b=c', kinds: 'roles,map' })
})

test('[AU3] a page that shows all is told from one that is narrowed', () => {
  expect(isNarrowed(allOfIt)).toBe(false)
  expect(isNarrowed({ ...allOfIt, actor: 'Ann' })).toBe(true)
  expect(isNarrowed({ ...allOfIt, kinds: ['map'] })).toBe(true)
})

test('[AU4] a line is told in words', () => {
  expect(actWords({ kind: 'deliveries', act: 'wipeCorpses' })).toBe('Wipe corpses')
  expect(actWords({ kind: 'deliveries', act: 'settleNot' })).toBe('Settle: it did not')
  expect(actWords({ kind: 'deliveries', act: 'constructor' })).toBe('constructor')
  expect(actWords({ kind: 'roles', act: 'roles.setRole' })).toBe('roles.setRole')
  expect(actWords({ kind: 'sessions', act: 'session.open' })).toBe('Signed in')
  expect(actNamed({ kind: 'sessions', act: 'session.open' })).toBe('Sessions, session.open')
  expect(actNamed({ kind: 'deliveries', act: 'kick' })).toBe('Game commands')
  expect([countWords(1, 1), countWords(0, 1), countWords(20, 3)]).toEqual([
    '1 line, page 1.',
    '0 lines, page 1.',
    '20 lines, page 3.',
  ])
  expect(detailWords({ reason: 'too loud', durationMs: null, empty: '' })).toBe('reason “too loud”, for ever')
  expect(detailWords({ durationMs: 86_400_000, on: false, count: 3 })).toBe('for 1 day, on no, count 3')
  const outcome = { state: 'confirmed', link: 'evrima', settledAt: 1 } as const
  expect(outcomeTold({ outcome, delivery: 'd1' })).toBe('Confirmed over Evrima RCON')
  expect(outcomeTold({ outcome: null, delivery: null })).toBe('')
})
