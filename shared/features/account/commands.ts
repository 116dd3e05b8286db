import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { PlayerId } from '../../engine/ids.ts'

/** What a sign-in has found out about the person. Telling the same again changes nothing. */
export const tellAccount = defineCommand({
  name: 'account.tell',
  permission: 'hub',
  input: z.object({ account: PlayerId, name: z.string().min(1), steamId: z.string().nullable() }),
  output: z.object({}),
  refusals: {},
})
