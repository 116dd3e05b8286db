import { expect, test } from 'vitest'
import { runTurmoil } from './testing/turmoil.ts'

const runs = Number(300)

test('[CL20] whatever stops, is cut off or loses its reply: nothing acknowledged is lost, nothing done twice, nobody diverges', async () => {
  const broken: string[] = []
  let acknowledged = 0
  for (let seed = 1; seed <= runs; seed += 1) {
    const result = await runTurmoil(seed)
    broken.push(...result.broken.map((what) => `seed ${seed}: ${what}`))
    acknowledged += result.answers.filter((answer) => answer === 'ok').length
  }
  expect(broken).toEqual([])
  expect(acknowledged).toBeGreaterThan(runs)
})
