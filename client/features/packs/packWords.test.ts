import { expect, test } from 'vitest'
import { endedWords, heirOf, limitWords, membersInOrder, pingWaitSeconds, seenWords } from './packWords.ts'

const member = (name: string, joinedAt: number, sharedSince: number | null = 1) => ({ name, joinedAt, sharedSince })
const pack = { leader: 'b', members: { a: member('Ash', 1), b: member('Bram', 5), c: member('Cleo', 3) } }
const seen = (species: string, goneAt: number | null = null) => ({
  species,
  growth: 50,
  dead: false,
  slot: 1,
  region: null,
  goneAt,
})

test('[PW1] the limits are told with what counts towards them', () => {
  expect(limitWords(pack, {})).toBe('3 of 12 members')
  expect(limitWords(pack, { a: seen('Carnotaurus'), b: seen('Triceratops'), c: seen('Carnotaurus') })).toBe(
    '3 of 12 members; 2 of 6 carnivores',
  )
})

test('[PW2] a member is seen, not seen for long, gone, hidden or was never there, in words', () => {
  const told = (...parts: Parameters<typeof seenWords>) => Object.values(seenWords(...parts)).join(' | ')
  const [at, here] = [100_000, member('Ash', 1)]
  expect(told(here, seen('Carnotaurus'), at, at + 2_000)).toBe('seen 2 s ago | plain')
  expect(told(here, seen('Carnotaurus'), at, at + 30_000)).toBe('seen 30 s ago | plain')
  expect(told(here, seen('Carnotaurus'), at, at + 30_001)).toBe('not seen for 30 s | alarm')
  expect(told(here, seen('Carnotaurus', at), at + 5_000, at + 95_000)).toBe(
    'not on the island, last seen 1 min 35 s ago | alarm',
  )
  expect(told(here, undefined, at, at)).toBe('not on the island | soft')
  expect(told(here, seen('Carnotaurus'), null, at)).toBe('not read yet | soft')
  expect(told(member('Ash', 1, null), seen('Carnotaurus'), at, at)).toBe('hidden | soft')
})

test('[PW3] a reading from the future, by a clock that is ahead, is seen just now', () => {
  expect(seenWords(member('Ash', 1), seen('Carnotaurus'), 5_000, 4_000).words).toBe('seen 0 s ago')
})

test('[PW4] the leader is listed first, then the longest member; that one leads when the leader leaves', () => {
  expect(membersInOrder(pack).map(({ member: { name } }) => name)).toEqual(['Bram', 'Ash', 'Cleo'])
  expect(heirOf(pack)?.name).toBe('Ash')
  expect(heirOf({ leader: 'a', members: { a: member('Ash', 1) } })).toBeNull()
})

test('[PW5] how a pack ended is said with its name', () => {
  expect(endedWords({ how: 'removed', name: 'Night Runners' })).toBe('You were removed from Night Runners.')
  expect(endedWords({ how: 'left', name: 'Night Runners' })).toBe('You left Night Runners.')
  expect(endedWords({ how: 'disbanded', name: 'Night Runners' })).toBe('Night Runners was disbanded.')
})

test('[PW6] the wait for the next ping is counted in whole seconds down to none', () => {
  expect(pingWaitSeconds(undefined, 10_000, 0)).toBe(0)
  expect([1_000, 1_001, 10_999, 11_000].map((now) => pingWaitSeconds(1_000, 10_000, now))).toEqual([10, 10, 1, 0])
})
