import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { Hello } from '../../../shared/protocol/hello.ts'
import { helloAtom } from '../../connection/meAtom.ts'
import { raisingAtom, shownYouAtom } from './shownYouAtom.ts'

const rex = { id: 'rex', name: 'Rex', role: 'player', session: null } as const
const hello = (you: Hello['you']) =>
  Hello.parse({ protocol: 1, epoch: 1, now: 0, community: 'Isla', demo: false, you, may: ['look'] })

test('[SY1] whoever is being raised is shown until the next word of the hub, and no longer', () => {
  const store = createStore()
  store.set(helloAtom, hello(rex))
  store.set(raisingAtom, { you: rex, leaving: null })
  const ended = hello(null)
  store.set(helloAtom, ended)
  expect(store.get(shownYouAtom)).toEqual(rex)
  store.set(raisingAtom, { you: rex, leaving: ended })
  expect(store.get(shownYouAtom)).toEqual(rex)
  store.set(helloAtom, hello(null))
  expect(store.get(shownYouAtom)).toBeNull()
})

test('[SY2] whose session ends otherwise is a guest at once', () => {
  const store = createStore()
  store.set(helloAtom, hello(rex))
  store.set(helloAtom, hello(null))
  expect(store.get(shownYouAtom)).toBeNull()
})
