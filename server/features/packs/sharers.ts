import { account } from '../../../shared/features/account/account.ts'
import { pack } from '../../../shared/features/packs/pack.ts'
import type { Hub } from '../../engine/hub.ts'
import type { ReadAnimal, ReadPlayer } from '../roster/reading.ts'

/** That a member shares, since when, and as whom: the place of this animal may be shown for as long as all of it holds. */
interface Sharing {
  readonly account: string
  readonly steamId: string
  readonly sharedSince: number
}

export interface Sharer extends Sharing {
  readonly animal: ReadAnimal
}

type Look = Pick<Hub, 'read'>

/** The members of a pack who share now and whose animal was read. */
export function sharersOf(hub: Look, key: string, players: ReadonlyMap<string, ReadPlayer>): Sharer[] {
  return Object.entries(hub.read(pack, key).members).flatMap(([id, { sharedSince }]) => {
    const { steamId } = hub.read(account, id)
    const animal = steamId === null ? null : players.get(steamId)?.animal
    return sharedSince === null || steamId === null || !animal ? [] : [{ account: id, steamId, sharedSince, animal }]
  })
}

/** Whether that still holds. Who has hidden and shares again has begun anew. */
export const stillShares = (hub: Look, key: string, { account: id, steamId, sharedSince }: Sharing) =>
  hub.read(pack, key).members[id]?.sharedSince === sharedSince && hub.read(account, id).steamId === steamId
