// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { Scheduler } from './Scheduler.tsx'

// A map needs a canvas. Files that share this process get the same stand-in, whichever is first.
vi.mock('./EventMap.tsx', () => import('./testing/stubbedMap.tsx'))

const open = () => renderScreen(<Scheduler onScheduled={() => {}} />, { hello: signedIn('owner'), path: '/events' })
const title = () => screen.getByRole('textbox', { name: /Title/ }) as HTMLInputElement

test('[EV800] an event that is being entered is kept while its staff look at another page', () => {
  const { unmount } = open()
  fireEvent.change(title(), { target: { value: 'The long night' } })
  fireEvent.click(screen.getByRole('button', { name: 'Great Migration' }))
  unmount()
  open()
  expect(title().value).toBe('The long night')
  expect(screen.getByRole('button', { name: 'Great Migration' }).getAttribute('aria-pressed')).toBe('true')
})
