import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { createTestClock } from '../../../server/testing/clock.ts'
import { Hello } from '../../../shared/protocol/hello.ts'
import { helloAtom } from '../../connection/connectionState.ts'
import { watchSessionEnd } from './SessionWatch.tsx'

const hello = (id: string | null) =>
  Hello.parse({
    protocol: 1,
    epoch: 1,
    now: 0,
    community: 'Isla',
    demo: false,
    may: ['look'],
    principal: id === null ? null : { id, name: id, role: 'player', session: null },
  })

function openPage() {
  const [store, clock, events] = [createStore(), createTestClock(), [] as string[]]
  let askedAt = Number.NEGATIVE_INFINITY
  const stop = watchSessionEnd({
    store,
    clock,
    wasAsked: (since) => askedAt >= since,
    setEnded: (hasEnded) => events.push(hasEnded ? 'ended' : 'in'),
    clearCookie: () => events.push('cleared'),
  })
  return {
    events,
    stop,
    pass: clock.pass,
    sayHello: (id: string | null) => store.set(helloAtom, hello(id)),
    ask: () => {
      askedAt = clock.monotonic()
    },
  }
}

test('[EN74] a principal whose session ended is notified once, and the cookie is removed', () => {
  const { events, sayHello, pass } = openPage()
  sayHello('ann')
  sayHello(null)
  expect(events).toEqual(['in'])
  pass(2_000)
  sayHello(null)
  pass(60_000)
  expect(events).toEqual(['in', 'ended', 'cleared'])
  sayHello('ann')
  expect(events.at(-1)).toBe('in')
})

test('[EN75] a page that starts as a guest shows no notice', () => {
  const { events, sayHello, pass } = openPage()
  sayHello(null)
  sayHello(null)
  pass(60_000)
  expect(events).toEqual([])
})

test('[EN76] an end that was requested in this browser, before or shortly after, shows no notice', () => {
  for (const before of [true, false]) {
    const { events, sayHello, pass, ask } = openPage()
    sayHello('ann')
    if (before) ask()
    pass(before ? 19_000 : 0)
    sayHello(null)
    pass(500)
    if (!before) ask()
    pass(60_000)
    expect(events).toEqual(['in'])
  }
})

test('[EN77] a session that is followed by another at once has not ended', () => {
  const { events, sayHello, pass } = openPage()
  sayHello('ann')
  sayHello(null)
  pass(1_999)
  sayHello('ann')
  pass(60_000)
  expect(events).toEqual(['in', 'in'])
})

test('[EN78] after its stop it does nothing', () => {
  const { events, sayHello, pass, stop } = openPage()
  sayHello('ann')
  sayHello(null)
  stop()
  pass(60_000)
  expect(events).toEqual(['in'])
})
