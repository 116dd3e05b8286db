import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { roles } from '../../engine/permissions.ts'

/** SHA-256 of the token, in hexadecimal. */
export const SessionKey = z.string().regex(/^[0-9a-f]{64}$/)

export const openSession = defineCommand({
  name: 'session.open',
  permission: 'hub',
  input: z.object({
    key: SessionKey,
    accountId: z.string().min(1),
    name: z.string().min(1),
    role: z.enum(roles),
    demo: z.boolean(),
  }),
  output: z.object({ endsAt: z.number() }),
  refusals: { taken: 'That session is open already.' },
})

export const closeSession = defineCommand({
  name: 'session.close',
  permission: 'hub',
  input: z.object({ key: SessionKey }),
  output: z.object({}),
  refusals: {},
})
