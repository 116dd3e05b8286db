import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { PlayerId } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { Look } from './looks.ts'

const { name, at, from } = Look.shape

export const beginLook = defineCommand({
  name: 'looks.begin',
  permission: 'hub',
  input: z.object({ account: PlayerId, name, at, from }),
  output: z.object({}),
  refusals: {},
})

/** Writes the one audit entry of a session of looking. */
export const endLook = defineCommand({
  name: 'looks.end',
  permission: 'hub',
  input: z.object({ account: PlayerId, at, to: z.number(), cut: z.boolean() }),
  output: z.object({}),
  refusals: {},
})

/** As kept in the archive `looks`. `cut`: the hub stopped meanwhile, and `to` is when it was last known to run. */
export const LookEntry = z.object({
  account: z.string(),
  name,
  at,
  from,
  to: z.number(),
  cut: z.boolean(),
})
export type LookEntry = z.infer<typeof LookEntry>

/** Who has looked at all positions, newest first. */
export const pastLooks = defineQuery({
  name: 'looks.past',
  permission: 'ownerPanel',
  input: z.object({ before: z.number().nullable().default(null) }),
  output: z.object({ looks: z.array(LookEntry), next: z.number().nullable() }),
})
