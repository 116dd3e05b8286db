import { describe, expect, test } from 'vitest'
import { higherOf, mayActOn, permissions, permissionsOf, type Role, roles } from './permissions.ts'

/** As it was agreed on, role by role: owner, admin, moderator. */
const table = {
  slayPlayers: [true, true, false],
  healPlayers: [true, true, true],
  kickPlayers: [true, true, true],
  banPlayers: [true, true, false],
  teleportPlayers: [true, true, false],
  changeDinosaurs: [true, true, false],
  messagePlayers: [true, true, true],
  broadcast: [true, true, false],
  addCurrency: [true, true, false],
  settleEconomy: [true, true, false],
  viewPendingCommands: [true, true, true],
  bulkOperations: [true, true, false],
  viewAllPositions: [true, true, false],
  runConsole: [true, true, false],
  readChat: [true, true, true],
  manageChallenges: [true, true, false],
  manageEvents: [true, true, false],
  ownerPanel: [true, false, false],
  manageAdmins: [true, false, false],
} as const

describe('[V8.1.1] each role has the permissions of the table', () => {
  test.each(Object.entries(table))('%s', (permission, held) => {
    const holders = roles.filter((role) => permissionsOf[role].some((one) => one === permission))
    expect(holders).toEqual((['owner', 'admin', 'moderator'] as const).filter((_role, at) => held[at]))
  })
})

test('[V8.1.1] no role may do more: guests may look, signed-in users may play, and no user is the hub', () => {
  expect([...permissions].sort()).toEqual([...Object.keys(table), 'look', 'play', 'hub'].sort())
  expect(permissionsOf.player).toEqual(['look', 'play'])
  expect(permissionsOf.guest).toEqual(['look'])
  for (const role of roles) {
    expect(permissionsOf[role]).toEqual(expect.arrayContaining(['look', 'play']))
    expect(permissionsOf[role]).not.toContain('hub')
    expect(new Set(permissionsOf[role]).size).toBe(permissionsOf[role].length)
  }
})

describe('[V8.2.2] staff act only on those below them', () => {
  const below: Record<Role, readonly Role[]> = {
    owner: ['admin', 'moderator', 'player'],
    admin: ['moderator', 'player'],
    moderator: ['player'],
    player: [],
  }
  test.each(roles.flatMap((actor) => roles.map((target) => [actor, target] as const)))('%s on %s', (actor, target) => {
    expect(mayActOn(actor, target)).toBe(below[actor].includes(target))
  })
})

test('[V8.2.2] a guest acts on no user', () => {
  for (const role of roles) expect(mayActOn(null, role)).toBe(false)
})

test('[PE4] of two roles the higher one counts, whichever comes first', () => {
  for (const [at, higher] of roles.entries())
    for (const lower of roles.slice(at))
      expect([higherOf(higher, lower), higherOf(lower, higher)]).toEqual([higher, higher])
})
