import { z } from 'zod'
import { defineArchive, originOwners, originShape } from '../../engine/archive.ts'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, holdersOf, notPersonal } from '../../engine/document.ts'
import { ServerId } from '../../engine/ids.ts'

/** When the caches of all nodes were last cleared: each node clears its own when this changes. The key is the server's. */
export const caches = defineDocument({
  kind: 'caches',
  schema: z.object({
    /** Epoch ms; null if never. */
    clearedAt: z.number().nullable().default(null),
    /** How often. */
    clears: z.int().nonnegative().default(0),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  ...notPersonal('says when caches were cleared, not who did it'),
})

export const cacheAudit = defineArchive({
  kind: 'cacheAudit',
  schema: z.looseObject({ act: z.string(), by: z.string(), ...originShape }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: { act: 'event', by: 'by', ...originOwners, '*': 'by' },
  erased: 'emptied',
  audited: ({ act, by, address, session, agent }) => ({
    subject: 'server',
    did: 'cleared the caches of the hub',
    act,
    by,
    address,
    session,
    agent,
  }),
})

/** Makes every node drop what it has cached. Nothing is lost: what was cached is computed again. */
export const clearCaches = defineCommand({
  name: 'server.clearCaches',
  permission: 'ownerPanel',
  input: z.object({ server: ServerId }),
  output: z.object({}),
  refusals: {},
})
