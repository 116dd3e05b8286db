// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { auditHead } from '../../../shared/engine/auditHead.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { searchAudit } from '../../../shared/features/audit/queries.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { AuditScreen } from './AuditScreen.tsx'

const line = (seq: number, more: object = {}) => ({
  key: `line-${seq}`,
  seq,
  at: screenNow,
  kind: 'deliveries' as const,
  act: 'kick',
  did: 'kicked {target}',
  order: 'kick {target}',
  by: 'ann',
  byName: 'Ann',
  role: 'owner' as const,
  elevated: false,
  target: { id: '76561198000000001', name: `Rex ${seq}` },
  detail: { reason: 'too loud' },
  delivery: 'd1',
  outcome: { state: 'confirmed' as const, link: 'evrima' as const, settledAt: 1 },
  address: '203.0.113.7',
  session: 'session-1',
  agent: 'Mozilla/5.0 (X11; Linux x86_64)',
  ...more,
})
const page = (lines: readonly ReturnType<typeof line>[], next: string | null = null) => ({
  lines: [...lines],
  next,
  searchedTo: next === null ? null : screenNow,
})
const rows = () => screen.getAllByRole('row').slice(1)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
afterEach(() => void vi.useRealTimers())

test('[SC29] an empty audit and a refused search are different states', async () => {
  vi.useFakeTimers()
  let isRefused = false
  const { settle, change } = renderScreen(<AuditScreen />, {
    hello: signedIn('admin'),
    documents: [given(auditHead, '', { rows: 1 })],
    queries: [answering(searchAudit, () => (isRefused ? refusal('forbidden', 'Not any more.') : page([])))],
  })
  await settle()
  expect(screen.getByText('No entries yet')).toBeDefined()
  isRefused = true
  change(given(auditHead, '', { rows: 2 }))
  await pass(1_000)
  expect(screen.getByText('Not any more.')).toBeDefined()
  expect(screen.queryByText('No entries yet')).toBeNull()
})

test('[SC30] each entry is a sentence with names that open the player, its details hold session and browser, and pages are counted', async () => {
  const { settle } = renderScreen(<AuditScreen />, {
    hello: signedIn('admin'),
    queries: [
      answering(searchAudit, ({ before }) => (before === null ? page([line(2), line(1)], '1:1') : page([line(0)]))),
    ],
  })
  await settle()
  expect(screen.getByText('2 entries')).toBeDefined()
  const [first] = rows()
  if (!first) throw new Error('no row')
  expect(first.textContent).toContain('Ann kicked Rex 2: “too loud”')
  expect(screen.getByRole('main').textContent).not.toMatch(/deliveries|line-|session-1|Mozilla/)
  fireEvent.click(first)
  const details = screen.getByRole('dialog', { name: 'Audit entry' })
  expect(details.textContent).toContain('session-1')
  expect(details.textContent).toContain('Mozilla/5.0 (X11; Linux x86_64)')
  expect(details.textContent).toContain('Game commands, kick')
  fireEvent.click(within(first).getByRole('button', { name: 'Rex 2' }))
  expect(screen.queryByRole('dialog', { name: 'Audit entry' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Older' }))
  await settle()
  expect(screen.getByText('1 entry')).toBeDefined()
  expect(screen.getByText('Page 2')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Newer' }))
  await settle()
  expect(screen.getByText('2 entries')).toBeDefined()
})

test('[AQ3] new entries are announced and shown when asked for; outcomes of shown entries follow at once', async () => {
  vi.useFakeTimers()
  const waiting = { outcome: { state: 'queued' as const, link: null, settledAt: null } }
  let lines = [line(1, waiting)]
  const { settle, change } = renderScreen(<AuditScreen />, {
    hello: signedIn('admin'),
    documents: [given(auditHead, '', { rows: 1 })],
    queries: [answering(searchAudit, () => page(lines))],
  })
  await settle()
  expect(rows().map((row) => row.textContent?.includes('Ann asked to kick Rex 1'))).toEqual([true])
  lines = [line(4), line(3), line(2), line(1)]
  change(given(auditHead, '', { rows: 4 }))
  await pass(1_000)
  const button = screen.getByRole('button', { name: 'Show 3 new' })
  expect(rows().map((row) => row.textContent?.includes('Ann kicked Rex 1'))).toEqual([true])
  fireEvent.click(button)
  expect(rows()).toHaveLength(4)
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull()
})

test('[CK8] when a whole page is new the page says that there may be more', async () => {
  vi.useFakeTimers()
  let answer = page([line(1)])
  const { settle, change } = renderScreen(<AuditScreen />, {
    hello: signedIn('admin'),
    documents: [given(auditHead, '', { rows: 1 })],
    queries: [answering(searchAudit, () => answer)],
  })
  await settle()
  answer = page([line(70), line(69)], '69:1')
  change(given(auditHead, '', { rows: 70 }))
  await pass(1_000)
  expect(screen.getByRole('button', { name: 'Show 2+ new' })).toBeDefined()
})

test('[CK16] the outcome of a shown entry follows its delivery, even where the audit does not grow', async () => {
  vi.useFakeTimers()
  const order = {
    id: 'd1',
    number: 1,
    kind: 'kick',
    target: null,
    detail: {},
    by: 'ann',
    byName: 'Ann',
    role: 'owner',
  } as const
  const deliveryOf = (now: 'queued' | 'confirmed') =>
    given(deliveries, mainServer, { entries: { d1: { ...order, state: now, queuedAt: screenNow } } })
  let state: 'queued' | 'confirmed' = 'queued'
  const { settle, change } = renderScreen(<AuditScreen />, {
    hello: signedIn('admin'),
    documents: [given(auditHead, '', { rows: 1 }), deliveryOf('queued')],
    queries: [answering(searchAudit, () => page([line(1, { outcome: { state, link: null, settledAt: null } })]))],
  })
  await settle()
  expect(rows()[0]?.textContent).toContain('asked to kick')
  state = 'confirmed'
  change(deliveryOf('confirmed'))
  await pass(1_000)
  expect(rows()[0]?.textContent).toContain('Ann kicked Rex 1')
})

test('[RWB5] opened while the hub is away it says so once, and neither that it searches nor how old the page is', async () => {
  const { settle } = renderScreen(<AuditScreen />, { hello: signedIn('admin'), connection: 'stale' })
  await settle()
  expect(screen.getAllByText(/Can't reach the hub/)).toHaveLength(1)
  expect(screen.queryByText('Searching…')).toBeNull()
  expect(screen.queryByTestId('stale')).toBeNull()
})

test('[SC1800] what staff wrote cannot turn the direction of a sentence: such characters are written out', async () => {
  const written = { did: 'wrote {text} to {target}', detail: { text: 'a\u202eb', reason: 'x\u202ey' } }
  const { settle } = renderScreen(<AuditScreen />, {
    hello: signedIn('admin'),
    documents: [given(auditHead, '', { rows: 1 })],
    queries: [answering(searchAudit, () => page([line(1, written)]))],
  })
  await settle()
  expect(rows()[0]?.textContent).toContain('wrote “a[U+202E]b” to Rex 1: “x[U+202E]y”')
})
