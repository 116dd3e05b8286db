import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import {
  listings,
  marketNews,
  marketPast,
  marketWatches,
  type PastListing,
} from '../../../shared/features/market/listing.ts'
import { listedName, speciesNameOf } from '../../../shared/features/market/search.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { showToastAtom } from '../../ui/Toast.tsx'
import { amountText, homeOf } from './marketList.ts'

/** Tells the user on every page what became of their listings, and when a watched species is listed. The market keeps it until they put it away. */
export function MarketNotices() {
  const { principal } = useAtomValue(accessAtom)
  return principal ? <Notices key={principal.id} account={principal.id} /> : null
}

function Notices({ account }: { readonly account: string }) {
  const { value } = useDocument(marketPast, account)
  const watched = Object.keys(useDocument(marketWatches, account).value?.species ?? {})
  const showToast = useSetAtom(showToastAtom)
  const told = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (value === null) return
    const unseen = Object.entries(value.past).filter(([, one]) => !one.isSeen)
    const keys = unseen.map(([key, one]) => `${key} ${one.reversedAt}`)
    const before = told.current
    told.current = new Set([...(before ?? []), ...keys])
    // What had ended before the page was opened stands on the market.
    if (before === null) return
    for (const [key, one] of unseen) if (!before.has(`${key} ${one.reversedAt}`)) showToast(noticeText(one))
  }, [value, showToast])
  return watched.map((species) => <News key={species} account={account} species={species} />)
}

/** Tells when one of a species is listed by another user. */
function News({ account, species }: { readonly account: string; readonly species: string }) {
  const { value } = useDocument(marketNews, species)
  const own = useDocument(listings, account).value
  const showToast = useSetAtom(showToastAtom)
  const told = useRef<number | null>(null)
  useEffect(() => {
    if (value === null || own === null) return
    const before = told.current
    told.current = value.lastAt
    if (before === null || value.lastAt <= before || Object.hasOwn(own.open, value.listing)) return
    showToast(newsText(species))
  }, [value, own, species, showToast])
  return null
}

const newsText = (species: string) => `You're watching ${speciesNameOf(species)}: one was just listed on the market.`

/** What happened to a listing, for its user. */
export function noticeText({ item, price, fee, end, reversedAt }: PastListing): string {
  const name = listedName(item)
  if (reversedAt !== null)
    return end === 'bought'
      ? `Staff undid your purchase of ${name}. You got ${amountText(price.amount, price.currency)} back.`
      : `Staff undid the sale of ${name}. ${amountText(price.amount - fee, price.currency)} were taken back.`
  if (end === 'sold') return `${name} was sold. You got ${amountText(price.amount - fee, price.currency)}.`
  if (end === 'ended') return `${name} wasn't sold in time. It is back in ${homeOf(item).name}.`
  return end === 'bought' ? `You bought ${name}.` : `${name} is back in ${homeOf(item).name}.`
}
