import { expect, test } from 'vitest'
import { openConnection } from '../connection/testing/openConnection.ts'
import { takeToastAtom, tellAtom, toastsAtom } from './Toasts.tsx'

const person = (id: string) => ({ you: { id, name: id, role: 'player', session: null } }) as const

/** A page on which somebody is told things, and its words. */
function openPage() {
  const { store, greet } = openConnection()
  const tell = (words: string, undo?: () => void) => store.set(tellAtom, words, undo ?? null)
  return { store, greet, tell, words: () => store.get(toastsAtom).map((toast) => toast.words) }
}

test('[TO1] who signs out and in as somebody else does not see what the one before was told, nor can undo it', () => {
  const { greet, tell, words } = openPage()
  greet(person('ann'))
  tell('You left Night Runners.', () => {})
  expect(words()).toEqual(['You left Night Runners.'])
  greet({ you: null })
  expect(words()).toEqual([])
  greet(person('bob'))
  expect(words()).toEqual([])
  tell('The waypoint is cleared.')
  expect(words()).toEqual(['The waypoint is cleared.'])
})

test('[TO2] a guest’s words are not for who signs in', () => {
  const { greet, tell, words } = openPage()
  greet({ you: null })
  tell('Copied.')
  expect(words()).toEqual(['Copied.'])
  greet(person('ann'))
  expect(words()).toEqual([])
})

test('[TO3] at most three are shown, the newest last, and what is taken away is gone', () => {
  const { store, greet, tell, words } = openPage()
  greet(person('ann'))
  for (const word of ['one', 'two', 'three', 'four']) tell(word)
  expect(words()).toEqual(['two', 'three', 'four'])
  store.set(takeToastAtom, store.get(toastsAtom)[1]?.id ?? 0)
  expect(words()).toEqual(['two', 'four'])
})
