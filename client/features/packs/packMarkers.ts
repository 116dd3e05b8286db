import type { PackId } from '../../../shared/engine/ids.ts'
import type { Pack } from '../../../shared/features/packs/pack.ts'
import { ownSlot, type PackLife } from '../../../shared/features/packs/packLife.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { type Marker, markerOf } from '../../map/herd.ts'

/** A pack that somebody is in, as its documents tell of it. */
export interface OwnPack {
  readonly id: PackId
  readonly pack: Pack
  readonly life: PackLife
}

/** One's own animal; none while it is not on the island. */
export const ownMarkers = (me: string, vitals: Vitals | null, pack: Pack | null): Marker[] => {
  if (!vitals?.online || !vitals.animal) return []
  const { species, growth, dead } = vitals.animal
  const named = { id: me, slot: ownSlot, name: 'You', relation: 'own', leads: pack?.leader === me } as const
  return [markerOf({ ...named, species, growth, dead })]
}

/** The other members of one's pack that are drawn. A member who is gone is no longer drawn, though still told of. */
export const packMarkers = (me: string, own: Pick<OwnPack, 'pack' | 'life'> | null): Marker[] =>
  Object.entries(own?.life.seen ?? {}).flatMap(([id, { species, growth, dead, slot, goneAt }]) => {
    const member = own?.pack.members[id]
    if (id === me || !own || !member || member.sharedSince === null || slot === null || goneAt !== null) return []
    const named = { id, slot, name: member.name, relation: 'pack', leads: own.pack.leader === id } as const
    return [markerOf({ ...named, species, growth, dead })]
  })
