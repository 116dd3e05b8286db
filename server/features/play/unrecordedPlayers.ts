import { identities } from '../../../shared/features/account/account.ts'
import { mostUnrecorded, unrecordedPlayers } from '../../../shared/features/play/playRecord.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
import { identityBucketOf, identityKeyOf } from '../account/identityKey.ts'

const keyOf = (steamId: string) => identityKeyOf('steam', steamId, false)

const hasAccount = (read: Reading, steamId: string) =>
  [false, true].some((demo) => {
    const key = identityKeyOf('steam', steamId, demo)
    return Object.hasOwn(read(identities, identityBucketOf(key)).accounts, key)
  })

/** Whether there is anybody at all who is not written down: most hubs have nobody. */
export function hasUnrecorded(read: Reading): boolean {
  for (const _key in read(unrecordedPlayers).since) return true
  return false
}

/** Whether that player is not written down. */
export const isUnrecorded = (read: Reading, steamId: string): boolean =>
  hasUnrecorded(read) && Object.hasOwn(read(unrecordedPlayers).since, keyOf(steamId)) && !hasAccount(read, steamId)

/** From now on nothing is written down of that player. */
export function stopRecording({ edit, now }: Pick<Context, 'edit' | 'now'>, steamId: string): void {
  const { since } = edit(unrecordedPlayers)
  delete since[keyOf(steamId)]
  since[keyOf(steamId)] = now
  const [first] = Object.keys(since)
  if (first !== undefined && Object.keys(since).length > mostUnrecorded) delete since[first]
}

/** Who may be written down; of those who have come anew with an account it is forgotten that they were not. */
export function recordedAmong<Player extends { readonly id: string }>(
  { read, edit }: Pick<Context, 'read' | 'edit'>,
  players: readonly Player[],
): readonly Player[] {
  if (!hasUnrecorded(read)) return players
  const meant = players.filter(({ id }) => Object.hasOwn(read(unrecordedPlayers).since, keyOf(id)))
  const back = meant.filter(({ id }) => hasAccount(read, id))
  for (const { id } of back) delete edit(unrecordedPlayers).since[keyOf(id)]
  const unmeant = new Set(meant.filter((player) => !back.includes(player)))
  return players.filter((player) => !unmeant.has(player))
}
