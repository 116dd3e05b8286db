import { expect, test } from 'vitest'
import { vitalTone } from './Vital.tsx'

test('[MV9] health, hunger and thirst turn to warning and danger at their limits; growth and stamina do not', () => {
  expect([60, 59, 35, 34].map((value) => vitalTone('health', value))).toEqual(['health', 'warn', 'warn', 'danger'])
  for (const need of ['hunger', 'thirst'] as const)
    expect([40, 39, 20, 19].map((value) => vitalTone(need, value))).toEqual([need, 'warn', 'warn', 'danger'])
  expect([vitalTone('growth', 1), vitalTone('stamina', 0)]).toEqual(['growth', 'stamina'])
  expect(vitalTone('health', 0, true)).toBe('health')
})
