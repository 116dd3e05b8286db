import { expect, test } from 'vitest'
import { circleText } from '../../client/vite.config.ts'
import { buildWithoutCircles } from './buildPages.ts'

const failing = (failures: readonly string[]) => {
  const tried: number[] = []
  const attempt = async (mergedBelow: number) => {
    const why = failures[tried.length]
    tried.push(mergedBelow)
    if (why !== undefined) throw new Error(`Build failed:\n${why}`)
  }
  return { tried, attempt }
}
const circle = `${circleText}: a.js → b.js → a.js`

test('[BU2492] where merged files import each other, fewer are merged', async () => {
  const { tried, attempt } = failing([circle, circle])
  await buildWithoutCircles(attempt)
  expect(tried).toEqual([10_000, 9_500, 9_000])
})

test('[BU2493] any other failure ends the build, and so does a circle without merging', async () => {
  const broken = failing(['Could not resolve ./gone.ts'])
  await expect(buildWithoutCircles(broken.attempt)).rejects.toThrow('./gone.ts')
  expect(broken.tried).toEqual([10_000])
  const circular = failing(Array(9).fill(circle))
  await expect(buildWithoutCircles(circular.attempt)).rejects.toThrow(circleText)
  expect(circular.tried.at(-1)).toBe(0)
})
