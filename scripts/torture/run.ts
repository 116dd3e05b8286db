import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../server/game/simulator/random.ts'
import { applyFault, type Ending } from './faults/applyFault.ts'
import type { Fault } from './faults/fault.ts'
import { scheduleOf } from './faults/schedule.ts'
import { gather, journalOf } from './gather.ts'
import type { House } from './house/house.ts'
import { judge } from './judge/judge.ts'
import { liveKinds } from './liveKinds.ts'
import { openPeople, type People } from './players/people.ts'
import { comeToRest } from './rest.ts'

/** People are at work for so long at least, faults or not. */
const workMs = 1_200
const afterFaultsMs = 300
const upWithinMs = 60_000

export interface Verdict {
  readonly seed: number
  readonly faults: readonly Fault[]
  readonly wrongs: readonly string[]
  readonly entries: number
  readonly commands: number
  readonly repeated: number
  readonly ms: number
  /** What the nodes said, where something is wrong. */
  readonly said: readonly string[]
}

const statesOf = ({ slots }: House) => Promise.all(slots.map((slot) => slot.state().catch(() => null)))

async function bringUp(house: House, stop: AbortSignal) {
  await Promise.all(house.slots.map((slot) => slot.begin(stop)))
  for (;;) {
    const states = await statesOf(house)
    if (states.every((state) => state?.isReady) && states.some((state) => state?.role === 'leader')) return
    if (stop.aborted) throw new Error(`The house did not come up: ${states.map((state) => state?.words ?? 'no node')}`)
    await sleep(20)
  }
}

/** Brings about each fault in its time, and ends it. Resolves when the last has ended. */
async function befall(house: House, faults: readonly Fault[]) {
  const over = new AbortController()
  await Promise.all(
    faults.map(async (fault) => {
      await sleep(fault.atMs)
      const end: Ending = await applyFault(house, fault, over.signal).catch(() => () => {})
      await sleep(fault.forMs)
      await end()
    }),
  )
}

/** Whatever was done to the house is undone. */
async function heal(house: House, stop: AbortSignal) {
  for (const { proxies, resume } of house.slots) {
    for (const proxy of Object.values(proxies)) proxy.calm()
    resume()
  }
  await house.redis?.set('maxmemory', '0').catch(() => house.redis?.restart())
  for (const slot of house.slots) await slot.shift(0)
  await bringUp(house, stop)
}

async function work(house: House, people: People, faults: readonly Fault[]) {
  const stop = new AbortController()
  const working = people.work(stop.signal)
  await Promise.all([befall(house, faults), sleep(workMs)])
  await sleep(afterFaultsMs)
  await heal(house, AbortSignal.timeout(upWithinMs))
  stop.abort()
  return { working }
}

/** All of a run, up to what is to be judged. */
async function live(house: House, seed: number, faults: readonly Fault[]) {
  const deedsBefore = house.game.log.at(-1)?.number ?? 0
  await bringUp(house, AbortSignal.timeout(upWithinMs))
  const people = await openPeople(house, createRandom(seed ^ 0x5eed))
  try {
    const { working } = await work(house, people, faults)
    const unrest = await comeToRest(house, people, working)
    return { unrest, evidence: await gather(house, people, deedsBefore) }
  } finally {
    people.close()
  }
}

async function judged(house: House, seed: number, faults: readonly Fault[]) {
  const { unrest, evidence } = await live(house, seed, faults)
  const said = house.slots.map((slot) => slot.said())
  await Promise.all(house.slots.map((slot) => slot.end()))
  const entries = await journalOf(house)
  const broken = judge({ ...evidence, entries }, (kind) => liveKinds.has(kind))
  const wrongs = [...unrest, ...house.wrongs(), ...broken]
  const repeated = evidence.asked.filter(({ attempts }) => attempts > 1).length
  return { wrongs, said, entries: entries.length, commands: evidence.asked.length, repeated }
}

/** One run of a seed, on a store that is empty at first. */
export async function run(house: House, seed: number, faults = scheduleOf(seed, house.form)): Promise<Verdict> {
  const begunAt = performance.now()
  house.fresh(`t${seed}n${Math.round(begunAt)}`)
  const found = await judged(house, seed, faults).catch((error: Error) => ({
    ...{ wrongs: [`the run did not come to its end: ${error.stack}`], entries: 0, commands: 0, repeated: 0 },
    said: house.slots.map((slot) => slot.said()),
  }))
  return { ...found, seed, faults, ms: performance.now() - begunAt }
}
