import { z } from 'zod'
import { defineDocument, holdersOf, notPersonal } from './document.ts'

/**
 * Counts the rows that the audit lists, so that an open page learns of new ones. It starts at zero with the hub: pages only look
 * whether it has changed.
 */
export const auditHead = defineDocument({
  kind: 'auditHead',
  schema: z.object({ rows: z.int().nonnegative().default(0) }),
  readableBy: holdersOf('runConsole'),
  memory: 'live',
  ...notPersonal('is a count of rows'),
})
