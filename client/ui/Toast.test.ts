import { expect, test } from 'vitest'
import { openConnection } from '../connection/testing/openConnection.ts'
import { removeToastAtom, showToastAtom, toastsAtom } from './Toast.tsx'

const person = (id: string) => ({ principal: { id, name: id, role: 'player', session: null } }) as const

/** A page with toasts, and the texts of those. */
function openPage() {
  const { store, hello } = openConnection()
  const show = (text: string, undo?: () => void) => store.set(showToastAtom, text, undo ?? null)
  return { store, hello, show, texts: () => store.get(toastsAtom).map((toast) => toast.text) }
}

test('[TO1] after a sign-in as another user the toasts of the previous user are not shown', () => {
  const { hello, show, texts } = openPage()
  hello(person('ann'))
  show('You left Night Runners.', () => {})
  expect(texts()).toEqual(['You left Night Runners.'])
  hello({ principal: null })
  expect(texts()).toEqual([])
  hello(person('bob'))
  expect(texts()).toEqual([])
  show('The waypoint is cleared.')
  expect(texts()).toEqual(['The waypoint is cleared.'])
})

test('[TO2] the toasts of a guest are not shown after a sign-in', () => {
  const { hello, show, texts } = openPage()
  hello({ principal: null })
  show('Copied.')
  expect(texts()).toEqual(['Copied.'])
  hello(person('ann'))
  expect(texts()).toEqual([])
})

test('[TO3] at most three toasts are shown, the newest last, and a removed one disappears', () => {
  const { store, hello, show, texts } = openPage()
  hello(person('ann'))
  for (const text of ['one', 'two', 'three', 'four']) show(text)
  expect(texts()).toEqual(['two', 'three', 'four'])
  store.set(removeToastAtom, store.get(toastsAtom)[1]?.id ?? 0)
  expect(texts()).toEqual(['two', 'four'])
})

test('[TO30] a toast has a title and a link only where they are given', () => {
  const { store } = openPage()
  store.set(showToastAtom, 'Saved.')
  store.set(showToastAtom, 'On its way.', null, { title: 'Redeemed', link: { href: '/redeem', text: 'See it' } })
  expect(store.get(toastsAtom).map(({ title, link }) => [title, link?.href ?? null])).toEqual([
    [null, null],
    ['Redeemed', '/redeem'],
  ])
})

test('[TO300] a fourth toast takes the place of the oldest one without an undo, else of the oldest', () => {
  const { hello, show, texts } = openPage()
  hello(person('ann'))
  show('Sold.', () => {})
  for (const text of ['one', 'two', 'three']) show(text)
  expect(texts()).toEqual(['Sold.', 'two', 'three'])
  for (const text of ['Moved.', 'Cleared.', 'Left.']) show(text, () => {})
  expect(texts()).toEqual(['Moved.', 'Cleared.', 'Left.'])
  show('four')
  expect(texts()).toEqual(['Cleared.', 'Left.', 'four'])
})

test('[TO301] a toast of a previous user takes no place from those of the next one', () => {
  const { hello, show, texts } = openPage()
  hello(person('ann'))
  show('Sold.', () => {})
  hello(person('bob'))
  for (const text of ['one', 'two', 'three']) show(text)
  expect(texts()).toEqual(['one', 'two', 'three'])
})
