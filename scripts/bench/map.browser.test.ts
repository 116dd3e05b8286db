import { expect, test } from 'vitest'
import { benchMap } from './map.ts'

test('[BS2] the bench of the map runs to its end', async () => {
  const rows = await benchMap({ passes: 1 })

  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ ratio }) => !Number.isFinite(ratio))).toEqual([])
})
