import { expect, test } from 'vitest'
import { heightAfterPress, heightNear } from './BottomSheet.tsx'

test('[SH1] a sheet rests at the height that is nearest to where it was let go', () => {
  expect([0, 0.2, 0.4, 0.6, 0.8, 1].map(heightNear)).toEqual(['low', 'low', 'half', 'half', 'full', 'full'])
})

test('[SH2] pressing the grip goes through all heights and begins again', () => {
  expect(heightAfterPress('low')).toBe('half')
  expect(heightAfterPress('half')).toBe('full')
  expect(heightAfterPress('full')).toBe('low')
})
