import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, holdersOf, notPersonal } from '../../engine/document.ts'

/** Whether owners still want to see the guide for the first run. */
export const setupGuide = defineDocument({
  kind: 'setupGuide',
  schema: z.object({
    /** Epoch ms at which an owner dismissed it; null while it is shown. */
    dismissedAt: z.number().nullable().default(null),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  ...notPersonal('says whether a guide is shown'),
})

/** Dismisses the guide, or shows it again. */
export const showSetupGuide = defineCommand({
  name: 'settings.showGuide',
  permission: 'ownerPanel',
  input: z.strictObject({ isShown: z.boolean() }),
  output: z.object({}),
  refusals: {},
})
