import { expect, test } from 'vitest'
import { crashWhileReading } from './logCrashes.ts'

const kills = 6

test(`[GF6] killed ${kills} times while the game writes and restarts, the hub records each line of the log once and in order`, async () => {
  const { lines, ...seen } = await crashWhileReading({ kills, seed: 11 })
  expect(seen).toMatchObject({ lost: 0, repeated: 0, isInOrder: true })
  expect(lines).toBeGreaterThan(kills)
})
