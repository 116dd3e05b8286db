import { useState } from 'react'
import type { RegionCounts } from '../../../shared/features/regions/regionCounts.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import { MemberCard } from '../packs/MemberCard.tsx'
import { PackFeed } from '../packs/PackFeed.tsx'
import { RegionList } from '../regions/RegionList.tsx'
import { LinkBanner } from '../server/LinkBanner.tsx'
import { BesideMap } from './BesideMap.tsx'
import { BesideTabs } from './BesideTabs.tsx'
import { CountsFeed } from './CountsFeed.tsx'
import { MapFrame } from './MapFrame.tsx'
import { useIslandMap } from './useIslandMap.ts'
import { useOwnMap } from './useOwnMap.tsx'

/** The map of a player: their own dinosaur and their pack, and numbers by region of all others. */
export function PlayerMap({ me }: { readonly me: string }) {
  const island = useIslandMap()
  const own = useOwnMap({ me, island, withArrows: true })
  const [counts, setCounts] = useState<RegionCounts['counts'] | null>(null)
  const readAt = useDocument(vitals, me).value?.readAt ?? null
  const regionsTab = { key: 'regions', name: 'Regions', face: <RegionList /> }
  return (
    <MapFrame
      banner={<LinkBanner positionsAt={readAt} />}
      map={
        <IslandMap {...island} {...own.map} counts={counts} withHerd card={<MemberCard me={me} />}>
          {own.over}
        </IslandMap>
      }
      besideName="Your pack and the island"
      beside={
        <BesideMap>
          <BesideTabs tabs={[own.packTab, regionsTab, own.settingsTab]} />
        </BesideMap>
      }
    >
      <PackFeed me={me} herd={island.herd} />
      <CountsFeed onCounts={setCounts} />
      {own.feed}
    </MapFrame>
  )
}
