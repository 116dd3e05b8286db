import { z } from 'zod'
import { inventory, type OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import {
  defaultSkin,
  designText,
  ownColoursSkin,
  readDesign,
  type SkinDesign,
  skinSpecies,
  skinText,
  startColours,
} from '../../../shared/features/skins/design.ts'
import { type OwnedSkin, ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { type Redeemer, useRedeemer } from '../redemptions/useRedeemer.ts'

/** The design is in the address: a link to the page carries it. */
const Address = z.object({
  design: z.string().default(''),
  /** A dinosaur of the inventory, for which the skin is. */
  dinosaur: z.string().max(64).default(''),
})

/** The user with what they can design for. */
export interface Wearer extends Redeemer {
  readonly dinosaurs: readonly OwnedDinosaur[]
  readonly kept: readonly OwnedSkin[]
  /** The inventory has arrived. */
  readonly isKnown: boolean
}

export function useWearer(principal: Pick<Redeemer, 'id' | 'name'>): Wearer {
  const redeemer = useRedeemer(principal)
  const { value: has } = useDocument(inventory, principal.id)
  const { value: keeps } = useDocument(ownedSkins, principal.id)
  return {
    ...redeemer,
    dinosaurs: Object.values(has?.dinosaurs ?? {}),
    kept: Object.values(keeps?.skins ?? {}).sort((one, other) => other.acquiredAt - one.acquiredAt),
    isKnown: has !== null,
  }
}

export interface Designer {
  readonly design: SkinDesign
  /** The link has a design that cannot be read. */
  readonly isBroken: boolean
  /** The dinosaur of the inventory for which it is; null for the one that the user plays. */
  readonly stored: OwnedDinosaur | null
  /** The address names a dinosaur that the user does not have. */
  readonly isGone: boolean
  readonly change: (change: Partial<SkinDesign>) => void
  readonly open: (design: SkinDesign) => void
  /** Goes on without the dinosaur of the inventory. */
  readonly leaveStored: () => void
}

/** @param wearer null for a guest */
export function useDesigner(wearer: Wearer | null): Designer {
  const { filters, setFilters } = useAddressFilters(Address)
  const stored = wearer?.dinosaurs.find(({ id }) => id === filters.dinosaur) ?? null
  const linked = readDesign(filters.design)
  const start = stored ? designOfStored(stored) : natural(playedSpecies(wearer) ?? 'Triceratops')
  const design = linked && (!stored || linked.species === stored.species) ? linked : start
  const open = (next: SkinDesign) => setFilters({ design: designText(next), dinosaur: '' })
  return {
    design,
    isBroken: filters.design !== '' && linked === null,
    stored,
    isGone: filters.dinosaur !== '' && stored === null && wearer?.isKnown === true,
    change: (change) => setFilters({ design: designText(withColours({ ...design, ...change })) }),
    open,
    leaveStored: () => setFilters({ design: designText(design), dinosaur: '' }),
  }
}

const natural = (species: string): SkinDesign => ({ species, skin: defaultSkin, colours: null })

export const designOfStored = ({ species, skin, skinColours }: OwnedDinosaur): SkinDesign => ({
  species,
  skin: skin ?? defaultSkin,
  colours: skinColours,
})

/** Own Colours begin with some, and no other skin has any. */
const withColours = (design: SkinDesign): SkinDesign => ({
  ...design,
  colours: design.skin === ownColoursSkin ? (design.colours ?? startColours) : null,
})

/** What the user plays now; null if nothing, or a species that is not known here. */
export const playedSpecies = (wearer: Wearer | null) => {
  const animal = wearer?.seen?.animal
  return animal && !animal.dead && readDesign(`${animal.species.toLowerCase()}.default`) ? animal.species : null
}

/** The species to choose from: those of the designer, and others that the user has, plays or was sent. */
export function speciesGroups(wearer: Wearer | null, design: SkinDesign) {
  const listed = skinSpecies.flatMap(({ species }) => species)
  const own = [design.species, playedSpecies(wearer) ?? '', ...(wearer?.dinosaurs ?? []).map(({ species }) => species)]
  const more = [...new Set(own)].filter((name) => name !== '' && !listed.includes(name)).sort()
  return [...skinSpecies, ...(more.length > 0 ? [{ category: 'Yours', species: more }] : [])]
}

/** The skin that the user keeps and that is this very design, if it can be used now. */
export const keptFor = ({ kept }: Wearer, design: SkinDesign): OwnedSkin | undefined =>
  kept.find((one) => one.state === 'stored' && one.species === design.species && skinText(one) === skinText(design))
