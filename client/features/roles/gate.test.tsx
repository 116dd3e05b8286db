// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { GateButton } from './GateButton.tsx'

const button = <GateButton gate="events" name="Event admin" label="Admin password" needed="Enter the admin password." />

/** Answers like the hub, whose one right code is `moss`. @param gates those that have a code */
const answerAsHub = (gates: readonly string[]) => {
  const posted: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body = '' }: { body?: string } = {}) => {
    if (path === '/auth/raisable') return Response.json({ roles: [], ownerKey: false, gates })
    posted.push(JSON.parse(body))
    return body.includes('moss')
      ? Response.json({ success: true, gate: 'events', until: 1, message: 'Admin access granted!' })
      : Response.json({ success: false, error: 'Invalid admin password', code: 'invalidPassword' }, { status: 403 })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return posted
}

test('[EVC30] the gate of the events asks for its password, names a wrong one, and sends nothing while it is empty', async () => {
  const posted = answerAsHub(['events'])
  renderScreen(button, { hello: signedIn('player') })
  fireEvent.click(await screen.findByRole('button', { name: 'Event admin' }))
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByText('Enter the admin password.')).toBeDefined()
  expect(posted).toEqual([])
  fireEvent.change(screen.getByLabelText('Admin password'), { target: { value: 'fern' } })
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('Invalid admin password')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Admin password'), { target: { value: 'moss' } })
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 60_000)
  expect(posted).toEqual([
    { gate: 'events', code: 'fern' },
    { gate: 'events', code: 'moss' },
  ])
})

test('[EVC31] where the hub has no password for the events the gate is not offered', async () => {
  answerAsHub(['challenges'])
  const { settle } = renderScreen(button, { hello: signedIn('player') })
  await settle()
  expect(screen.queryByRole('button')).toBeNull()
})
