import { expect, test } from 'vitest'
import { openSession } from '../../../shared/features/session/commands.ts'
import { idleLengthMs } from '../../../shared/features/session/session.ts'
import { createPrincipalOf } from '../../auth/principalOf.ts'
import { signInAs } from '../../testing/accounts.ts'
import { discordUser } from '../account/testing/identities.ts'
import { tokenHash } from '../session/openSessions.ts'
import { openRoles } from './testing/openRoles.ts'

const staffWithoutGrant = 'roles.staffWithoutGrant'
type Roles = Awaited<ReturnType<typeof openRoles>>

/** Opens a demo session. */
async function joinDemo({ hub }: Roles, id: string, role: string, token = id) {
  const identity = discordUser(`9${id.length}`, `Demo ${id}`)
  await signInAs(hub, { identity, demo: true, newAccount: id })
  await hub.execute('sign-in', openSession.name, { key: tokenHash(token), accountId: id, role, demo: true })
}
function askOf({ hub, clock }: Roles, cookie: string) {
  const tokenIn = (shown: string | undefined) => shown ?? null
  const principalOf = createPrincipalOf({ hub, clock, demo: true, ownerSteamIds: [], tokenIn })
  return hub.query(principalOf({ cookie, token: undefined }), { name: staffWithoutGrant, input: {} })
}

test('[RO30] owners by configuration are listed without a grant, and no other account', async () => {
  const open = await openRoles()
  await open.giveRole('olga', 'ann', 'admin')
  expect(await open.query('olga', staffWithoutGrant, {})).toMatchObject({
    output: { people: [{ account: 'cora', name: 'Cora', role: 'owner', by: 'configuration' }] },
  })
})

test('[RO21] [V8.2.2] in the demo its staff is listed by the highest role of their open sessions, without real owners', async () => {
  const open = await openRoles()
  await joinDemo(open, 'demo-owner', 'owner')
  await joinDemo(open, 'mo', 'moderator')
  await joinDemo(open, 'mo', 'admin', 'mo again')
  await joinDemo(open, 'dan', 'player')
  expect(await askOf(open, 'demo-owner')).toMatchObject({
    output: {
      people: [
        { account: 'demo-owner', role: 'owner', by: 'demo' },
        { account: 'mo', role: 'admin', by: 'demo' },
      ],
    },
  })
  const real = await open.query('olga', staffWithoutGrant, {})
  expect(JSON.stringify(real)).not.toContain('demo')
})

test('[RO22] an account whose demo sessions have ended is no longer listed', async () => {
  const open = await openRoles()
  await joinDemo(open, 'mo', 'admin')
  open.clock.pass(idleLengthMs)
  await joinDemo(open, 'demo-owner', 'owner')
  const answer = await askOf(open, 'demo-owner')
  expect(JSON.stringify(answer)).not.toContain('"mo"')
})

test('[V8.2.1] [RO23] only admins with that permission may ask for it', async () => {
  const open = await openRoles()
  await open.giveRole('olga', 'ann', 'admin')
  for (const who of ['ann', 'bob', 'nobody'])
    expect(await open.query(who, staffWithoutGrant, {})).toMatchObject({ ok: false, code: 'forbidden' })
})
