import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { createTestClock } from '../../../server/testing/clock.ts'
import { Hello } from '../../../shared/protocol/hello.ts'
import { helloAtom } from '../../connection/handshake.ts'
import { followEnding } from './SessionWatch.tsx'

const hello = (id: string | null) =>
  Hello.parse({
    ...{ protocol: 1, epoch: 1, now: 0, community: 'Isla', demo: false, may: ['look'] },
    you: id === null ? null : { id, name: id, role: 'player', session: null },
  })

function openPage() {
  const [store, clock, heard] = [createStore(), createTestClock(), [] as string[]]
  let askedAt = 0
  const stop = followEnding({
    ...{ store, clock },
    wasAsked: (since) => askedAt >= since,
    tell: (hasEnded) => heard.push(hasEnded ? 'ended' : 'in'),
    clear: () => heard.push('cleared'),
  })
  return {
    ...{ heard, stop, pass: clock.pass },
    greet: (id: string | null) => store.set(helloAtom, hello(id)),
    ask: () => {
      askedAt = clock.now()
    },
  }
}

test('[EN1] somebody whose session ended is told, once, and the dead cookie goes', () => {
  const { heard, greet, pass } = openPage()
  greet('ann')
  greet(null)
  expect(heard).toEqual(['in'])
  pass(2_000)
  greet(null)
  pass(60_000)
  expect(heard).toEqual(['in', 'ended', 'cleared'])
  greet('ann')
  expect(heard.at(-1)).toBe('in')
})

test('[EN2] a guest from the beginning is told nothing', () => {
  const { heard, greet, pass } = openPage()
  greet(null)
  greet(null)
  pass(60_000)
  expect(heard).toEqual([])
})

test('[EN3] who has asked for it, here or in another tab, before or a moment after, is told nothing', () => {
  for (const before of [true, false]) {
    const { heard, greet, pass, ask } = openPage()
    greet('ann')
    if (before) ask()
    pass(before ? 19_000 : 0)
    greet(null)
    pass(500)
    if (!before) ask()
    pass(60_000)
    expect(heard).toEqual(['in'])
  }
})

test('[EN4] a session that is followed by another at once has not ended', () => {
  const { heard, greet, pass } = openPage()
  greet('ann')
  greet(null)
  pass(1_999)
  greet('ann')
  pass(60_000)
  expect(heard).toEqual(['in', 'in'])
})

test('[EN5] a page that is left tells nothing any more', () => {
  const { heard, greet, pass, stop } = openPage()
  greet('ann')
  greet(null)
  stop()
  pass(60_000)
  expect(heard).toEqual(['in'])
})
