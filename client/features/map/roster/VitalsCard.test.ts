import { expect, test } from 'vitest'
import { uncoveringMove } from './VitalsCard.tsx'

const beside = { x: 16, y: 72, width: 264, height: 300 }
const onPhone = { x: 8, y: 388, width: 344, height: 170 }

test('[MK27] a card that opens over its animal moves the map: to the right of it, or on a phone above it', () => {
  expect(uncoveringMove({ x: 100, y: 200 }, beside, 748)).toEqual({ x: 228, y: 0 })
  expect(uncoveringMove({ x: 330, y: 560 }, onPhone, 360)).toEqual({ x: 0, y: -220 })
})

test('[MK28] a card beside its animal moves nothing', () => {
  expect(uncoveringMove({ x: 400, y: 200 }, beside, 748)).toBeNull()
  expect(uncoveringMove({ x: 180, y: 290 }, onPhone, 360)).toBeNull()
})
