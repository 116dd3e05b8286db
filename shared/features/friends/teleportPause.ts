import type { DocumentOf } from '../../engine/document.ts'
import type { ownDeliveries } from '../deliveries/delivery.ts'
import { type Friends, teleportPauseMs } from './friends.ts'

const undone: readonly string[] = ['refused', 'failed', 'dropped', 'cancelled']

/** Epoch ms until which a user can't teleport to another friend; null for no pause. One that the game did not carry out starts none. */
export function teleportPausedUntil(
  { lastTeleport: last }: Pick<Friends, 'lastTeleport'>,
  { entries }: Readonly<DocumentOf<typeof ownDeliveries>>,
): number | null {
  if (last === null) return null
  const state = Object.hasOwn(entries, last.delivery) ? entries[last.delivery]?.state : undefined
  return state !== undefined && undone.includes(state) ? null : last.at + teleportPauseMs
}
