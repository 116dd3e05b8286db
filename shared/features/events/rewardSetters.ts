import { z } from 'zod'
import { defineDocument, nobody } from '../../engine/document.ts'

/**
 * Who set the reward of an event or of a series last, by its id: staff give currency to others, and not to themselves, so they are not paid.
 * Owners may, and are not in it. The key is the server's.
 */
export const rewardSetters = defineDocument({
  kind: 'rewardSetters',
  schema: z.object({
    setters: z.record(z.string(), z.string()).default({}),
    /** Who set it before: they are not paid either, until an owner sets it. */
    earlier: z.record(z.string(), z.array(z.string())).default({}),
  }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: 'eventAudit',
})
