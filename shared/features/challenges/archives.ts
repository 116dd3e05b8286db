import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { holdersOf } from '../../engine/document.ts'

const acts = ['approve', 'test', 'cancel', 'clean', 'accept', 'reject'] as const

/** What staff did with challenges. `accept` and `reject` are about a player's. */
export const challengeAudit = defineArchive({
  kind: 'challengeAudit',
  schema: z.object({
    act: z.enum(acts),
    ...actorShape,
    target: z.object({ id: z.string(), name: z.string() }).nullable().default(null),
    /** The challenge, or how many of them. */
    what: z.string(),
    reason: z.string().default(''),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { target: 'target.id', by: 'by' },
  fields: {
    act: 'event',
    target: { emptied: 'target' },
    what: 'event',
    reason: { emptied: ['target', 'by'] },
    ...actorOwners,
  },
  erased: 'emptied',
  audited: ({ act, what, reason, ...row }) => ({
    ...row,
    subject: 'challenges' as const,
    act: `challenges.${act}`,
    did: did[act],
    detail: { what, reason },
  }),
})

const did: Readonly<Record<(typeof acts)[number], string>> = {
  approve: 'approved an update of {what}',
  test: 'approved a test update of {what}',
  cancel: 'cancelled an update of {what}: {reason}',
  clean: 'removed {what} from the history of challenges',
  accept: 'accepted “{what}” of {target}',
  reject: 'rejected “{what}” of {target}: {reason}',
}
