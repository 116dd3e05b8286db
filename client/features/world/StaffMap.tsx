import { useMemo } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Roster, roster } from '../../../shared/features/roster/roster.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/useNow.ts'
import { AnimalCard, ChosenAnnouncer } from '../roster/AnimalCard.tsx'
import { RosterList } from '../roster/RosterList.tsx'
import { shownPlayers } from '../roster/shownPlayers.ts'
import { useRosterFilter } from '../roster/useRosterFilter.ts'
import { VitalsCard } from '../roster/VitalsCard.tsx'
import { LinkBanner } from '../server/LinkBanner.tsx'
import { BesideMap } from './BesideMap.tsx'
import { HerdFeed } from './HerdFeed.tsx'
import { MapFrame } from './MapFrame.tsx'
import { StaffFoot } from './StaffFoot.tsx'
import { useIslandMap } from './useIslandMap.ts'

const nobody: Roster['players'] = {}

/** The map of staff who may see all positions. */
export function StaffMap({ me: _me }: { readonly me: string }) {
  const island = useIslandMap()
  const { value: reading } = useDocument(roster, mainServer)
  const { filter, change } = useRosterFilter()
  const players = reading?.players ?? nobody
  const shown = useMemo(() => shownPlayers(players, filter), [players, filter])
  return (
    <MapFrame
      banner={<LinkBanner positionsAt={reading?.readAt ?? null} />}
      map={
        <IslandMap {...island} counts={null} withHerd={true} card={<AnimalCard players={players} />}>
          <VitalsCard {...island} players={players} age={<ReadingAge readAt={reading?.readAt ?? null} />} />
        </IslandMap>
      }
      besideName="Players"
      beside={
        <BesideMap>
          <RosterList filter={filter} change={change} foot={<StaffFoot />} />
        </BesideMap>
      }
    >
      <HerdFeed herd={island.herd} players={shown} />
      <ChosenAnnouncer players={players} />
    </MapFrame>
  )
}

function ReadingAge({ readAt }: { readonly readAt: number | null }) {
  const now = useNow()
  return <>{readAt === null ? 'not read yet' : `read ${lengthOf(now - readAt)} ago`}</>
}
