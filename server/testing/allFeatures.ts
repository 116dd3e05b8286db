import { defaultPushHosts } from '../../shared/features/notifications/push.ts'
import { createFeatures, type FeatureDeps } from '../features/index.ts'
import { neverCalled, unconfiguredServer } from './neverCalled.ts'

/** Every feature of the product, as one hub has them. Call only what needs nothing from outside. */
export const createTestFeatures = (more: Partial<FeatureDeps> = {}) =>
  createFeatures({
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
    ...unconfiguredServer,
    ...more,
  })

/** The same once, for tests of their declarations. */
export const allFeatures = createTestFeatures()
