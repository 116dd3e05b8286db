import { afterEach, expect, test, vi } from 'vitest'
import { fetchRaisable, isNothing, type Raisable, raisableAbove } from './raisable.ts'

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
