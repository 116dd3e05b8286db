import { z } from 'zod'
import { defineArchive, originOwners, originShape } from '../../engine/archive.ts'
import { defineDocument, exportedAs, holdersOf } from '../../engine/document.ts'
import { permissions, roles } from '../../engine/permissions.ts'

/** Role and permissions that an account has beyond those of a player, and permissions that it lacks. */
export const Grant = z.object({
  role: z.enum(roles).default('player'),
  given: z.array(z.enum(permissions)).default([]),
  taken: z.array(z.enum(permissions)).default([]),
  /** The account that changed the grant last. */
  by: z.string().default(''),
  /** Epoch ms of the last change. */
  at: z.number().default(0),
})
export type Grant = z.infer<typeof Grant>

/** The grants of all accounts, by account id. The key is 'all'. */
export const Staff = z.object({ grants: z.record(z.string(), Grant).default({}) })
export type Staff = z.infer<typeof Staff>

export const staff = defineDocument({
  kind: 'staff',
  schema: Staff,
  readableBy: holdersOf('manageAdmins'),
  memory: 'journaled',
  about: () => [staffKey],
  exported: exportedAs('grant', ({ grants }: Staff, { account }) => grants[account], {
    role: 'theirs',
    given: 'theirs',
    taken: 'theirs',
    by: 'another',
    at: 'theirs',
  }),
  erased: 'byFeature',
  audited: 'roleChanges',
})
export const staffKey = 'all'

/** Every change copies the document, so its size is limited. */
export const mostGrants = 500

function didChange(what: string, before: string) {
  if (what === 'role') return 'changed the role of {target} from {before} to {after}'
  const ending = before === '1' ? '' : 's'
  if (what === 'sessions') return `logged {target} out of {before} session${ending}`
  if (what === 'tokens') return `revoked {before} token${ending} of {target}`
  return 'set the permission {what} of {target} to {after}'
}

/** Who changed whose role or permissions. Ids only: a name may change, or be erased. */
export const roleChanges = defineArchive({
  kind: 'roleChanges',
  schema: z.object({
    by: z.string(),
    account: z.string(),
    what: z.string(),
    before: z.string(),
    after: z.string(),
    ...originShape,
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by', account: 'account' },
  fields: { by: 'by', account: 'account', what: 'event', before: 'account', after: 'account', ...originOwners },
  erased: 'emptied',
  audited: ({ by, account, what, before, after, address, session, agent }) => ({
    subject: 'roles',
    act: 'roles.change',
    did: didChange(what, before),
    by,
    target: { id: account, name: '' },
    detail: { what, before, after },
    address,
    session,
    agent,
  }),
})
