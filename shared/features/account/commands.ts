import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { providers } from './identity.ts'

/** Also ends the sessions that were opened with the identity, except the one that asks. */
export const unlink = defineCommand({
  name: 'account.unlink',
  permission: 'play',
  input: z.object({ provider: z.enum(providers) }),
  output: z.object({}),
  refusals: {
    notASession: 'You can do this only on a page, not with a token.',
    notLinked: 'No account of that provider is linked.',
    last: 'This is the only account that you can sign in with. Link the other one first.',
  },
})

/** Chooses the identity whose name and picture are shown. */
export const switchActive = defineCommand({
  name: 'account.switchActive',
  permission: 'play',
  input: z.object({ provider: z.enum(providers) }),
  output: z.object({}),
  refusals: {
    notASession: 'You can do this only on a page, not with a token.',
    notLinked: 'No account of that provider is linked.',
  },
})
