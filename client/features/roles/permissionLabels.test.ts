import { expect, test } from 'vitest'
import { permissions, permissionsOf } from '../../../shared/engine/permissions.ts'
import { holdersOf, permissionGroups, permissionStanding, permissionWords } from './permissionLabels.ts'

const moderator = { role: 'moderator', may: permissionsOf.moderator } as const

test('[PS1] what comes with the role is said to come with it', () => {
  expect(permissionStanding('kickPlayers', moderator)).toEqual({ held: true, words: 'By your role.' })
})

test('[PS2] what is missing names the roles that bring it, from the lowest', () => {
  expect(permissionStanding('banPlayers', moderator)).toEqual({
    held: false,
    words: 'Comes with admin or owner.',
  })
  expect(permissionStanding('ownerPanel', moderator).words).toBe('Comes with owner.')
})

test('[PS3] what was given beside the role, and what was taken in spite of it, is told apart', () => {
  const changed = { role: 'moderator', may: ['look', 'play', 'banPlayers'] } as const
  expect(permissionStanding('banPlayers', changed)).toEqual({
    held: true,
    words: 'Given to your account.',
  })
  expect(permissionStanding('kickPlayers', changed)).toMatchObject({
    held: false,
    words: expect.stringContaining('taken from your account'),
  })
})

test('[PS4] every permission that a person can have is named once and stands in one group', () => {
  const grouped = permissionGroups.flatMap((group) => group.permissions)
  expect([...grouped].sort()).toEqual(permissions.filter((permission) => permission !== 'hub').sort())
  const names = Object.values(permissionWords).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('[PS5] holders are named in the plural', () => {
  expect(holdersOf('healPlayers')).toBe('moderators, admins and owners')
  expect(holdersOf('manageAdmins')).toBe('owners')
})
