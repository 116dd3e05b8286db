import { expect, test } from 'vitest'
import { Grant } from '../../../shared/features/roles/staff.ts'
import { changeWords, grantOf, permissionState, roleOf, whyLocked } from './grants.ts'

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

test('[CW1] a change is told with the words of roles and permissions', () => {
  expect(changeWords({ what: 'role', before: 'player', after: 'moderator' })).toBe('Role: player → moderator')
  expect(changeWords({ what: 'banPlayers', before: 'asRole', after: 'given' })).toBe(
    'Ban players: as the role has it → given',
  )
})

test('[CW3] sessions and tokens that were ended are counted', () => {
  expect(changeWords({ what: 'sessions', before: '2', after: '0' })).toBe('Logged out everywhere (2)')
  expect(changeWords({ what: 'tokens', before: '3', after: '0' })).toBe('Tokens revoked (3)')
})

test('[CW2] what a newer hub calls otherwise is shown as it stands', () => {
  expect(changeWords({ what: 'tameDinosaurs', before: 'never', after: 'toString' })).toBe(
    'TameDinosaurs: never → toString',
  )
})
