import type { Draft } from 'immer'
import type { DocumentOf } from '../../../shared/engine/document.ts'
import { knownPlayers, knownPlayersKeys } from '../../../shared/features/play/knownPlayers.ts'
import { mostUnrecorded, unrecordedPlayers } from '../../../shared/features/play/playRecord.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
import { accountsOfPlayer, identityKeyOf } from '../account/rules.ts'

/** Whether any player is excluded from records. Most hubs have none. */
export function hasUnrecorded(read: Reading): boolean {
  for (const _key in read(unrecordedPlayers).since) return true
  return false
}

/** Whether a player is excluded: erased on request, and without an account since. */
export const isUnrecorded = (read: Reading, steamId: string): boolean =>
  hasUnrecorded(read) && Object.hasOwn(read(unrecordedPlayers).since, keyOf(steamId)) && !hasAccount(read, steamId)

/** When a player was erased, epoch ms, even where they have an account since; null for never. */
export function erasedAtOf(read: Reading, steamId: string): number | null {
  const { since, returned } = read(unrecordedPlayers)
  return since[keyOf(steamId)] ?? returned[keyOf(steamId)] ?? null
}

/** Excludes a player from records from now on. */
export function stopRecording({ edit, now }: Pick<Context, 'edit' | 'now'>, steamId: string): void {
  const { since, returned } = edit(unrecordedPlayers)
  delete returned[keyOf(steamId)]
  addLast(since, keyOf(steamId), now)
}

/** The first ones go where there are too many. */
function addLast(times: Record<string, number>, key: string, at: number) {
  delete times[key]
  times[key] = at
  const [first] = Object.keys(times)
  if (first !== undefined && Object.keys(times).length > mostUnrecorded) delete times[first]
}

/**
 * Excludes players as the data before a restore did, by the keys of their identities. @returns those of them whom the hub knows, and who have no
 * account
 */
export function excludeAsBefore(
  { read, edit }: Pick<Context, 'read' | 'edit'>,
  before: Readonly<Record<string, number>>,
): readonly string[] {
  const { since } = edit(unrecordedPlayers)
  for (const [key, at] of Object.entries(before)) if (!Object.hasOwn(since, key)) since[key] = at
  for (const key of Object.keys(since).slice(0, Math.max(0, Object.keys(since).length - mostUnrecorded)))
    delete since[key]
  return knownPlayersKeys
    .flatMap((bucket) => Object.keys(read(knownPlayers, bucket).players))
    .filter((steamId) => Object.hasOwn(before, keyOf(steamId)) && !hasAccount(read, steamId))
}

/** The players who may be recorded. Ends the exclusion of players who have an account again. */
export function withoutUnrecorded<Player extends { readonly id: string }>(
  { read, edit }: Pick<Context, 'read' | 'edit'>,
  players: readonly Player[],
): readonly Player[] {
  if (!hasUnrecorded(read)) return players
  const listed = players.filter(({ id }) => Object.hasOwn(read(unrecordedPlayers).since, keyOf(id)))
  const returned = listed.filter(({ id }) => hasAccount(read, id))
  for (const { id } of returned) noteReturned(edit(unrecordedPlayers), keyOf(id))
  const excluded = new Set(listed.filter((player) => !returned.includes(player)))
  return players.filter((player) => !excluded.has(player))
}

function noteReturned({ since, returned }: Draft<DocumentOf<typeof unrecordedPlayers>>, key: string) {
  addLast(returned, key, since[key] ?? 0)
  delete since[key]
}

const keyOf = (steamId: string) => identityKeyOf('steam', steamId, false)

const hasAccount = (read: Reading, steamId: string) => accountsOfPlayer(read, steamId).length > 0
