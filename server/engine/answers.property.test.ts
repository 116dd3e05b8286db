import { expect, test } from 'vitest'
import type { CommandId } from '../../shared/engine/ids.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { seededDice } from '../storage/contract/sampleEntries.ts'
import { createTestClock } from '../testing/clock.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { freshId, person } from '../testing/principals.ts'
import { sampleFeatures } from '../testing/sampleFeature.ts'
import { createHub } from './createHub.ts'

const actors = ['ann', 'bob', 'cyd'].map((id) => person(id))
const runs = 60
const steps = 250
const minute = 60_000

interface Asked {
  readonly by: (typeof actors)[number]
  readonly id: CommandId
  readonly madeAt: number
  readonly coins: number
  readonly answers: Answer[]
}

/** Commands from wrong clocks, repeated at any time and together, to hubs with little memory that end and start again. */
async function run(seed: number) {
  const dice = seededDice(seed)
  const clock = createTestClock()
  const memory = createMemoryStorage()
  // All refusals are in the journal, as between nodes: then they outlive a hub.
  const options = { answerLimits: { answers: 1 + dice(8), characters: 500, unstored: 2 }, recordsRefusals: true }
  const open = () =>
    createHub({
      storage: memory.storage,
      features: sampleFeatures,
      clock,
      onFault() {},
      checkpointEntries: 9,
      ...options,
    })
  let hub = await open()
  const all: Asked[] = []
  const under: Promise<unknown>[] = []
  const ask = (asked: Asked) => {
    const { by, id, coins } = asked
    const call = { id, name: 'sample.give', input: { to: 'dee', coins } }
    under.push(hub.dispatch(by, call).then((answer) => asked.answers.push(answer)))
  }
  for (let step = 0; step < steps; step += 1) {
    const what = dice(20)
    const by = actors[dice(actors.length)] as Asked['by']
    if (what < 9) {
      const madeAt = clock.now() - dice(59 * minute) * dice(2) + dice(5 * minute) * dice(2)
      const asked = { by, id: freshId(madeAt), madeAt, coins: 1 + dice(30), answers: [] }
      all.push(asked)
      ask(asked)
    } else if (what < 17) {
      const asked = all[dice(all.length)]
      if (asked && asked.madeAt >= clock.now() - 59 * minute) ask(asked)
    } else if (what === 17) clock.pass(dice(2 * minute))
    else if (what === 18) await Promise.all(under.splice(0))
    else {
      await Promise.all(under.splice(0))
      await hub.close()
      hub = await open()
    }
  }
  await Promise.all(under)
  return { all, journal: memory.journal, lookUps: memory.lookUps() }
}

test(`[AM21] in ${runs} random runs every id is answered once, whatever the clocks, the little memory and the restarts`, async () => {
  let [repeated, lookUps] = [0, 0]
  for (let seed = 1; seed <= runs; seed += 1) {
    const { all, journal, lookUps: looked } = await run(seed)
    lookUps += looked
    const keys = journal.flatMap(({ actor, commandId }) => (commandId === null ? [] : [`${actor} ${commandId}`]))
    expect(new Set(keys).size, `run ${seed}`).toBe(keys.length)
    for (const { answers } of all) {
      repeated += answers.length - 1
      expect(answers, `run ${seed}`).toEqual(answers.map(() => answers[0]))
    }
  }
  expect(repeated).toBeGreaterThan(runs * 20)
  expect(lookUps).toBeGreaterThan(runs * 10)
})
