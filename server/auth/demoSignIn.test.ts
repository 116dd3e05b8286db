import { expect, test } from 'vitest'
import { roles } from '../../shared/engine/permissions.ts'
import { demoPlayers } from '../../shared/features/account/account.ts'
import { demoPersona } from './demoSignIn.ts'

test('[AC5] every demo account plays somebody, and no two the same', () => {
  const others = Array.from({ length: demoPlayers - 1 }, (_, index) => demoPersona('player', index + 2))
  const played = [...roles.map((role) => demoPersona(role, 1)), ...others]
  expect(played).not.toContain(null)
  expect(new Set(played).size).toBe(roles.length + demoPlayers - 1)
})

test('[AC6] who is no demo account plays nobody', () => {
  for (const [role, number] of [
    ['owner', 2],
    ['player', 0],
    ['player', 99],
  ] as const)
    expect(demoPersona(role, number)).toBeNull()
})
