import { expect, test } from 'vitest'
import { roles } from '../../shared/engine/permissions.ts'
import { demoPlayers } from '../../shared/features/account/account.ts'
import { demoPersona } from './demoSignIn.ts'

test('[AC23] every demo account has its own simulated player', () => {
  const others = Array.from({ length: demoPlayers - 1 }, (_, index) => demoPersona('player', index + 2))
  const players = [...roles.map((role) => demoPersona(role, 1)), ...others]
  expect(players).not.toContain(null)
  expect(new Set(players).size).toBe(roles.length + demoPlayers - 1)
})

test('[AC24] a number without a demo account has no player', () => {
  for (const [role, number] of [
    ['owner', 2],
    ['player', 0],
    ['player', 99],
  ] as const)
    expect(demoPersona(role, number)).toBeNull()
})
