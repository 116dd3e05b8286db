import { defaultPushHosts } from '../../shared/features/notifications/push.ts'
import { createFeatures } from '../features/index.ts'
import { neverCalled } from './neverCalled.ts'

/** Every feature of the product, for tests of their declarations. */
export const allFeatures = createFeatures({
  notifications: { pushHosts: defaultPushHosts, channels: [] },
  ownerSteamIds: [],
  trails: { take: neverCalled, of: neverCalled, size: neverCalled },
  money: neverCalled,
  lists: neverCalled,
  users: neverCalled,
  replay: neverCalled,
  onReplayed: neverCalled,
  pinnedMap: neverCalled,
  onTimeline: neverCalled,
  onListed: neverCalled,
  configuration: neverCalled,
  joinDetails: neverCalled,
})
