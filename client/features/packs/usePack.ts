import { type Atom, atom, useAtomValue } from 'jotai'
import type { PackId } from '../../../shared/engine/ids.ts'
import { type Membership, membership, type Pack, pack } from '../../../shared/features/packs/pack.ts'
import { ownSlot, PackLife, packLife } from '../../../shared/features/packs/packLife.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { documentAtom } from '../../connection/useDocument.ts'
import { type Marker, markerOf } from '../../map/markerLayer.ts'

/** The user's pack, with loading states. */
export type PackState =
  | { readonly name: 'loading' }
  | { readonly name: 'refused' }
  | { readonly name: 'none'; readonly ended: Membership['ended'] }
  | ({ readonly name: 'here' } & OwnPack)

const noLife = PackLife.parse({})
const atoms = new Map<string, Atom<PackState>>()

/** In recordings of before pings had a kind they lack it: it has its default then. */
export const withKinds = (life: PackLife): PackLife =>
  Object.values(life.pings).every((ping) => 'kind' in ping) ? life : PackLife.parse(life)

/** Watches the membership, and the pack's documents while in a pack. */
const makeAtom = (me: string) =>
  atom((get): PackState => {
    const { state, value } = get(documentAtom(membership, me))
    if (state !== 'here') return { name: state }
    if (value.pack === null) return { name: 'none', ended: value.ended }
    const own = get(documentAtom(pack, value.pack))
    const life = withKinds(get(documentAtom(packLife, value.pack)).value ?? noLife)
    return own.state === 'here' ? { name: 'here', id: value.pack, pack: own.value, life } : { name: own.state }
  })

export const packAtom = (me: string): Atom<PackState> => {
  const known = atoms.get(me) ?? makeAtom(me)
  atoms.set(me, known)
  return known
}

export const usePack = (me: string): PackState => useAtomValue(packAtom(me))

/** The user's pack with its documents. */
export interface OwnPack {
  readonly id: PackId
  readonly pack: Pack
  readonly life: PackLife
}

/** The marker of the user's animal; none while it is not on the island. */
export const ownMarkers = (me: string, vitals: Vitals | null, pack: Pack | null): Marker[] => {
  if (!vitals?.online || !vitals.animal) return []
  const { species, growth, dead } = vitals.animal
  const base = { id: me, slot: ownSlot, name: 'You', relation: 'own', isLeader: pack?.leader === me } as const
  return [markerOf({ ...base, species, growth, dead })]
}

/** The markers of the other members; a member who is gone has none. */
export const packMarkers = (me: string, own: Pick<OwnPack, 'pack' | 'life'> | null): Marker[] =>
  Object.entries(own?.life.seen ?? {}).flatMap(([id, { species, growth, dead, slot, goneAt }]) => {
    const member = own?.pack.members[id]
    if (id === me || !own || !member || member.sharedSince === null || slot === null || goneAt !== null) return []
    const base = { id, slot, name: member.name, relation: 'pack', isLeader: own.pack.leader === id } as const
    return [markerOf({ ...base, species, growth, dead })]
  })

const storageKey = 'waterhole.endedPack'

/** Local storage may be unavailable: then the value lasts until the page is closed. */
const readStored = (): number | null => {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === null ? null : Number(stored)
  } catch {
    return null
  }
}

const dismissedAtAtom = atom(readStored())

/** End time of the last pack whose end notice was dismissed on this device, epoch ms; null if none. */
export const dismissedEndAtom = atom(
  (get) => get(dismissedAtAtom),
  (_get, set, at: number) => {
    set(dismissedAtAtom, at)
    try {
      localStorage.setItem(storageKey, String(at))
    } catch {
      // Unavailable: the notice stays dismissed until the page is closed.
    }
  },
)
