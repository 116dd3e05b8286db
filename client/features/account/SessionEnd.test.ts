import { setImmediate as nextTurn } from 'node:timers/promises'
import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { createTestClock } from '../../../server/testing/clock.ts'
import { Hello } from '../../../shared/protocol/hello.ts'
import { helloAtom } from '../../connection/connectionState.ts'
import { watchSessionEnd } from './SessionEnd.tsx'

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
  let hasEnded = true
  const stop = watchSessionEnd({
    store,
    clock,
    wasAsked: (since) => askedAt >= since,
    setEnded: (hasEnded) => events.push(hasEnded ? 'ended' : 'in'),
    clearCookie: async () => {
      events.push(hasEnded ? 'cleared' : 'kept')
      return hasEnded
    },
  })
  return {
    events,
    stop,
    async pass(ms: number) {
      clock.pass(ms)
      await nextTurn()
    },
    sayHello: (id: string | null) => store.set(helloAtom, hello(id)),
    ask: () => {
      askedAt = clock.monotonic()
    },
    decide: (ended: boolean) => {
      hasEnded = ended
    },
  }
}

test('[EN74] a principal whose session ended is notified once, and the cookie is removed', async () => {
  const { events, sayHello, pass } = openPage()
  sayHello('ann')
  sayHello(null)
  expect(events).toEqual(['in'])
  await pass(2_000)
  sayHello(null)
  await pass(60_000)
  expect(events).toEqual(['in', 'cleared', 'ended'])
  sayHello('ann')
  expect(events.at(-1)).toBe('in')
})

test('[EN75] a page that starts as a guest shows no notice', async () => {
  const { events, sayHello, pass } = openPage()
  sayHello(null)
  sayHello(null)
  await pass(60_000)
  expect(events).toEqual([])
})

test('[EN76] an end that was requested in this browser, before or shortly after, shows no notice', async () => {
  for (const before of [true, false]) {
    const { events, sayHello, pass, ask } = openPage()
    sayHello('ann')
    if (before) ask()
    await pass(before ? 19_000 : 0)
    sayHello(null)
    await pass(500)
    if (!before) ask()
    await pass(60_000)
    expect(events).toEqual(['in'])
  }
})

test('[EN77] a session that is followed by another at once has not ended', async () => {
  const { events, sayHello, pass } = openPage()
  sayHello('ann')
  sayHello(null)
  await pass(1_999)
  sayHello('ann')
  await pass(60_000)
  expect(events).toEqual(['in', 'in'])
})

test('[EN78] after its stop it does nothing', async () => {
  const { events, sayHello, pass, stop } = openPage()
  sayHello('ann')
  sayHello(null)
  stop()
  await pass(60_000)
  expect(events).toEqual(['in'])
})

test('[EN2088] a page that is a guest since no node could say whether its session is known does not say that it was logged out, until that is known', async () => {
  const { events, sayHello, pass, decide } = openPage()
  decide(false)
  sayHello('ann')
  sayHello(null)
  await pass(2_000)
  expect(events).toEqual(['in', 'kept'])
  sayHello('ann')
  await pass(60_000)
  expect(events).toEqual(['in', 'kept', 'in'])
  sayHello(null)
  await pass(2_000)
  decide(true)
  await pass(20_000)
  expect(events.slice(3)).toEqual(['kept', 'cleared', 'ended'])
})
