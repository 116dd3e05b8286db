import { useMemo, useState } from 'react'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { listings, marketBoard, marketBoardKey, marketPast } from '../../../shared/features/market/listing.ts'
import { type ListingCard, searchMarket } from '../../../shared/features/market/queries.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { useNow } from '../../ui/Time.tsx'
import type { MarketAddress, Trader } from './marketList.ts'

/** The signed-in user as buyer and seller. */
export function useTrader(account: string): Trader {
  const { value: balances } = useDocument(wallet, account)
  const { value: own } = useDocument(inventory, account)
  const { value: skins } = useDocument(ownedSkins, account)
  const { value: past } = useDocument(marketPast, account)
  return useMemo(
    () => ({
      account,
      balances,
      dinosaurs: Object.keys(own?.dinosaurs ?? {}).length,
      skins: Object.keys(skins?.skins ?? {}).length,
      bought: new Set(Object.values(past?.past ?? {}).flatMap(({ id, end }) => (end === 'bought' ? [id] : []))),
    }),
    [account, balances, own, skins, past],
  )
}

/** What became of a listing since it was found. `gone`: sold to another user, or withdrawn. */
export type Fate = 'open' | 'bought' | 'gone' | 'ended'

/** Ends are shown that precisely. */
const endsEveryMs = 10_000

/** Follows a listing: the document of its seller says whether it is still there. */
export function useFate({ id, seller, endsAt }: ListingCard, trader: Trader | null): Fate {
  const { value } = useDocument(listings, seller.account)
  const listing = value && Object.hasOwn(value.open, id) ? value.open[id] : undefined
  // While its seller is banned the end of a listing is moved.
  const isOver = useNow(endsEveryMs) >= (listing?.endsAt ?? endsAt)
  if (trader?.bought.has(id)) return 'bought'
  if (isOver) return 'ended'
  return value !== null && !listing ? 'gone' : 'open'
}

type Found = ReturnType<typeof useQuery<typeof searchMarket>>['value']

/** An empty page asks again at most this often. */
const emptyFollowMs = 1_000

interface Held {
  /** Another search begins at its first page. */
  readonly search: string
  /** The answer that was taken last. */
  readonly taken: NonNullable<Found>
  readonly cards: readonly ListingCard[]
  /** Of the first page. */
  readonly revision: number
}

/**
 * What is for sale, page after page. Found cards stay where they are: what comes is shown when it is asked for, what is sold says so in its
 * place.
 */
export function useMarket(
  { filter, sort, q }: Pick<MarketAddress, 'filter' | 'sort' | 'q'>,
  kind: ListingCard['item']['kind'],
) {
  const search = JSON.stringify({ kind, filter, sort, text: q })
  const [turned, turn] = useState<{ readonly search: string; readonly after: string } | null>(null)
  const [held, hold] = useState<Held | null>(null)
  const [isRefreshing, refresh] = useState(false)
  const after = turned?.search === search ? turned.after : null
  const query = useQuery(searchMarket, { ...JSON.parse(search), after })
  const board = useDocument(marketBoard, marketBoardKey).value
  const { value } = query
  const isNew = query.state === 'here' && value !== null && value !== held?.taken
  if (isNew) {
    const starts = after === null && (held?.search !== search || isRefreshing || held.cards.length === 0)
    hold(starts || held === null ? firstPage(search, value) : withPage(held, value, after !== null))
    if (isRefreshing && after === null) refresh(false)
  }
  // Above an empty page nothing is read that could move.
  useFollow(held?.cards.length === 0 ? (board?.revision ?? null) : null, query.reload, emptyFollowMs)
  const isChanged = held !== null && board !== null && board.revision !== held.revision
  const { taken = null, cards = [] } = held ?? {}
  return {
    query: { ...query, value: query.state === 'refused' ? value : taken },
    cards,
    total: taken?.total ?? 0,
    isSearching: query.state === 'loading',
    /** The market has changed since the first page was read. */
    isChanged,
    showChanges() {
      refresh(true)
      if (after === null) query.reload()
      else turn(null)
    },
    /** Null at the end. */
    more: taken?.next ? () => turn({ search, after: taken.next as string }) : null,
  }
}

const firstPage = (search: string, taken: NonNullable<Found>): Held => ({
  search,
  taken,
  cards: taken.cards,
  revision: taken.revision,
})

/** With a further page, or with a later answer to one that is held: known cards stay in their places. */
function withPage(held: Held, taken: NonNullable<Found>, isFurther: boolean): Held {
  const found = new Map(taken.cards.map((card) => [card.id, card]))
  const known = held.cards.map((card) => found.get(card.id) ?? card)
  const ids = new Set(held.cards.map(({ id }) => id))
  const others = isFurther ? taken.cards.filter(({ id }) => !ids.has(id)) : []
  return { ...held, taken, cards: [...known, ...others] }
}
