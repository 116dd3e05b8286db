import { expect, test } from 'vitest'
import { Grant } from '../../../shared/features/rights/staff.ts'
import { changeLabel, grantOf, permissionState, roleOf, whyLocked } from './grants.ts'

const owner = { id: 'ann', role: 'owner', isFirstOwner: false } as const
const rex = { account: 'rex', name: 'Rex', byConfiguration: false }
const grant = (wanted: Partial<Grant>) => Grant.parse(wanted)

test('[GR1] an account without grants is a player, and an account in the configuration an owner', () => {
  expect(roleOf(rex, grantOf({}, 'rex'))).toBe('player')
  expect(roleOf({ byConfiguration: true }, grant({ role: 'moderator' }))).toBe('owner')
})

test('[GR2] a permission is given, taken, or as in the role', () => {
  const held = grant({ given: ['banPlayers'], taken: ['kickPlayers'] })
  expect(permissionState(held, 'banPlayers')).toBe('given')
  expect(permissionState(held, 'kickPlayers')).toBe('taken')
  expect(permissionState(held, 'healPlayers')).toBe('asRole')
})

test('[GR3] a user cannot change their own rights, those of equals, or those by configuration', () => {
  expect(whyLocked(owner, rex, grant({ role: 'admin' }))).toBeNull()
  expect(whyLocked(owner, rex, grant({ role: 'owner' }))).toMatch(/with a lower role/)
  expect(whyLocked({ ...owner, isFirstOwner: true }, rex, grant({ role: 'owner' }))).toBeNull()
  expect(whyLocked(owner, { ...rex, account: 'ann' }, grant({}))).toMatch(/your own permissions/)
  expect(whyLocked(owner, { ...rex, byConfiguration: true }, grant({}))).toMatch(/OWNER_STEAM_IDS/)
})

test('[CW1] a change is described with the labels of roles and permissions', () => {
  expect(changeLabel({ what: 'role', before: 'player', after: 'moderator' })).toBe('Role: Player → Moderator')
  expect(changeLabel({ what: 'banPlayers', before: 'asRole', after: 'given' })).toBe('Ban players: Default → Allow')
})

test('[CW3] ended sessions and revoked tokens are counted', () => {
  expect(changeLabel({ what: 'sessions', before: '2', after: '0' })).toBe('Logged out everywhere (2)')
  expect(changeLabel({ what: 'tokens', before: '3', after: '0' })).toBe('Tokens revoked (3)')
})

test('[CW2] an unknown value of a newer hub is shown as received', () => {
  expect(changeLabel({ what: 'tameDinosaurs', before: 'never', after: 'toString' })).toBe(
    'TameDinosaurs: never → toString',
  )
})
