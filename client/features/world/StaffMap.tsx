import { mainServer } from '../../../shared/engine/ids.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import { AnimalCard, ChosenAnnouncer } from '../roster/AnimalCard.tsx'
import { RosterList } from '../roster/RosterList.tsx'
import { LinkBanner } from '../server/LinkBanner.tsx'
import { BesideMap } from './BesideMap.tsx'
import { HerdFeed } from './HerdFeed.tsx'
import { MapFrame } from './MapFrame.tsx'
import { useIslandMap } from './useIslandMap.ts'

/** The map of staff who may see all positions. */
export function StaffMap({ me: _me }: { readonly me: string }) {
  const island = useIslandMap()
  return (
    <MapFrame
      banner={<StaffBanner />}
      map={<IslandMap {...island} counts={null} withHerd={true} card={<AnimalCard />} />}
      besideName="Players"
      beside={
        <BesideMap>
          <RosterList />
        </BesideMap>
      }
    >
      <HerdFeed herd={island.herd} />
      <ChosenAnnouncer />
    </MapFrame>
  )
}

function StaffBanner() {
  const { value } = useDocument(roster, mainServer)
  return <LinkBanner positionsAt={value?.readAt ?? null} />
}
