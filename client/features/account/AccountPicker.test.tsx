// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PlayerId } from '../../../shared/engine/ids.ts'
import { findPlayers } from '../../../shared/features/profile/profile.ts'
import { answering, refusal, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { AccountPicker } from './AccountPicker.tsx'

function open(answer: Parameters<typeof answering<typeof findPlayers>>[1]) {
  const onPick = vi.fn()
  renderScreen(<AccountPicker label="About" onPick={onPick} />, {
    hello: signedIn('player'),
    queries: [answering(findPlayers, answer)],
  })
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'About' })
  fireEvent.click(field)
  return { field, onPick, type: (text: string) => fireEvent.change(field, { target: { value: text } }) }
}

test('[UI13] a player picks an account by a part of its name, and other text picks none', {
  tags: 'slow',
}, async () => {
  const asked: string[] = []
  const { field, onPick, type } = open(({ text }) => {
    asked.push(text)
    return { players: [{ account: PlayerId.parse('bob'), name: 'Bob', avatar: '', role: 'moderator' }] }
  })
  type('b')
  type('bo')
  fireEvent.click(await waitFor(() => screen.getByRole('option', { name: /Bob.*Moderator/ })))
  expect(asked).toEqual(['bo'])
  expect(onPick).toHaveBeenLastCalledWith({ account: 'bob', name: 'Bob' })
  expect(field.value).toBe('Bob')
  type('Bobb')
  expect(onPick).toHaveBeenLastCalledWith(null)
})

test('[UI14] a refused search shows the message beside the field', { tags: 'slow' }, async () => {
  const { type } = open(() => refusal('tooFast', 'Wait a moment.'))
  type('bo')
  const alert = await waitFor(() => screen.getByRole('alert'))
  expect(alert.textContent).toBe('Wait a moment.')
})
