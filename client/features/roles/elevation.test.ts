import { createStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { Hello } from '../../../shared/protocol/hello.ts'
import { helloAtom } from '../../connection/connectionState.ts'
import {
  type Elevations,
  elevatingAtom,
  elevationsAbove,
  fetchElevations,
  isNothing,
  shownPrincipalAtom,
} from './elevation.ts'

const rex = { id: 'rex', name: 'Rex', role: 'player', session: null } as const
const hello = (principal: Hello['principal']) =>
  Hello.parse({ protocol: 1, epoch: 1, now: 0, community: 'Isla', demo: false, principal, may: ['look'] })

test('[SY1] while a session is elevated its principal stays shown until the next hello', () => {
  const store = createStore()
  store.set(helloAtom, hello(rex))
  store.set(elevatingAtom, { principal: rex, leaving: null })
  const ended = hello(null)
  store.set(helloAtom, ended)
  expect(store.get(shownPrincipalAtom)).toEqual(rex)
  store.set(elevatingAtom, { principal: rex, leaving: ended })
  expect(store.get(shownPrincipalAtom)).toEqual(rex)
  store.set(helloAtom, hello(null))
  expect(store.get(shownPrincipalAtom)).toBeNull()
})

test('[SY2] after any other end of a session the principal is a guest at once', () => {
  const store = createStore()
  store.set(helloAtom, hello(rex))
  store.set(helloAtom, hello(null))
  expect(store.get(shownPrincipalAtom)).toBeNull()
})

afterEach(() => vi.unstubAllGlobals())
const all: Elevations = { roles: ['owner', 'admin', 'moderator'], ownerKey: true }

test('[RP24] only roles above the present one are offered, and nothing to an owner', () => {
  expect(elevationsAbove(all, 'player')).toEqual(all)
  expect(elevationsAbove(all, 'moderator')).toEqual({ roles: ['owner', 'admin'], ownerKey: true })
  expect(elevationsAbove(all, 'admin')).toEqual({ roles: ['owner'], ownerKey: true })
  expect(isNothing(elevationsAbove(all, 'owner'))).toBe(true)
  expect(isNothing({ roles: [], ownerKey: true })).toBe(false)
})

test('[RP25] the answer of the hub is used, and without one nothing is offered', async () => {
  vi.stubGlobal('fetch', async () => Response.json(all))
  expect(await fetchElevations()).toEqual(all)
  for (const answer of [
    async () => Response.json({ success: false }, { status: 401 }),
    async () => Response.json({ roles: ['king'] }),
    () => Promise.reject(new TypeError('fetch failed')),
  ]) {
    vi.stubGlobal('fetch', answer)
    expect(await fetchElevations()).toBeNull()
  }
})
