import { expect, test } from 'vitest'
import { featureOrderFaults } from './featureOrder.ts'

const index = "export const featureOrder = ['account', 'roles', 'packs'] as const\n"
const files = (more: Record<string, string>) =>
  new Map(
    Object.entries({
      'server/features/index.ts': index,
      'server/features/account/rules.ts': '',
      'server/features/roles/rules.ts': '',
      'server/features/packs/rules.ts': "import { a } from '../account/rules.ts'\n",
      ...more,
    }),
  )

test('[FO16] a feature may import the features before it, and itself', () => {
  expect(featureOrderFaults(files({}))).toEqual([])
  expect(featureOrderFaults(files({ 'server/features/packs/feature.ts': "import { r } from './rules.ts'" }))).toEqual(
    [],
  )
})

test('[FO17] an import of a later feature is a fault; a test may import any', () => {
  const line = "import { p } from '../packs/rules.ts'\n"
  expect(featureOrderFaults(files({ 'server/features/roles/rules.ts': line }))).toEqual([
    'server/features/roles/rules.ts: roles comes before packs in server/features/index.ts and must not import it',
  ])
  expect(featureOrderFaults(files({ 'server/features/roles/rules.test.ts': line }))).toEqual([])
})

test('[FO18] a feature that is missing from the order is a fault', () => {
  expect(featureOrderFaults(files({ 'server/features/market/rules.ts': '' }))).toEqual([
    'server/features/index.ts: market is not in the order',
  ])
})
