// What it costs that a command is kept before it is sent, and what a crowd before the map costs the staff.
// Alone: node scripts/bench/deliver.ts
import { setTimeout as sleep } from 'node:timers/promises'
import { createEvrimaLink } from '../../server/game/evrima/evrimaLink.ts'
import { alternate } from './alternate.ts'
import { type House, openHouse, staffCount } from './deliverHouse.ts'
import { apartMs, everyMs, newWords, type presses, type Staff } from './deliverStaff.ts'
import { openDiskSyncs } from './diskSyncs.ts'
import { median } from './median.ts'
import { printTable } from './printTable.ts'
import { atMost, type Row } from './row.ts'
import { createTimeLimit } from './timeLimit.ts'

export interface DeliverSize {
  readonly viewers: number
  /** Of each of the staff. */
  readonly commands: number
  readonly passes: number
}
const whole: DeliverSize = { viewers: 2_000, commands: 100, passes: 3 }
const mostMoreMs = 5
const mostMinutes = 12
/** In a pass: more of them say nothing more of a median. */
const mostPresses = 50
/** Wanted, attempted, and what became of it. */
const writesOfOne = 3

type Press = keyof typeof presses

/** The median of so many, one after the other at a pace that the hub allows, ms. */
async function medianOf(count: number, once: () => Promise<number>) {
  const taken: number[] = []
  for (let done = 0; done < count; done += 1) {
    taken.push(await once())
    await sleep(everyMs)
  }
  return median(taken)
}

async function openBare({ game }: House) {
  const bare = createEvrimaLink(game)
  if (bare.state().name !== 'up')
    await new Promise<void>((resolve) => bare.onState(({ name }) => name === 'up' && resolve()))
  const actions: Record<Press, () => Promise<unknown>> = {
    announcement: () => bare.announce(newWords()),
    save: () => bare.actions.perform({ kind: 'save', target: null, detail: {} }),
  }
  return {
    async tookMs(press: Press) {
      const startedAt = performance.now()
      await actions[press]()
      return performance.now() - startedAt
    },
    close: bare.close,
  }
}

/** D1: press to confirmed, against a client of the same link that asks for the same and keeps nothing. */
async function benchPress(house: House, press: Press, { commands, passes }: DeliverSize): Promise<Row> {
  const [presser] = house.staff
  if (!presser) throw new Error('Nobody of the staff is there.')
  const { measured } = house.limit
  const bare = await openBare(house)
  const disk = openDiskSyncs(house.folder)
  const count = Math.min(commands, mostPresses)
  const ms = await alternate(passes, {
    hub: () => measured(`D1 ${press}, hub`, () => medianOf(count, () => presser.confirmed(press))),
    bare: () => measured(`D1 ${press}, bare client`, () => medianOf(count, () => bare.tookMs(press))),
    disk: () => measured('D1 the disk alone', () => medianOf(count, async () => disk.tookMs(writesOfOne))),
  })
  disk.close()
  await bare.close()
  const more = ms.hub - ms.bare
  return {
    measure: `D1 press to confirmed, ${press}, median`,
    against: 'a bare client of the link',
    ...{ ratio: ms.hub / ms.bare, goal: `at most ${mostMoreMs} ms more`, met: more <= mostMoreMs },
    note: `ms: ${ms.hub.toFixed(2)} here, ${ms.bare.toFixed(2)} bare, ${more.toFixed(2)} more; ${writesOfOne} syncs of the disk alone ${ms.disk.toFixed(2)}`,
  }
}

/** The 99th of a hundred acknowledgements by how long they took, ms. */
async function p99Of(staff: readonly Staff[], commands: number) {
  const taken = await Promise.all(staff.map((one, at) => one.acknowledgements(commands, at * apartMs(staff))))
  await Promise.all(staff.map(({ idle }) => idle()))
  const sorted = taken.flat().sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0
}

/** The same while so many look at the map; and what they were shown meanwhile. */
async function p99Watched({ hub, crowd, address, staff, limit }: House, { viewers, commands }: DeliverSize) {
  const cookie = await hub.ask('admit', 'onlooker', 'admin')
  await limit.step(`${viewers} viewers look at the map`, async () => {
    await crowd.ask('join', address, cookie, viewers)
    await crowd.ask('look')
  })
  const p99 = await p99Of(staff, commands)
  return { p99, ...(await crowd.ask('rest')) }
}

/** D2: acknowledgements to ten staff while a crowd watches the map, against one of them alone, and against ten without a crowd. */
async function benchCrowd(house: House, size: DeliverSize): Promise<Row[]> {
  const { staff, limit } = house
  const { viewers, commands, passes } = size
  let shown = { frames: 0, lost: 0 }
  const ms = await alternate(passes, {
    idle: () => limit.measured('D2 p99, one of the staff', () => p99Of(staff.slice(0, 1), commands)),
    unwatched: () => limit.measured('D2 p99, ten of the staff', () => p99Of(staff, commands)),
    crowded: () =>
      limit.measured('D2 p99, ten of the staff and the crowd', async () => {
        const { p99, frames, lost } = await p99Watched(house, size)
        shown = { frames, lost: shown.lost + lost }
        return p99
      }),
  })
  const measure = `D2 acknowledgement p99, ${staffCount} staff, ${commands} commands each, ${viewers} viewers of positions`
  const met = `${(shown.frames / viewers).toFixed(1)} frames each, ${shown.lost} let go`
  const against = (against: string, other: number): Row => ({
    ...{ measure, against, ...atMost(1.5, ms.crowded / other) },
    note: `ms: ${ms.crowded.toFixed(1)} against ${other.toFixed(1)}; ${met}`,
  })
  return [against('one of the staff, nobody watching', ms.idle), against('the same ten, nobody watching', ms.unwatched)]
}

/** @param size smaller for machines that cannot do all of it */
export async function benchDeliver(size: Partial<DeliverSize> = {}): Promise<Row[]> {
  const wanted = { ...whole, ...size }
  const house = await openHouse(createTimeLimit(mostMinutes))
  const rows: Row[] = []
  try {
    await house.admitStaff()
    for (const press of ['announcement', 'save'] as const) rows.push(await benchPress(house, press, wanted))
    rows.push(...(await benchCrowd(house, wanted)))
  } catch (error) {
    // What was measured before is told all the same.
    console.error(`The bench did not come to its end. ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
  await house.close()
  return rows
}

if (import.meta.main) printTable(await benchDeliver())
