import { useState } from 'react'
import type { RegionCounts } from '../../../shared/features/regions/regionCounts.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import { RegionList } from '../regions/RegionList.tsx'
import { LinkBanner } from '../server/LinkBanner.tsx'
import { BesideMap } from './BesideMap.tsx'
import { CountsFeed } from './CountsFeed.tsx'
import { GuestNote } from './GuestNote.tsx'
import { MapFrame } from './MapFrame.tsx'
import { useIslandMap } from './useIslandMap.ts'

/** The map of whoever has not signed in: numbers by region, and no animal. */
export function GuestMap() {
  const island = useIslandMap()
  const [counts, setCounts] = useState<RegionCounts['counts'] | null>(null)
  return (
    <MapFrame
      banner={<LinkBanner positionsAt={null} />}
      map={<IslandMap {...island} counts={counts} withHerd={false} card={null} />}
      besideName="Regions"
      beside={
        <BesideMap>
          <RegionList />
          <GuestNote />
        </BesideMap>
      }
    >
      <CountsFeed onCounts={setCounts} />
    </MapFrame>
  )
}
