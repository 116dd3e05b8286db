import { type Atom, atom, useAtomValue } from 'jotai'
import type { PackId } from '../../../shared/engine/ids.ts'
import { type Membership, membership, type Pack, pack } from '../../../shared/features/packs/pack.ts'
import { ownSlot, PackLife, packLife } from '../../../shared/features/packs/packLife.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { documentAtom } from '../../connection/useDocument.ts'
import { type Marker, markerOf } from '../../map/markerLayer.ts'

/** The pack of a player, as a screen meets it. */
export type PackState =
  | { readonly name: 'loading' }
  | { readonly name: 'refused' }
  | { readonly name: 'none'; readonly ended: Membership['ended'] }
  | ({ readonly name: 'here' } & OwnPack)

const noLife = PackLife.parse({})
const atoms = new Map<string, Atom<PackState>>()

/** Reading it watches who one is with, and that pack as long as one is in it. */
const makeAtom = (me: string) =>
  atom((get): PackState => {
    const { state, value } = get(documentAtom(membership, me))
    if (state !== 'here') return { name: state }
    if (value.pack === null) return { name: 'none', ended: value.ended }
    const own = get(documentAtom(pack, value.pack))
    const life = get(documentAtom(packLife, value.pack)).value ?? noLife
    return own.state === 'here' ? { name: 'here', id: value.pack, pack: own.value, life } : { name: own.state }
  })

export const packAtom = (me: string): Atom<PackState> => {
  const known = atoms.get(me) ?? makeAtom(me)
  atoms.set(me, known)
  return known
}

export const usePack = (me: string): PackState => useAtomValue(packAtom(me))

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

const place = 'waterhole.endedPack'

/** Storage may be forbidden: then it is forgotten with the page. */
const read = (): number | null => {
  try {
    const kept = localStorage.getItem(place)
    return kept === null ? null : Number(kept)
  } catch {
    return null
  }
}

const kept = atom(read())

/** When the pack ended whose end was read and put away on this device, epoch ms; null before the first. */
export const dismissedEndAtom = atom(
  (get) => get(kept),
  (_get, set, at: number) => {
    set(kept, at)
    try {
      localStorage.setItem(place, String(at))
    } catch {
      // Forbidden: it is put away for as long as the page is open.
    }
  },
)
