import { type Atom, atom, useAtomValue } from 'jotai'
import { type Membership, membership, pack } from '../../../shared/features/packs/pack.ts'
import { PackLife, packLife } from '../../../shared/features/packs/packLife.ts'
import { documentAtom } from '../../connection/documentAtom.ts'
import type { OwnPack } from './packMarkers.ts'

/** The pack of a player, as a screen meets it. */
export type PackUse =
  | { readonly name: 'loading' }
  | { readonly name: 'refused' }
  | { readonly name: 'none'; readonly ended: Membership['ended'] }
  | ({ readonly name: 'here' } & OwnPack)

const noLife = PackLife.parse({})
const atoms = new Map<string, Atom<PackUse>>()

/** Reading it watches who one is with, and that pack as long as one is in it. */
const makeAtom = (me: string) =>
  atom((get): PackUse => {
    const { state, value } = get(documentAtom(membership, me))
    if (state !== 'here') return { name: state }
    if (value.pack === null) return { name: 'none', ended: value.ended }
    const own = get(documentAtom(pack, value.pack))
    const life = get(documentAtom(packLife, value.pack)).value ?? noLife
    return own.state === 'here' ? { name: 'here', id: value.pack, pack: own.value, life } : { name: own.state }
  })

export const packAtom = (me: string): Atom<PackUse> => {
  const known = atoms.get(me) ?? makeAtom(me)
  atoms.set(me, known)
  return known
}

export const usePack = (me: string): PackUse => useAtomValue(packAtom(me))
