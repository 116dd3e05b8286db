// @vitest-environment happy-dom

import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../testing/renderScreen.tsx'
import { HubNoticeBar } from './PageNotices.tsx'

test('[AB15] a notice about the requests of the user is shown until it is dismissed; one about a closing hub is not', () => {
  const { notify } = renderScreen(<HubNoticeBar />)
  notify({ code: 'closing', message: 'The hub is closing.' })
  expect(screen.queryByRole('status')).toBeNull()
  notify({ code: 'tooFast', message: 'Too many requests.' })
  expect(screen.getByRole('status').textContent).toContain('Too many requests.')
  fireEvent.click(screen.getByRole('button'))
  expect(screen.queryByRole('status')).toBeNull()
})
