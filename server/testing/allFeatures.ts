import { createFeatures } from '../features/index.ts'
import { neverCalled } from './neverCalled.ts'

/** Every feature of the product, for tests of their declarations. */
export const allFeatures = createFeatures({
  ownerSteamIds: [],
  trails: { take: neverCalled, of: neverCalled, size: neverCalled },
  money: neverCalled,
  replay: neverCalled,
  onReplayed: neverCalled,
  onListed: neverCalled,
  configuration: neverCalled,
  joinDetails: neverCalled,
})
