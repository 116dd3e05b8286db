// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/friends/commands.ts'
import { friends } from '../../../shared/features/friends/friends.ts'
import { given, refusal, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { BlockButton } from './BlockButton.tsx'

const hello = signedIn('player')
const me = hello.principal?.id ?? ''
const own = { blocked: { gus: 1 } }
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('[FD1601] the drawer blocks a player who never asked for anything, and unblocks one who is blocked', async () => {
  const { sent, unmount } = renderScreen(<BlockButton account="hal" name="Hal" />, {
    hello,
    documents: [given(friends, me, own)],
  })
  press('Block…')
  press('Block Hal')
  expect(sent.map(({ name, input }) => [name, input])).toEqual([[commands.blockPlayer.name, { player: 'hal' }]])
  unmount()
  const blocked = renderScreen(<BlockButton account="gus" name="Gus" />, {
    hello,
    documents: [given(friends, me, own)],
  })
  press('Unblock')
  expect(blocked.sent.map(({ input }) => input)).toEqual([{ player: 'gus' }])
  await blocked.sent[0]?.answer(refusal('offline', 'Not now.'))
  expect(screen.getByRole('alert').textContent).toContain('Not now.')
  blocked.unmount()
  renderScreen(<BlockButton account={me} name="Ann" />, { hello, documents: [given(friends, me, own)] })
  expect(screen.queryByRole('button')).toBeNull()
})
