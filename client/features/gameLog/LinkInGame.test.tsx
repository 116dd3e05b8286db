// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { makeLinkCode } from '../../../shared/features/gameLog/commands.ts'
import { linkAttempt, linkCodeMs } from '../../../shared/features/gameLog/gameLog.ts'
import { given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { AuthScreen } from '../account/AuthScreen.tsx'

const discord = { provider: 'discord', discordId: '1', username: 'ann', displayName: 'Ann' } as const
const steam = { provider: 'steam', steamId: '76561198000000001', displayName: 'Rex' } as const
const attemptIs = (attempt: object) => given(linkAttempt, 'ann', attempt)
const endsAt = screenNow + linkCodeMs

const openScreen = (attempt: object = {}, linked: object = { discord }) =>
  renderScreen(<AuthScreen />, {
    hello: signedIn('player'),
    documents: [given(account, 'ann', { name: 'Ann', ...linked }), attemptIs(attempt)],
  })
afterEach(() => void vi.useRealTimers())

const make = (name = 'Make a code') => fireEvent.click(screen.getByRole('button', { name }))

test('[GV30] a code is shown as it is typed in the chat, with the time left, and the link follows live', async () => {
  const { sent, change } = openScreen()
  make()
  expect(sent).toMatchObject([{ name: makeLinkCode.name, input: { server: mainServer } }])
  expect(screen.getByRole('button', { name: 'Making a code…' })).toHaveProperty('disabled', true)
  await sent[0]?.answer({ ok: true, output: { code: 'K7Q2MX', endsAt }, seq: 1 })
  change(attemptIs({ state: 'waiting', endsAt }))
  expect(screen.getByText('!link K7Q2MX')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy link code' })).toBeDefined()
  expect(screen.getByRole('timer').textContent).toBe('10:00')
  change(given(account, 'ann', { name: 'Ann', discord, steam, steamId: steam.steamId }))
  change(attemptIs({ state: 'linked' }))
  expect(screen.getByText('Linked to Rex.')).toBeDefined()
  expect(screen.queryByText('!link K7Q2MX')).toBeNull()
})

test('[GV31] a code that has expired is not shown any more', async () => {
  vi.useFakeTimers()
  const { sent, change } = openScreen()
  make()
  await sent[0]?.answer({ ok: true, output: { code: 'K7Q2MX', endsAt }, seq: 1 })
  change(attemptIs({ state: 'waiting', endsAt: screenNow - 1 }))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText('The code has expired.')).toBeDefined()
  expect(screen.queryByText('!link K7Q2MX')).toBeNull()
  make('Make a new code')
  expect(sent).toHaveLength(2)
})

test('[GV32] a code of another page waits without being shown: the hub keeps none that can be read', () => {
  openScreen({ state: 'waiting', endsAt })
  expect(screen.getByText('A code is waiting, for another')).toBeDefined()
  expect(screen.queryByText(/^!link/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Make a new code' })).toBeDefined()
})

test('[GV33] a player of another account, and a refusal, are shown beside the button', async () => {
  const { sent, change } = openScreen()
  make()
  await sent[0]?.answer(refusal('noChat', "The hub can't read the game's chat right now."))
  expect(screen.getByRole('alert').textContent).toBe("The hub can't read the game's chat right now.")
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  change(attemptIs({ state: 'belongsToOther' }))
  expect(screen.getByRole('alert').textContent).toMatch(/^That player already belongs to another account\./)
})

test('[GV34] users with a linked Steam account, and guests, are not offered a code', () => {
  const { unmount } = openScreen({}, { steam })
  expect(screen.queryByText('Link in the game')).toBeNull()
  unmount()
  renderScreen(<AuthScreen />)
  expect(screen.queryByText('Link in the game')).toBeNull()
})
