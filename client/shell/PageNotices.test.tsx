// @vitest-environment happy-dom

import { fireEvent, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderScreen } from '../testing/renderScreen.tsx'
import { HubNoticeBar, MissingPartNotice } from './PageNotices.tsx'
import { later } from './screenCode.ts'

test('[AB15] a notice about the requests of the user is shown until it is dismissed; one about a closing hub is not', () => {
  const { notify } = renderScreen(<HubNoticeBar />)
  notify({ code: 'closing', message: 'The hub is closing.' })
  expect(screen.queryByRole('status')).toBeNull()
  notify({ code: 'tooFast', message: 'Too many requests.' })
  expect(screen.getByRole('status').textContent).toContain('Too many requests.')
  fireEvent.click(screen.getByRole('button'))
  expect(screen.queryByRole('status')).toBeNull()
})

test('[FQ29] where a part of the page could not be loaded, a notice says so until it is dismissed, and the rest is shown', {
  tags: 'slow',
}, async () => {
  const Bell = later(() => Promise.reject(new Error('no network')))
  renderScreen(
    <>
      <MissingPartNotice />
      <Suspense fallback="waiting">
        <Bell />
        <p>The rest</p>
      </Suspense>
    </>,
  )
  expect((await screen.findByRole('status')).textContent).toContain('Part of this page did not load.')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  expect(await screen.findByText('The rest')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('status')).toBeNull()
})
