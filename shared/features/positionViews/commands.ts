import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { PlayerId } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { PositionView, ViewEntry } from './positionViews.ts'

const { name, at, from } = PositionView.shape

export const beginView = defineCommand({
  name: 'positionViews.begin',
  permission: 'hub',
  input: z.object({ account: PlayerId, name, at, from }),
  output: z.object({}),
  refusals: {},
})

/** Records one view in the archive. */
export const endView = defineCommand({
  name: 'positionViews.end',
  permission: 'hub',
  input: z.object({ account: PlayerId, at, to: z.number(), cut: z.boolean() }),
  output: z.object({}),
  refusals: {},
})

/** Who has viewed all positions, newest first. */
export const pastViews = defineQuery({
  name: 'positionViews.past',
  permission: 'ownerPanel',
  input: z.object({ before: z.number().nullable().default(null) }),
  output: z.object({ views: z.array(ViewEntry), next: z.number().nullable() }),
})
