import { z } from 'zod'
import { defineArchive, originOwners, originShape } from '../../engine/archive.ts'
import { holdersOf, itsPlayerAtPage } from '../../engine/document.ts'
import { roles } from '../../engine/permissions.ts'
import { providers } from '../account/identity.ts'

/** That a sign-in gave. Outside a demo it gives none: the user has that of their account. Rows of earlier releases name "player" then. */
const GivenRole = z.enum(roles).exclude(['player']).optional().catch(undefined)

/** When users signed in, and how. */
export const signIns = defineArchive({
  kind: 'signIns',
  schema: z.object({
    account: z.string(),
    role: GivenRole,
    demo: z.boolean(),
    provider: z.enum(providers).nullable(),
  }),
  readableBy: itsPlayerAtPage,
  persons: { account: 'account' },
  fields: { account: 'account', role: 'account', demo: 'account', provider: 'account' },
  erased: 'delete',
  audited: null,
})

const did: Readonly<Partial<Record<string, string>>> = {
  'session.open': 'signed in',
  'session.close': 'logged out',
  'session.revoke': 'ended one of their sessions',
  'session.closeAll': 'ended {closed} of their sessions',
  'session.elevate': 'got the role {role} with a password',
  'session.openGate': 'got permission for {gate} with a code',
  'session.endElevation': 'gave up the role they had with a password',
  'session.wrongPassword': 'entered a wrong password for the role {wanted}',
  'session.viewAs': 'viewed the site as {role}',
}

/** Outside a demo a sign-in gives no role: the user has that of their account, which the row does not hold. */
function detailOf(act: string, detail: Record<string, unknown>) {
  if (act !== 'session.open' || detail.role !== 'player') return detail
  const { role: _, ...others } = detail
  return others
}

/** Sessions that were opened, closed or elevated, passwords that were wrong, and roles as which users viewed the site. */
export const sessionAudit = defineArchive({
  kind: 'sessionAudit',
  schema: z.looseObject({ act: z.string(), by: z.string(), ...originShape }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: { act: 'event', by: 'by', ...originOwners, '*': 'by' },
  erased: 'emptied',
  audited: ({ act, by, address, session, agent, ...detail }) => ({
    subject: 'sessions',
    act,
    did:
      act === 'session.viewAs' && !detail.role
        ? 'stopped viewing the site as another role'
        : (did[act] ?? 'changed a session'),
    by,
    detail: detailOf(act, detail),
    address,
    session,
    agent,
  }),
})
