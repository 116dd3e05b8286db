import { useEffect } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type RegionCounts, regionCounts } from '../../../shared/features/regions/regionCounts.ts'
import { useDocument } from '../../connection/useDocument.ts'

/** Brings the numbers by region to the map; null before the first count. Draws nothing itself. */
export function CountsFeed({ onCounts }: { readonly onCounts: (counts: RegionCounts['counts'] | null) => void }) {
  const { value } = useDocument(regionCounts, mainServer)
  const counts = value && value.asOf !== null ? value.counts : null
  useEffect(() => {
    onCounts(counts)
    return () => onCounts(null)
  }, [counts, onCounts])
  return null
}
