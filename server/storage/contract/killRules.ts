import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import type { Storage } from '../../engine/storage.ts'
import type { Place } from './openPlace.ts'
import { byId, sampleEntry, talliesAt } from './sampleEntries.ts'
import { seededDice } from './seededDice.ts'

const KILLS = 6
const ALL = 1_000_000

/** Runs an appender, kills it after so many acknowledgements, and gives the highest seq that it had acknowledged. */
const appendUntilKilled = async (place: Place, acknowledgements: number): Promise<number> => {
  const appender = await place().startAppender()
  if (!appender.stdout) throw new Error('The appender’s output is not piped.')
  let seen = 0
  let highest = 0
  for await (const text of createInterface(appender.stdout)) {
    highest = Math.max(highest, Number(/^acknowledged (\d+)$/.exec(text)?.[1] ?? 0))
    seen += 1
    if (seen === acknowledgements) appender.kill('SIGKILL')
  }
  if (seen < acknowledgements) throw new Error(`The appender ended by itself after ${seen} acknowledgements.`)
  return highest
}

const expectWhole = async (storage: Storage, acknowledged: number) => {
  const { documents, checkpointSeq, entries } = await storage.load()
  const last = checkpointSeq + entries.length
  expect(last).toBeGreaterThanOrEqual(acknowledged)
  expect(byId(documents)).toEqual(talliesAt(checkpointSeq))
  const journal = await storage.tail(0, ALL)
  expect(journal).toEqual(journal.map(({ epoch }, place) => sampleEntry(place + 1, epoch)))
  expect(journal).toHaveLength(last)
  expect(journal.slice(checkpointSeq)).toEqual(entries)
  return checkpointSeq
}

export const killRules = (place: Place) => {
  test(`[ST29] a hub that is killed while it appends, ${KILLS} times over, has lost nothing that it acknowledged`, async () => {
    const dice = seededDice(29)
    const checkpoints: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const acknowledged = await appendUntilKilled(place, 1 + dice(300))
      checkpoints.push(await expectWhole(await place().reopen(), acknowledged))
    }
    expect(checkpoints.at(-1)).toBeGreaterThan(0)
  }, 60_000)
}
