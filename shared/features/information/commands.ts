import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { informationTabs, longestInformation } from './information.ts'

/** Replaces the text of a tab. Null sets the text that comes with the hub. */
export const changeInformation = defineCommand({
  name: 'information.change',
  permission: 'ownerPanel',
  input: z.strictObject({
    tab: z.enum(informationTabs),
    text: z
      .string()
      .trim()
      .max(longestInformation)
      // Line ends stay, and tabs, which indent code.
      .regex(/^(?:[^\p{Cc}]|[\t\n\r])*$/u, 'a text without control characters')
      .refine((text) => text.isWellFormed(), 'a text without halves of characters')
      .nullable(),
    /** Of the text that was edited. */
    version: z.int().nonnegative(),
  }),
  output: z.object({
    /** The version now. */
    version: z.int(),
  }),
  refusals: {
    changedSince: 'Someone else saved this text while you edited it. Compare the two, then save again.',
  },
})
