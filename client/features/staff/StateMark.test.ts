import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deliveryStates } from '../../../shared/features/deliveries/delivery.ts'

const selectedIn = (file: string) => {
  const css = readFileSync(join(import.meta.dirname, file), 'utf8')
  return [...new Set([...css.matchAll(/\[data-state="(\w+)"\]/g)].map(([, state = '']) => state))]
}

test('[SM13] styles of deliveries select states that a delivery can have, and the mark has a style for each', () => {
  expect(deliveryStates).toEqual(expect.arrayContaining(selectedIn('DeliveryCard.module.css')))
  expect(selectedIn('StateMark.module.css').toSorted()).toEqual(deliveryStates.toSorted())
})
