import { expect, test } from 'vitest'
import { createTestClock } from '../../server/testing/clock.ts'
import { createServerClock } from './serverClock.ts'

interface Link {
  /** Ms from page to hub and back again; of one message each. */
  up: number
  down: number
}

/** A page whose wall clock is wrong by hours, on a link whose delays the test chooses. */
function createPage(link: Link) {
  /** The hub's clock differs from the page's wall clock by far, and from its monotonic clock anyway. */
  let hubAhead = 7_200_000
  const machine = createTestClock()
  const hubNow = () => machine.monotonic() + 1_750_000_000_000 + hubAhead
  let asked = 0
  let isAnswering = true
  const page = createServerClock({
    clock: machine,
    random: () => 0,
    ask: (_name, input) => {
      asked += 1
      if (!isAnswering) return Promise.resolve({ ok: false, code: 'offline', message: '' })
      expect(input).toEqual({})
      const { up, down } = link
      return new Promise((resolve) =>
        machine.after(up, () => {
          const output = { now: hubNow() }
          machine.after(down, () => resolve({ ok: true, output, seq: 0 }))
        }),
      )
    },
  })
  /** Lets time pass in steps of 1 ms, so that answers are handled when they arrive. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5) {
      machine.pass(5)
      await Promise.resolve()
      await Promise.resolve()
      await Promise.resolve()
    }
  }
  const greet = (wayDown = link.down) => {
    const sent = hubNow()
    machine.pass(wayDown)
    page.greeted(sent)
    page.start()
  }
  return {
    page,
    machine,
    link,
    pass,
    greet,
    error: () => page.serverNow() - hubNow(),
    setHubBy: (ms: number) => {
      hubAhead += ms
    },
    asked: () => asked,
    stopAnswering: () => {
      isAnswering = false
    },
  }
}

test('[EVC2] with a wrong device clock and a slow symmetric link the page knows the time of the hub within 50 ms', async () => {
  const { greet, error, pass } = createPage({ up: 400, down: 400 })
  greet()
  expect(error()).toBe(-400)
  await pass(4_000)
  expect(Math.abs(error())).toBeLessThan(10)
})

test('[EVC3] of several samples the fastest decides: one delayed answer changes nothing', async () => {
  const { greet, error, pass, link, page } = createPage({ up: 30, down: 30 })
  greet()
  await pass(2_000)
  const before = error()
  expect(Math.abs(before)).toBeLessThan(10)
  Object.assign(link, { up: 30, down: 2_000 })
  page.check()
  await pass(12_000)
  expect(error()).toBe(before)
})

test('[EVC4] on an asymmetric link the error is at most half the round trip, and shrinks with the first fast one', async () => {
  const { greet, error, pass, link, page } = createPage({ up: 20, down: 300 })
  greet()
  await pass(3_000)
  expect(Math.abs(error())).toBeLessThanOrEqual(160)
  Object.assign(link, { up: 10, down: 20 })
  page.check()
  await pass(1_000)
  expect(Math.abs(error())).toBeLessThanOrEqual(15)
})

test("[EVC5] the time of the hub does not move when the device's clock is set an hour forward or back", async () => {
  const { greet, error, pass, machine } = createPage({ up: 50, down: 50 })
  greet()
  await pass(2_000)
  const before = error()
  for (const jump of [3_600_000, -7_200_000]) {
    machine.setWallBy(jump)
    expect(error()).toBe(before)
    await pass(1_000)
    expect(error()).toBe(before)
  }
})

test('[EVC6] after a reconnection a slower link does not spoil what is known, and a clock of the hub that was set is taken over', async () => {
  const { greet, error, pass, page, link, setHubBy } = createPage({ up: 20, down: 20 })
  greet()
  await pass(2_000)
  const before = error()
  page.stop()
  Object.assign(link, { up: 100, down: 900 })
  greet()
  await pass(6_000)
  expect(error()).toBe(before)
  for (const change of [60_000, -60_000, 900]) {
    page.stop()
    setHubBy(change)
    Object.assign(link, { up: 20, down: 20 })
    greet()
    await pass(3_000)
    expect(Math.abs(error())).toBeLessThan(10)
  }
})

test('[EVC7] a device that slept, whose monotonic clock slept as well, is right again when its page is shown', async () => {
  const { greet, error, pass, page, setHubBy } = createPage({ up: 40, down: 40 })
  greet()
  await pass(2_000)
  setHubBy(1_800_000)
  expect(error()).toBeLessThan(-1_000_000)
  page.check()
  await pass(200)
  expect(Math.abs(error())).toBeLessThan(10)
})

test('[EVC8] samples are taken in rounds of five, then every five minutes, and none without a connection', async () => {
  const { greet, pass, page, machine, asked, stopAnswering } = createPage({ up: 5, down: 5 })
  greet(5)
  await pass(3_000)
  expect(asked()).toBe(5)
  machine.pass(4 * 60_000)
  await pass(10)
  expect(asked()).toBe(5)
  machine.pass(60_000)
  await pass(3_000)
  expect(asked()).toBe(10)
  stopAnswering()
  page.check()
  await pass(3_000)
  expect(asked()).toBe(15)
  page.stop()
  page.check()
  machine.pass(3_600_000)
  expect(asked()).toBe(15)
})
