import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'
import { HubFeatures } from './hubFeatures.ts'

/** How this hub is configured. Holds no secret and no address. */
export const HubConfiguration = z.object({
  /** True if a real game server is configured, false if the hub reads the simulator. */
  realData: z.boolean(),
  features: HubFeatures,
  /** `production`: a real game server. `demo`: anyone can sign in with any role. `simulation`: the simulator, without demo sign-in. */
  environment: z.enum(['production', 'demo', 'simulation']),
})
export type HubConfiguration = z.infer<typeof HubConfiguration>

export const configuration = defineQuery({
  name: 'server.configuration',
  permission: 'ownerPanel',
  input: z.object({}),
  output: HubConfiguration,
})
