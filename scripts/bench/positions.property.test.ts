import { expect, test } from 'vitest'
import { benchPositions } from './positions.ts'

test('[BS3] the bench of the positions runs to its end', async () => {
  const rows = await benchPositions({ ticks: 90, passes: 1 })

  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ ratio }) => !Number.isFinite(ratio))).toEqual([])
})
