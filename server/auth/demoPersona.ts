import type { Role } from '../../shared/engine/permissions.ts'
import { demoPersonas } from '../game/simulator/personas.ts'

/** In this order, so that a simulator of few players still has one for each role; the other demo players come after them. */
const firsts: readonly Role[] = ['player', 'moderator', 'admin', 'owner']

/** The SteamID64 that a demo account plays under in the simulator. @param number 1 for the first of a role */
export function demoPersona(role: Role, number: number): string | null {
  if (number === 1) return demoPersonas[firsts.indexOf(role)]?.id ?? null
  if (role !== 'player' || number < 2) return null
  return demoPersonas[firsts.length + number - 2]?.id ?? null
}
