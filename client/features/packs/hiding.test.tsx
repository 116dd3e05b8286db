// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useAtomValue } from 'jotai'
import { expect, test } from 'vitest'
import { friends } from '../../../shared/features/friends/friends.ts'
import { membership, Pack, pack } from '../../../shared/features/packs/pack.ts'
import { PackLife, packLife } from '../../../shared/features/packs/packLife.ts'
import { given, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { toastsAtom } from '../../ui/Toast.tsx'
import { SharingToggle } from './MapTools.tsx'
import { MemberList } from './MemberList.tsx'
import { usePack } from './usePack.ts'

const id = '00000000-0000-4000-8000-000000000001' as never
const hello = signedIn('player')
const me = hello.principal?.id ?? ''
const own = (sharedSince: number | null) =>
  Pack.parse({ leader: me, members: { [me]: { name: 'Ann', joinedAt: 1, sharedSince } } })
const friend = (placeSince: number | null) => given(friends, me, { friends: { bob: { since: 1, placeSince } } })

function Toggle() {
  return (
    <>
      <SharingToggle me={me} packState={usePack(me)} />
      <p data-testid="toast">{useAtomValue(toastsAtom).map(({ text }) => text)}</p>
    </>
  )
}

async function toastAfterHiding(placeSince: number | null) {
  const { sent, unmount } = renderScreen(<Toggle />, {
    hello,
    documents: [
      given(membership, me, { pack: id }),
      given(pack, id, own(1)),
      given(packLife, id, {}),
      friend(placeSince),
    ],
  })
  fireEvent.click(screen.getByRole('button', { name: /Your pack sees you/ }))
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  const text = screen.getByTestId('toast').textContent
  unmount()
  return text
}

test('[PW1602] a user who hides from the pack reads that friends with whom they share their location still see them', async () => {
  expect(await toastAfterHiding(null)).toBe('')
  expect(await toastAfterHiding(1)).toContain('Friends with whom you share your location still do.')
})

test('[PW1603] the row of a user who hides says so as well, as long as a friend sees them', () => {
  const navigation = { followed: null, isDrawn: () => false } as never
  const life = PackLife.parse({})
  const rowFor = (placeSince: number | null) => {
    const list = <MemberList me={me} pack={own(null)} life={life} navigation={navigation} onAsk={() => {}} />
    const { unmount } = renderScreen(list, { hello, documents: [friend(placeSince)] })
    const text = document.body.textContent
    unmount()
    return text
  }
  expect(rowFor(null)).toMatch(/hidden from your pack(?!,)/)
  expect(rowFor(1)).toContain('hidden from your pack, but not from friends')
})
