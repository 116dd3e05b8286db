import { z } from 'zod'
import { type Permission, permissions, roles } from '../engine/permissions.ts'

const isPermission = (name: string): name is Permission => permissions.some((known) => known === name)

/** The first message of the hub on a new connection, and again when what the person may do has changed. */
export const Hello = z.object({
  protocol: z.int().positive(),
  /** Which run of the hub this is: versions of live documents count from its start. */
  epoch: z.int().nonnegative(),
  /** Server time, epoch ms: the client keeps the offset. */
  now: z.number(),
  community: z.string(),
  /** True when any visitor may sign in with any role and the animals are simulated. */
  demo: z.boolean(),
  principal: z
    .object({
      id: z.string(),
      name: z.string(),
      role: z.enum(roles),
      /** Null for a program with a token. */
      session: z
        .object({
          /** Which of the user's own sessions this is. */
          id: z.string(),
          /** Epoch ms at which rights end that a password elevated; null without such rights. */
          elevatedUntil: z.number().nullable(),
          /** The role whose view this is: nothing can be changed meanwhile. Null in the ordinary case. */
          viewing: z.enum(roles).nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Permissions that a later release added are left out. */
  may: z.array(z.string().max(64)).transform((names) => names.filter(isPermission)),
})
export type Hello = z.infer<typeof Hello>
