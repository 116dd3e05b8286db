import { useMemo } from 'react'
import { inventory, type OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import type { ListedItem } from '../../../shared/features/market/listing.ts'
import { ListedItem as Item } from '../../../shared/features/market/listing.ts'
import { listedName } from '../../../shared/features/market/search.ts'
import { type OwnedSkin, ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useNow } from '../../ui/Time.tsx'
import type { SoldEntry } from './marketList.ts'

/** Something that the user has, and whether they can sell it now. */
export interface Sellable extends SoldEntry {
  readonly item: ListedItem
  /** A dinosaur's own name, otherwise as it is listed. */
  readonly name: string
  /** Why it cannot be sold now; null if it can. */
  readonly whyNot: string | null
}

/** All that the user has, what can be sold first; null until it has arrived. */
export function useSellable(account: string): readonly Sellable[] | null {
  const { value: own } = useDocument(inventory, account)
  const { value: skins } = useDocument(ownedSkins, account)
  const now = useNow(20_000)
  return useMemo(() => {
    if (own === null) return null
    const all = [
      ...Object.values(own.dinosaurs).map((one) => ofDinosaur(one, now)),
      ...Object.values(skins?.skins ?? {}).map((one) => ofSkin(one, now)),
    ]
    return all.toSorted((one, other) => Number(one.whyNot !== null) - Number(other.whyNot !== null))
  }, [own, skins, now])
}

function ofDinosaur(entry: OwnedDinosaur, now: number): Sellable {
  const item = Item.parse({ ...entry, kind: 'dinosaur' })
  return { kind: 'dinosaur', id: entry.id, item, name: entry.name || listedName(item), whyNot: whyNotSold(entry, now) }
}

function ofSkin(entry: OwnedSkin, now: number): Sellable {
  const item = Item.parse({ ...entry, kind: 'skin' })
  return { kind: 'skin', id: entry.id, item, name: listedName(item), whyNot: whyNotSold(entry, now) }
}

const heldTexts: Readonly<Record<string, string>> = {
  parking: "It's on its way here from the game.",
  redeeming: "It's on its way into the game.",
  applying: "It's being put on a dinosaur.",
  listed: "It's for sale already.",
}
const fromFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

interface Entry {
  readonly state: string
  readonly isUnsure: boolean
  readonly tradableAt: number | null
}

/** Why an entry cannot be sold now, and from when; null if it can. @param now epoch ms */
export function whyNotSold({ state, isUnsure, tradableAt }: Entry, now: number): string | null {
  if (isUnsure) return "We're checking whether it arrived in the game."
  if (state !== 'stored') return heldTexts[state] ?? "It can't be sold now."
  return tradableAt !== null && tradableAt > now ? `You can sell it from ${fromFormat.format(tradableAt)}.` : null
}
