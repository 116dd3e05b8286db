// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { friends } from '../../../shared/features/friends/friends.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { createView } from '../../map/view.ts'
import { given, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { useEndOfFollowing } from './useMapNavigation.ts'

const id = '00000000-0000-4000-8000-000000000001' as never
const hello = signedIn('player')
const me = hello.principal?.id ?? ''
const member = (sharedSince: number | null) => ({ name: 'M', joinedAt: 1, sharedSince })
const packOf = (bob: number | null) =>
  given(pack, id, { leader: 'bob', members: { [me]: member(1), bob: member(bob) } })
const inPack = (own: typeof id | null) => given(membership, me, { pack: own })
const friendsOf = (list: Record<string, { since: number }>) => given(friends, me, { friends: list })

/** Follows Bob, a member of the pack. */
function followBob(list: Record<string, { since: number }>) {
  const view = createView()
  const Following = () => {
    useEndOfFollowing(me, view)
    return null
  }
  const documents = [inPack(id), packOf(1), given(packLife, id, {}), friendsOf(list)]
  const screen = renderScreen(<Following />, { hello, documents })
  act(() => view.follow('bob'))
  return { ...screen, view }
}

test('[PW1604] following ends when the user is no longer in the pack of the player whom they follow', () => {
  const { view, change } = followBob({})
  expect(view.followed()).toBe('bob')
  change(packOf(null))
  expect(view.followed(), 'one who hides is waited for').toBe('bob')
  change(inPack(null))
  expect(view.followed()).toBeNull()
})

test('[PW1605] a friend of the pack is followed on after the pack has ended, and no longer once they are not a friend', () => {
  const { view, change } = followBob({ bob: { since: 1 } })
  change(inPack(null))
  expect(view.followed()).toBe('bob')
  change(friendsOf({}))
  expect(view.followed()).toBeNull()
  act(() => view.follow(me))
  expect(view.followed()).toBe(me)
})
