import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { listings, marketNews, marketWatches } from '../../../shared/features/market/listing.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { showToastAtom } from '../../ui/Toast.tsx'

/** Tells the user on every page when a watched species is listed. The market keeps it until they put it away. */
export function MarketNotices() {
  const { principal } = useAtomValue(accessAtom)
  return principal ? <Notices key={principal.id} account={principal.id} /> : null
}

function Notices({ account }: { readonly account: string }) {
  const watched = Object.keys(useDocument(marketWatches, account).value?.species ?? {})
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

const newsText = (species: string) => `You're watching ${speciesName(species)}: one was just listed on the market.`
