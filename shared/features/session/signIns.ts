import { z } from 'zod'
import { defineDocument, nobody } from '../../engine/document.ts'

/** 256 bits, in hexadecimal. */
export const SignInSecret = z.string().regex(/^[0-9a-f]{64}$/)

/** With what several nodes sign the sign-ins that browsers carry from one of them to another. */
export const signInSecret = defineDocument({
  kind: 'signInSecret',
  schema: z.object({ secret: SignInSecret.nullable().default(null) }),
  readableBy: nobody,
  memory: 'journaled',
})

/** When each sign-in was ended, by a hash of its state: each opens one session, on whatever node. Epoch ms. */
export const endedSignIns = defineDocument({
  kind: 'endedSignIns',
  schema: z.object({ at: z.record(z.string(), z.number()).default({}) }),
  readableBy: nobody,
  memory: 'live',
})
