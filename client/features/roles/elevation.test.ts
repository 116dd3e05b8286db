import { createStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { Hello } from '../../../shared/protocol/hello.ts'
import { helloAtom } from '../../connection/handshake.ts'
import { fetchRaisable, isNothing, type Raisable, raisableAbove, raisingAtom, shownYouAtom } from './elevation.ts'

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

afterEach(() => vi.unstubAllGlobals())
const all: Raisable = { roles: ['owner', 'admin', 'moderator'], ownerKey: true }

test('[RP1] offered is what lies above the role that somebody has, and nothing to an owner', () => {
  expect(raisableAbove(all, 'player')).toEqual(all)
  expect(raisableAbove(all, 'moderator')).toEqual({ roles: ['owner', 'admin'], ownerKey: true })
  expect(raisableAbove(all, 'admin')).toEqual({ roles: ['owner'], ownerKey: true })
  expect(isNothing(raisableAbove(all, 'owner'))).toBe(true)
  expect(isNothing({ roles: [], ownerKey: true })).toBe(false)
})

test('[RP2] what the hub says is taken, and what it cannot say is not made up', async () => {
  vi.stubGlobal('fetch', async () => Response.json(all))
  expect(await fetchRaisable()).toEqual(all)
  for (const answer of [
    async () => Response.json({ success: false }, { status: 401 }),
    async () => Response.json({ roles: ['king'] }),
    () => Promise.reject(new TypeError('fetch failed')),
  ]) {
    vi.stubGlobal('fetch', answer)
    expect(await fetchRaisable()).toBeNull()
  }
})
