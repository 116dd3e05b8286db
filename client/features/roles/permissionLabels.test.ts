import { expect, test } from 'vitest'
import { permissions, permissionsOf } from '../../../shared/engine/permissions.ts'
import { holdersOf, permissionGroups, permissionLabels, permissionStatus } from './permissionLabels.ts'

const moderator = { role: 'moderator', may: permissionsOf.moderator } as const

test('[PS1] a permission of the role says that it comes from the role', () => {
  expect(permissionStatus('kickPlayers', moderator)).toEqual({ held: true, reason: 'By your role.' })
})

test('[PS2] a missing permission names the roles that have it, from the lowest', () => {
  expect(permissionStatus('banPlayers', moderator)).toEqual({
    held: false,
    reason: 'Comes with admin or owner.',
  })
  expect(permissionStatus('ownerPanel', moderator).reason).toBe('Comes with owner.')
})

test('[PS3] a given permission and a taken one have their own reasons', () => {
  const changed = { role: 'moderator', may: ['look', 'play', 'banPlayers'] } as const
  expect(permissionStatus('banPlayers', changed)).toEqual({
    held: true,
    reason: 'Given to your account.',
  })
  expect(permissionStatus('kickPlayers', changed)).toMatchObject({
    held: false,
    reason: expect.stringContaining('taken from your account'),
  })
})

test('[PS4] every permission of a person has one label and is in one group', () => {
  const grouped = permissionGroups.flatMap((group) => group.permissions)
  expect([...grouped].sort()).toEqual(permissions.filter((permission) => permission !== 'hub').sort())
  const names = Object.values(permissionLabels).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('[PS5] holders are named in the plural', () => {
  expect(holdersOf('healPlayers')).toBe('moderators, admins and owners')
  expect(holdersOf('manageAdmins')).toBe('owners')
})
