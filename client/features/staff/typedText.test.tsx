// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { AdminControlsScreen } from './AdminControlsScreen.tsx'
import { BanDialog } from './BanDialog.tsx'

const rex = { id: '76561198000000002', name: 'Rex', animal: null }
const rexOnline = given(roster, mainServer, { players: { [rex.id]: rex }, readAt: screenNow })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

test('[WK5] a ban keeps what was filled in over a reload, and forgets it when it is cancelled', () => {
  const open = () =>
    renderScreen(<BanDialog player={{ text: 'Rex', id: rex.id }} onClose={vi.fn()} />, { hello: signedIn('admin') })
  const first = open()
  press('Custom days')
  type('Days', '3,5')
  type('Reason', 'Griefing at the lake')
  first.unmount()
  const second = open()
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
  expect([value('Days'), value('Reason')]).toEqual(['3,5', 'Griefing at the lake'])
  press('Ban Rex')
  expect(alerts()).toEqual(['Enter a whole number from 1 to 36,600 in digits.'])
  expect(document.activeElement).toBe(screen.getByLabelText('Days'))
  press('Cancel')
  second.unmount()
  open()
  expect(value('Reason')).toBe('')
  const lengths = within(screen.getByRole('group', { name: 'Length of the ban' })).getAllByRole('button')
  expect(lengths.map((each) => each.getAttribute('aria-pressed'))).not.toContain('true')
})

test('[WK7] a name, reason or message that is too long is named at its field, which gets the focus; nothing is sent', () => {
  const { sent } = renderScreen(<AdminControlsScreen />, { hello: signedIn('admin'), documents: [rexOnline] })
  for (const [label, longest, button] of [
    ['Target player', 200, 'Kick'],
    ['Reason (optional)', 200, 'Kick'],
    ['Private message', 998, 'Send Message'],
  ] as const) {
    const field = screen.getByLabelText(label)
    type('Target player', 'Rex')
    type(label, '🦖'.repeat(longest + 2))
    fireEvent.blur(field)
    press(button)
    expect([label, alerts(), sent]).toEqual([label, [`At most ${longest} characters. Remove 2.`], []])
    expect(document.activeElement).toBe(field)
    type(label, '')
  }
})

test('[WK700] the next broadcast, typed while one is being sent, stays in its field', async () => {
  const { sent } = renderScreen(<AdminControlsScreen />, { hello: signedIn('admin'), documents: [rexOnline] })
  const field = screen.getByLabelText<HTMLInputElement>('Broadcast message')
  type('Broadcast message', 'Storm at noon')
  press('Broadcast')
  press('Send broadcast')
  press('Cancel')
  type('Broadcast message', 'Storm at one')
  await sent[0]?.answer({ ok: true, output: { id: 'x', number: 1 }, seq: 1 })
  expect(field.value).toBe('Storm at one')
})

test('[WK8] an upgrade without a password says so at the field, which gets the focus', async () => {
  const asked = vi.fn(async () => Response.json({ roles: ['admin'], ownerKey: true }))
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => void vi.unstubAllGlobals())
  renderScreen(<AdminControlsScreen />, { hello: signedIn('player') })
  press('Upgrade Role')
  const password = await screen.findByLabelText('Password')
  press('Upgrade')
  expect([alerts(), document.activeElement]).toEqual([['Enter the password.'], password])
  fireEvent.change(password, { target: { value: 'x'.repeat(1_025) } })
  expect(alerts()).toEqual(['At most 1024 characters. Remove 1.'])
  press('Upgrade')
  press('Use owner key')
  expect(alerts()).toContain('Enter the owner key.')
  expect(asked).toHaveBeenCalledOnce()
})
