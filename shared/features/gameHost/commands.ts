import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { OneServer } from '../deliveries/commands.ts'
import { gameHost } from './gameHost.ts'

const { adapter, place, can, link, why, reading } = gameHost.schema.shape

/** What is known of the host of the game server, after each look and each change of the link to it. */
export const reportHost = defineCommand({
  name: 'gameHost.report',
  permission: 'hub',
  input: z.object({
    server: OneServer,
    adapter: adapter.unwrap(),
    place: place.unwrap(),
    can: can.unwrap(),
    link: link.unwrap(),
    why: why.unwrap(),
    reading: reading.unwrap(),
  }),
  output: z.object({}),
  refusals: {},
})
