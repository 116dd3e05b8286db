// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { BoardPage } from './BoardPage.tsx'
import { CataloguePage } from './CataloguePage.tsx'
import { DashboardPage } from './DashboardPage.tsx'
import { FormPage } from './FormPage.tsx'
import { type ScreenStates, statesOf } from './screenStates.tsx'
import { TablePage } from './TablePage.tsx'

const templates: readonly (readonly [string, (states: ScreenStates, content: ReactNode) => ReactNode])[] = [
  [
    'catalogue',
    (states, content) => (
      <CataloguePage {...states} title="Page">
        {content}
      </CataloguePage>
    ),
  ],
  [
    'table',
    (states, content) => (
      <TablePage {...states} title="Page">
        {content}
      </TablePage>
    ),
  ],
  [
    'dashboard',
    (states, content) => (
      <DashboardPage {...states} title="Page" figures={null}>
        {content}
      </DashboardPage>
    ),
  ],
  [
    'form',
    (states, content) => (
      <FormPage {...states} title="Page">
        {content}
      </FormPage>
    ),
  ],
  [
    'board',
    (states, content) => (
      <BoardPage {...states} title="Page" tabs={[{ key: 'now', name: 'Now' }]} chosen="now" onChoose={() => {}}>
        {content}
      </BoardPage>
    ),
  ],
]

test.each(templates)(
  '[UI40] a %s page shows its title in each of the five states, and its content only when it may',
  (_, page) => {
    const onRetry = vi.fn()
    const show = (state: ScreenStates['state'], connection: 'live' | 'stale' = 'live') => {
      const states = { state, empty: { title: 'No players yet.' }, refused: { message: 'Not for you.', onRetry } }
      const { unmount } = renderScreen(page(states, <p>Rex</p>), { connection })
      expect(screen.getByRole('heading', { level: 1, name: 'Page' })).toBeDefined()
      const shown = document.querySelector('main')?.textContent ?? ''
      expect(shown.includes('Rex')).toBe(state === 'ready')
      return { shown, unmount }
    }
    show('ready').unmount()
    const loading = show('loading')
    expect(loading.shown).toContain('Loading…')
    loading.unmount()
    const empty = show('empty')
    expect(empty.shown).toContain('No players yet.')
    empty.unmount()
    const refused = show('refused')
    expect(screen.getByRole('alert').textContent).toContain('Not for you.')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
    refused.unmount()
    const offline = show('loading', 'stale')
    expect(offline.shown).toContain("Can't reach the hub. Retrying…")
    expect(offline.shown).not.toContain('Loading…')
    // Nothing is shown yet that could be old.
    expect(screen.queryByTestId('stale')).toBeNull()
    offline.unmount()
    const stale = show('ready', 'stale')
    expect(screen.getByTestId('stale').textContent).toMatch(/This page is as of \d\d:\d\d:\d\d\./)
    stale.unmount()
  },
)

const isEmpty = (rows: readonly string[]) => rows.length === 0
const stateOf = (source: Parameters<typeof statesOf<readonly string[]>>[0]) => statesOf(source, isEmpty, null).state

test('[UI41] a value stays while the next one loads; a refusal by the connection is not a refusal of the page', () => {
  expect(stateOf({ state: 'loading', value: null })).toBe('loading')
  expect(stateOf({ state: 'loading', value: ['Rex'] })).toBe('ready')
  expect(stateOf({ state: 'here', value: [] })).toBe('empty')
  const refusal = (code: string) => ({ code, message: 'No.' })
  expect(stateOf({ state: 'refused', value: null, refusal: refusal('forbidden') })).toBe('refused')
  expect(stateOf({ state: 'refused', value: null, refusal: refusal('offline') })).toBe('loading')
  expect(stateOf({ state: 'refused', value: ['Rex'], refusal: refusal('offline') })).toBe('ready')
})

test('[UI800] a query without an answer in time is refused: nothing asks again by itself, so the page offers it', () => {
  const refusal = { code: 'unanswered', message: 'Try again.' }
  expect(stateOf({ state: 'refused', value: null, refusal })).toBe('refused')
})
