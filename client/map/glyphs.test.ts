import { expect, test } from 'vitest'
import { formOf } from './glyphs.ts'

test('[BH32] the newest species have the silhouettes of their kind, and an unknown one its own', () => {
  expect(['Kentrosaurus', 'Austroraptor', 'Pteranodon', 'Deinosuchus', 'Unicorn'].map(formOf)).toEqual([
    'grazer',
    'stalker',
    'flyer',
    'swimmer',
    'unknown',
  ])
})
