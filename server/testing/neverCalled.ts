import { HubFeatures } from '../../shared/features/server/hubFeatures.ts'

/** In place of a function that a test does not use. */
export const neverCalled = () => {
  throw new Error('This is not called in this test')
}

/** What `serverFeature` needs, with all features on, where nothing asks for the configuration. */
export const unconfiguredServer = {
  features: HubFeatures.parse({}),
  configuration: neverCalled,
  joinDetails: neverCalled,
}
