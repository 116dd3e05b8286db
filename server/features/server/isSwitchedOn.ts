import { mainServer } from '../../../shared/engine/ids.ts'
import { type HubFeature, HubFeatures, isFeatureOn } from '../../../shared/features/server/hubFeatures.ts'
import { server } from '../../../shared/features/server/server.ts'
import { type Context, defineSetting } from '../../engine/rule.ts'

/** The features as the owner has configured them. */
export const configuredFeatures = defineSetting('hubFeatures', HubFeatures.parse({}))

/**
 * Whether a feature is switched on. The status that pages read is empty until the first report after a start, and overdue timers run before
 * it: so the configuration is asked as well.
 */
export const isSwitchedOn = ({ read, setting }: Pick<Context, 'read' | 'setting'>, feature: HubFeature): boolean =>
  setting(configuredFeatures)[feature] && isFeatureOn(read(server, mainServer), feature)
