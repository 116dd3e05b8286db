import type { Feature } from '../engine/feature.ts'
import { regionsFeature } from './regions/feature.ts'
import { rosterFeature } from './roster/feature.ts'
import { serverFeature } from './server/feature.ts'
import { sessionFeature } from './session/feature.ts'

/** In order of dependence: each may use only those above it. */
export const features: readonly Feature[] = [sessionFeature, serverFeature, rosterFeature, regionsFeature]
