// @vitest-environment happy-dom
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { chosenAtom } from '../../map/selection.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { MemberCard } from './MemberCard.tsx'

const id = '00000000-0000-4000-8000-000000000001'
const hello = signedIn('player')
const me = hello.principal?.id ?? ''
const member = { joinedAt: 1, sharedSince: 1 }

function ChosenCard() {
  const choose = useSetAtom(chosenAtom)
  useEffect(() => choose({ kind: 'animal', id: 'bob', by: 'list' }), [choose])
  return <MemberCard me={me} />
}

function cardOf(goneAt: number | null) {
  const seen = { species: 'Carnotaurus', growth: 40, dead: false, slot: 1, region: null, square: 'C5', goneAt }
  const documents = [
    given(membership, me, { pack: id as never }),
    given(pack, id, { leader: me, members: { [me]: { name: 'Ann', ...member }, bob: { name: 'Bob', ...member } } }),
    given(packLife, id, { readAt: screenNow, seen: { bob: seen } } as never),
  ]
  const { unmount } = renderScreen(<ChosenCard />, { hello, documents })
  const text = document.body.textContent
  unmount()
  return text
}

test('[PW1601] the card of a chosen member goes when they leave the server: it has no place of theirs that is still true', () => {
  expect(cardOf(null)).toMatch(/Bob.*Carnotaurus, 40/)
  expect(cardOf(screenNow - 60_000)).toBe('')
})
