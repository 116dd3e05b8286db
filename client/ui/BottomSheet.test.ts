import { expect, test } from 'vitest'
import { heightAfterPress, heightNear } from './BottomSheet.tsx'

test('[SH21] a released sheet rests at the nearest height', () => {
  expect([0, 0.2, 0.4, 0.6, 0.8, 1].map(heightNear)).toEqual(['low', 'low', 'half', 'half', 'full', 'full'])
})

test('[SH22] presses on the grip go through all heights in a circle', () => {
  expect(heightAfterPress('low')).toBe('half')
  expect(heightAfterPress('half')).toBe('full')
  expect(heightAfterPress('full')).toBe('low')
})
