import { expect, test } from 'vitest'
import { Grant } from '../../../shared/features/roles/staff.ts'
import { grantOf, permissionState, roleOf, whyLocked } from './grantOf.ts'

const owner = { id: 'ann', role: 'owner', isFirstOwner: false } as const
const rex = { account: 'rex', name: 'Rex', byConfiguration: false }
const grant = (wanted: Partial<Grant>) => Grant.parse(wanted)

test('[GR1] whoever was given nothing is a player, and whoever the configuration names an owner', () => {
  expect(roleOf(rex, grantOf({}, 'rex'))).toBe('player')
  expect(roleOf({ byConfiguration: true }, grant({ role: 'moderator' }))).toBe('owner')
})

test('[GR2] a permission is given, taken, or as the role has it', () => {
  const held = grant({ given: ['banPlayers'], taken: ['kickPlayers'] })
  expect(permissionState(held, 'banPlayers')).toBe('given')
  expect(permissionState(held, 'kickPlayers')).toBe('taken')
  expect(permissionState(held, 'healPlayers')).toBe('asRole')
})

test('[GR3] nobody changes their own rights, those of their equals, or those of the configuration', () => {
  expect(whyLocked(owner, rex, grant({ role: 'admin' }))).toBeNull()
  expect(whyLocked(owner, rex, grant({ role: 'owner' }))).toMatch(/below you/)
  expect(whyLocked({ ...owner, isFirstOwner: true }, rex, grant({ role: 'owner' }))).toBeNull()
  expect(whyLocked(owner, { ...rex, account: 'ann' }, grant({}))).toMatch(/their own rights/)
  expect(whyLocked(owner, { ...rex, byConfiguration: true }, grant({}))).toMatch(/OWNER_STEAM_IDS/)
})
