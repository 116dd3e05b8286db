import { expect, test } from 'vitest'
import { createFeatures } from '../index.ts'
import { accountKinds, exemptKinds, playerKinds, removals } from './personal.ts'

const never = () => {
  throw new Error('No feature is called in this test')
}
const features = createFeatures({
  ownerSteamIds: [],
  trails: { take: never, of: never, size: never },
  replay: never,
  onReplayed: never,
})

test('[ER7] every kind of document declares how a person is erased from it, or why none needs to be', () => {
  const declared = features.flatMap(({ documents }) => documents.map(({ kind }) => kind))
  const covered = [
    ...[...accountKinds, ...playerKinds].map(({ kind }) => kind),
    ...removals.map(({ kind }) => kind.kind),
    ...exemptKinds.map(([{ kind }]) => kind),
  ]
  expect(covered.toSorted()).toEqual(declared.toSorted())
})
