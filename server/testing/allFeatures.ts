import { createFeatures } from '../features/index.ts'

const never = () => {
  throw new Error('No feature is called in this test')
}

/** Every feature of the product, for tests of their declarations. */
export const allFeatures = createFeatures({
  ownerSteamIds: [],
  trails: { take: never, of: never, size: never },
  replay: never,
  onReplayed: never,
  onListed: never,
  configuration: never,
})
