import { expect, test } from 'vitest'
import { permissions, permissionsOf } from '../../../shared/engine/permissions.ts'
import { holdersOf, isAllowedBesides, permissionGroups, permissionLabels } from './permissionLabels.ts'

const moderator = { role: 'moderator', may: permissionsOf.moderator } as const

test('[PS1] a permission that the role does not have was allowed to the account', () => {
  const changed = { role: 'moderator', may: ['look', 'play', 'banPlayers'] } as const
  expect(isAllowedBesides('kickPlayers', moderator)).toBe(false)
  expect(isAllowedBesides('banPlayers', moderator)).toBe(false)
  expect(isAllowedBesides('banPlayers', changed)).toBe(true)
  expect(isAllowedBesides('kickPlayers', changed)).toBe(false)
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
