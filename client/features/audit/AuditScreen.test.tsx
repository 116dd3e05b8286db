// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { searchAudit } from '../../../shared/features/audit/queries.ts'
import { answering, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { AuditScreen } from './AuditScreen.tsx'

const line = (seq: number) => ({
  key: `line-${seq}`,
  seq,
  at: screenNow,
  kind: 'roles' as const,
  act: 'roles.change',
  by: 'ann',
  byName: 'Ann',
  role: 'owner' as const,
  elevated: false,
  target: { id: 'bob', name: 'Bob' },
  detail: { what: 'role' },
  delivery: null,
  outcome: null,
  address: '203.0.113.7',
  session: 'session-1',
  agent: 'Mozilla/5.0 (X11; Linux x86_64)',
})

test('[SC28] while the hub does not answer the search says that it goes on later', () => {
  const { connect } = renderScreen(<AuditScreen />, { hello: signedIn('admin') })
  expect(screen.getByText('Searching the journal.')).toBeDefined()
  connect('stale')
  expect(screen.getByText('The hub does not answer. The search goes on when it does.')).toBeDefined()
})

test('[SC29] an empty audit and a refused search are different states', async () => {
  let isRefused = false
  const { settle } = renderScreen(<AuditScreen />, {
    hello: signedIn('admin'),
    queries: [
      answering(searchAudit, () =>
        isRefused ? refusal('forbidden', 'Not any more.') : { lines: [], next: null, searchedTo: null },
      ),
    ],
  })
  await settle()
  expect(screen.getByText('Nothing was done yet')).toBeDefined()
  isRefused = true
  fireEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('Not any more.')
  expect(screen.queryByText('Nothing was done yet')).toBeNull()
})

test('[SC30] lines are shown in a table with labels, and pages are counted', async () => {
  const { settle } = renderScreen(<AuditScreen />, {
    hello: signedIn('admin'),
    queries: [
      answering(searchAudit, ({ before }) => ({
        lines: before === null ? [line(2), line(1)] : [line(0)],
        next: before === null ? '1:1' : null,
        searchedTo: screenNow,
      })),
    ],
  })
  await settle()
  expect(screen.getByText('2 lines, page 1.')).toBeDefined()
  expect(screen.getAllByRole('cell', { name: /Changed rights/ })).toHaveLength(2)
  expect(screen.getAllByRole('cell', { name: /^203.0.113.7\s*Mozilla/ })).toHaveLength(2)
  expect(screen.getAllByTitle('Session session-1')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Older' }))
  await settle()
  expect(screen.getByText('1 line, page 2.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Newer' }))
  await settle()
  expect(screen.getByText('2 lines, page 1.')).toBeDefined()
})
