import { expect, test } from 'vitest'
import { LookEntry } from '../../../shared/features/looks/commands.ts'
import { looks } from '../../../shared/features/looks/looks.ts'
import { createHub } from '../../engine/createHub.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { person } from '../../testing/people.ts'
import { looksFeature } from './feature.ts'
import { startLooks } from './watch.ts'

const minute = 60_000
const second = 1_000
const ada = person('ada', 'admin')
const bea = person('bea', 'admin')

async function openDesk(memory = createMemoryStorage(), clock = createTestClock(), lastRanAt: number | null = null) {
  const faults: string[] = []
  const onFault = (what: string) => void faults.push(what)
  const hub = await createHub({ storage: memory.storage, features: [looksFeature], clock, onFault })
  const refusing = { left: 0 }
  const order: typeof hub.order = async (actor, name, input) => {
    if (refusing.left-- > 0) throw new Error('the disk is full')
    return hub.order(actor, name, input)
  }
  const watch = startLooks({ hub: { order, read: hub.read }, clock, lastRanAt, onFault })
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  const begin = (principal = ada) => watch.watcher({ principal, began: true })
  const cease = (principal = ada) => watch.watcher({ principal, began: false })
  const page = async (before: number | null = null) => {
    const answer = await hub.query(person('owner', 'owner'), { name: 'looks.past', input: { before } })
    return answer.ok ? (answer.output as { looks: LookEntry[]; next: number | null }) : { looks: [], next: null }
  }
  /** What is written down of each look, and how long it lasted in seconds. */
  const written = async () => {
    await settled()
    const { looks: entries } = await page()
    return entries.map(({ account, at, from, to, cut }) => [account, at, (to - from) / second, ...(cut ? ['cut'] : [])])
  }
  const open = async () => {
    await settled()
    return Object.keys(hub.read(looks).open)
  }
  return { memory, clock, hub, watch, refusing, faults, settled, begin, cease, page, written, open }
}

test('[LO1] a look lasts from the first moment until the last page is closed, and is one entry', async () => {
  const { clock, begin, cease, written, open } = await openDesk()
  begin()
  clock.pass(3 * minute)
  expect(await open()).toEqual(['ada map'])
  cease()
  clock.pass(29 * second)
  expect(await written()).toEqual([])
  clock.pass(second)
  expect(await written()).toEqual([['ada', 'map', 180]])
  expect(await open()).toEqual([])
})

test('[LO2] several pages and streams of one account are one look, and two people are two', async () => {
  const { clock, begin, cease, written } = await openDesk()
  begin()
  begin()
  begin(bea)
  clock.pass(minute)
  cease()
  clock.pass(minute)
  cease()
  cease(bea)
  clock.pass(minute)
  expect((await written()).sort()).toEqual([
    ['ada', 'map', 120],
    ['bea', 'map', 120],
  ])
})

test('[LO3] a pause under half a minute does not end a look, and a longer one does', async () => {
  const { clock, begin, cease, written } = await openDesk()
  begin()
  clock.pass(minute)
  cease()
  clock.pass(29 * second)
  begin()
  clock.pass(31 * second)
  cease()
  clock.pass(31 * second)
  begin()
  clock.pass(10 * second)
  cease()
  clock.pass(minute)
  expect(await written()).toEqual([
    ['ada', 'map', 10],
    ['ada', 'map', 120],
  ])
})

test('[LO4] whoever plays the replay looks too, until a minute after the last part that was given', async () => {
  const { clock, watch, written } = await openDesk()
  watch.replayed(ada)
  clock.pass(50 * second)
  watch.replayed(ada)
  clock.pass(59 * second)
  expect(await written()).toEqual([])
  clock.pass(second)
  expect(await written()).toEqual([['ada', 'replay', 110]])
})

test('[LO5] after a crash what was open is closed: cut, at the time at which the hub was last known to run', async () => {
  const before = await openDesk()
  const beganAt = before.clock.now()
  before.begin()
  before.watch.replayed(bea)
  await before.settled()
  const after = await openDesk(before.memory, createTestClock(beganAt + 60 * minute), beganAt + 7 * minute)
  expect((await after.written()).sort()).toEqual([
    ['ada', 'map', 420, 'cut'],
    ['bea', 'replay', 420, 'cut'],
  ])
  expect(await after.open()).toEqual([])
  const unknown = await openDesk(after.memory)
  expect(await unknown.written()).toHaveLength(2)
})

test('[LO6] when the hub stops, what goes on is cut short and what rested has ended when it ended', async () => {
  const { clock, watch, begin, cease, written } = await openDesk()
  begin()
  begin(bea)
  watch.replayed(bea)
  clock.pass(minute / 2)
  cease()
  clock.pass(second)
  await watch.close()
  cease(bea)
  clock.pass(minute)
  expect((await written()).sort()).toEqual([
    ['ada', 'map', 30],
    ['bea', 'map', 31, 'cut'],
    ['bea', 'replay', 31, 'cut'],
  ])
})

test('[LO7] what the hub could not keep is told again until it is kept, with its own times, and reported once', async () => {
  const { clock, refusing, faults, begin, cease, settled, written } = await openDesk()
  refusing.left = 3
  begin()
  await settled()
  for (let turn = 0; turn < 4; turn++) {
    clock.pass(10 * second)
    await settled()
  }
  cease()
  clock.pass(minute)
  expect(await written()).toEqual([['ada', 'map', 40]])
  expect(faults).toEqual(['write down who looks'])
})

test('[LO8] past looks come newest first, a page at a time, and to owners only', async () => {
  const { clock, hub, begin, cease, settled, page } = await openDesk()
  for (let look = 0; look < 60; look++) {
    begin()
    clock.pass((look + 1) * second)
    cease()
    clock.pass(minute)
    await settled()
  }
  const first = await page()
  const last = await page(first.next)
  const all = [...first.looks, ...last.looks]
  expect(first.looks).toHaveLength(50)
  expect(all.map(({ from, to }) => (to - from) / second)).toEqual(Array.from({ length: 60 }, (_, at) => 60 - at))
  expect(last.next).toBeNull()
  const refused = await hub.query(ada, { name: 'looks.past', input: {} })
  expect(refused).toMatchObject({ ok: false, code: 'forbidden' })
  expect(LookEntry.parse(all[0])).toMatchObject({ account: 'ada', name: 'ada', cut: false })
})

test('[LO9] however people come and go, each look is written once, and all are over when everybody has left', async () => {
  let seed = 41
  const dice = (sides: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * sides)
  }
  for (let round = 0; round < 20; round++) {
    const { clock, begin, cease, written, open } = await openDesk()
    let pages = 0
    let lookedUntil = Number.NEGATIVE_INFINITY
    let expected = 0
    for (let step = 0; step < 60; step++) {
      if (dice(2) === 0 && pages < 3) {
        if (pages === 0 && clock.now() - lookedUntil >= 30 * second) expected += 1
        pages += 1
        begin()
      } else if (pages > 0) {
        pages -= 1
        cease()
        if (pages === 0) lookedUntil = clock.now()
      }
      clock.pass(dice(50) * second)
    }
    for (; pages > 0; pages--) cease()
    clock.pass(minute)
    expect(await written()).toHaveLength(expected)
    expect(await open()).toEqual([])
  }
})
