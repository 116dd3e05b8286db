import { expect, test } from 'vitest'
import { createFeatures } from '../index.ts'
import { ownKinds, ownKindsInGame, sharedWays, sparedKinds } from './personal.ts'

const never = () => {
  throw new Error('Nothing is asked here')
}
const features = createFeatures({
  ownerSteamIds: [],
  trails: { take: never, of: never, size: never },
  replay: never,
  onReplayed: never,
})

test('[ER7] of every kind of document it is said how a person is taken out of it, or why that needs not be', () => {
  const brought = features.flatMap(({ documents }) => documents.map(({ kind }) => kind))
  const covered = [
    ...[...ownKinds, ...ownKindsInGame].map(({ kind }) => kind),
    ...sharedWays.map(({ kind }) => kind.kind),
    ...sparedKinds.map(([{ kind }]) => kind),
  ]
  expect(covered.toSorted()).toEqual(brought.toSorted())
})
