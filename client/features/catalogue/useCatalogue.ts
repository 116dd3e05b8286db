import { useEffect, useMemo, useState } from 'react'
import {
  type CatalogueChanges,
  catalogue,
  catalogueKey,
  nextSaleEnd,
  type Offer,
  offersOf,
} from '../../../shared/features/catalogue/catalogue.ts'
import type { ItemKind, ItemOf } from '../../../shared/features/catalogue/items.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { type DocumentState, useDocument } from '../../connection/useDocument.ts'

/** Server time, epoch ms, as far as offers need it: it changes when a sale ends. */
export function useSaleTime({ value }: DocumentState<CatalogueChanges>): number {
  const { serverNow } = useConnection()
  const [now, setNow] = useState(serverNow)
  const next = value && nextSaleEnd(value, now)
  useEffect(() => {
    if (next === null) return
    const timer = setInterval(() => {
      if (serverNow() >= next) setNow(serverNow())
    }, 1_000)
    return () => clearInterval(timer)
  }, [next, serverNow])
  return now
}

/** All items of a kind as they are offered now, those that are off included; `value` is null until the catalogue has arrived. */
export function useOffers<Kind extends ItemKind>(kind: Kind) {
  const found = useDocument(catalogue, catalogueKey)
  const now = useSaleTime(found)
  const { state, value: changes } = found
  const value = useMemo(
    (): readonly Offer<ItemOf<Kind>>[] | null => changes && offersOf(changes, kind, now),
    [changes, kind, now],
  )
  return { state, value }
}
