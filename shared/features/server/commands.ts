import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Frame, gatewayFrame } from '../world/frame.ts'
import { HubFeatures } from './hubFeatures.ts'
import { GameClock, Link, SwitchReading } from './server.ts'

/** The game's status as the link read it; what its reply did not hold is null. */
export const ServerReading = z.object({
  readAt: z.number(),
  latencyMs: z.number().nullable(),
  name: z.string().nullable(),
  map: z.string().nullable(),
  version: z.string().nullable(),
  playerCount: z.int().nonnegative().nullable(),
  maxPlayers: z.int().nonnegative().nullable(),
  hasPassword: z.boolean().nullable(),
  dayLengthMinutes: z.number().positive().nullable(),
  nightLengthMinutes: z.number().positive().nullable(),
  startedAt: z.number().nullable(),
  clock: GameClock.nullable(),
})
export type ServerReading = z.infer<typeof ServerReading>

export const reportServer = defineCommand({
  name: 'server.report',
  permission: 'hub',
  input: z.object({ server: z.string(), reading: ServerReading, switches: SwitchReading }),
  output: z.object({}),
  refusals: {},
})

export const reportLink = defineCommand({
  name: 'server.reportLink',
  permission: 'hub',
  input: z.object({
    server: z.string(),
    link: Link,
    simulated: z.boolean(),
    metresPerUnit: z.number().positive(),
    frame: Frame.default(gatewayFrame),
    mapImage: z.string().nullable(),
    features: HubFeatures.prefault({}),
  }),
  output: z.object({}),
  refusals: {},
})
