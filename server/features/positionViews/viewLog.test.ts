import { expect, test } from 'vitest'
import { positionViews, ViewEntry } from '../../../shared/features/positionViews/positionViews.ts'
import { createHub } from '../../engine/createHub.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { person } from '../../testing/principals.ts'
import { startViewLog } from './viewLog.ts'

const minute = 60_000
const second = 1_000
const ada = person('ada', 'admin')
const bea = person('bea', 'admin')

async function openViewLog(
  memory = createMemoryStorage(),
  clock = createTestClock(),
  lastRanAt: number | null = null,
  resumes = false,
) {
  const faults: string[] = []
  const onFault = (what: string) => void faults.push(what)
  const hub = await createHub({
    storage: memory.storage,
    features: allFeatures,
    clock,
    onFault,
  })
  const refusing = { left: 0 }
  const order: typeof hub.execute = async (actor, name, input) => {
    if (refusing.left-- > 0) throw new Error('the disk is full')
    return hub.execute(actor, name, input)
  }
  const watch = startViewLog({ hub: { execute: order, read: hub.read }, clock, lastRanAt, resumes, onFault })
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  const begin = (principal = ada) => watch.onWatcher({ principal, began: true })
  const cease = (principal = ada) => watch.onWatcher({ principal, began: false })
  const page = async (before: number | null = null) => {
    const answer = await hub.query(person('owner', 'owner'), { name: 'positionViews.past', input: { before } })
    return answer.ok ? (answer.output as { views: ViewEntry[]; next: number | null }) : { views: [], next: null }
  }
  /** The recorded views, with their length in seconds. */
  const written = async () => {
    await settled()
    const { views: entries } = await page()
    return entries.map(({ account, at, from, to, cut }) => [account, at, (to - from) / second, ...(cut ? ['cut'] : [])])
  }
  const open = async () => {
    await settled()
    return Object.keys(hub.read(positionViews).open)
  }
  return { memory, clock, hub, watch, refusing, faults, settled, begin, cease, page, written, open }
}

test('[LO1] a view lasts from its begin until the last page is closed, and is one entry', async () => {
  const { clock, begin, cease, written, open } = await openViewLog()
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

test('[LO2] several pages and streams of one account are one view; two accounts are two', async () => {
  const { clock, begin, cease, written } = await openViewLog()
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

test('[LO3] a pause of less than 30 s does not end a view, a longer one does', async () => {
  const { clock, begin, cease, written } = await openViewLog()
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

test('[TW31] a look at a map or a place on the timeline is a view of its own', async () => {
  const { clock, watch, written } = await openViewLog()
  watch.onTimeline(ada)
  watch.onReplay(ada)
  clock.pass(minute)
  expect((await written()).map(([who, at]) => `${who} ${at}`).toSorted()).toEqual(['ada replay', 'ada timeline'])
})

test('[LO4] playing the replay is a view too, until a minute after the last part that was served', async () => {
  const { clock, watch, written } = await openViewLog()
  watch.onReplay(ada)
  clock.pass(50 * second)
  watch.onReplay(ada)
  clock.pass(59 * second)
  expect(await written()).toEqual([])
  clock.pass(second)
  expect(await written()).toEqual([['ada', 'replay', 110]])
})

test('[LO5] after a crash open views are ended as cut, at the time at which the hub was last known to run', async () => {
  const before = await openViewLog()
  const beganAt = before.clock.now()
  before.begin()
  before.watch.onReplay(bea)
  await before.settled()
  const after = await openViewLog(before.memory, createTestClock(beganAt + 60 * minute), beganAt + 7 * minute)
  expect((await after.written()).sort()).toEqual([
    ['ada', 'map', 420, 'cut'],
    ['bea', 'replay', 420, 'cut'],
  ])
  expect(await after.open()).toEqual([])
  const unknown = await openViewLog(after.memory)
  expect(await unknown.written()).toHaveLength(2)
})

test('[LO14] after a take-over a view continues while its viewer is there, even where the hub was quiet or its clock ahead; one whose viewer is not ends as cut, when the hub was last known to run', async () => {
  for (const quietMs of [5 * minute, -2 * minute]) {
    const before = await openViewLog()
    before.begin()
    before.begin(bea)
    await before.settled()
    before.clock.pass(10 * minute)
    before.watch.leave()
    const now = before.clock.now()
    const after = await openViewLog(before.memory, createTestClock(now), now - quietMs, true)
    after.begin()
    after.clock.pass(minute)
    expect(await after.written()).toEqual([['bea', 'map', quietMs > 0 ? 300 : 600, 'cut']])
    after.cease()
    after.clock.pass(minute)
    expect(await after.written()).toContainEqual(['ada', 'map', 660])
  }
})

test('[LO6] when the hub stops, views in progress are cut, and paused ones end at their pause', async () => {
  const { clock, watch, begin, cease, written } = await openViewLog()
  begin()
  begin(bea)
  watch.onReplay(bea)
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

test('[LO7] an entry that could not be kept is retried with its own times, and the fault is reported once', async () => {
  const { clock, refusing, faults, begin, cease, settled, written } = await openViewLog()
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
  expect(faults).toEqual(['record a position view'])
})

test('[LO8] past views are listed newest first, page by page, for owners only', async () => {
  const { clock, hub, begin, cease, settled, page } = await openViewLog()
  await ensureAccount(hub, clock.now(), { account: 'ada' })
  for (let view = 0; view < 60; view++) {
    begin()
    clock.pass((view + 1) * second)
    cease()
    clock.pass(minute)
    await settled()
  }
  const first = await page()
  const last = await page(first.next)
  const all = [...first.views, ...last.views]
  expect(first.views).toHaveLength(50)
  expect(all.map(({ from, to }) => (to - from) / second)).toEqual(Array.from({ length: 60 }, (_, at) => 60 - at))
  expect(last.next).toBeNull()
  const refused = await hub.query(ada, { name: 'positionViews.past', input: {} })
  expect(refused).toMatchObject({ ok: false, code: 'forbidden' })
  expect(ViewEntry.parse(all[0])).toMatchObject({ account: 'ada', name: 'ada', cut: false })
})

test('[LO9] for random viewers each view is recorded once, and all have ended when every viewer has left', async () => {
  let seed = 41
  const dice = (sides: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * sides)
  }
  for (let round = 0; round < 20; round++) {
    const { clock, begin, cease, written, open } = await openViewLog()
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
