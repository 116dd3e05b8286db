import { useMemo } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
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
import { BesideTabs } from './BesideTabs.tsx'
import { HerdFeed } from './HerdFeed.tsx'
import { MapFrame } from './MapFrame.tsx'
import { StaffFoot } from './StaffFoot.tsx'
import { useIslandMap } from './useIslandMap.ts'
import { useOwnMap } from './useOwnMap.tsx'

const nobody: Roster['players'] = {}

/** The map of staff who may see all positions. */
export function StaffMap({ me }: { readonly me: string }) {
  const island = useIslandMap()
  const own = useOwnMap({ me, island, withArrows: false })
  const { value: reading } = useDocument(roster, mainServer)
  const linked = useDocument(account, me).value?.steamId ?? null
  const { filter, change } = useRosterFilter()
  const players = reading?.players ?? nobody
  const shown = useMemo(() => shownPlayers(players, filter), [players, filter])
  const playersTab = {
    key: 'players',
    name: 'Players',
    face: <RosterList view={island.view} filter={filter} change={change} foot={<StaffFoot />} />,
  }
  return (
    <MapFrame
      banner={<LinkBanner positionsAt={reading?.readAt ?? null} />}
      map={
        <IslandMap {...island} {...own.map} counts={null} withHerd={true} card={<AnimalCard players={players} />}>
          {own.over}
          <VitalsCard {...island} players={players} age={<ReadingAge readAt={reading?.readAt ?? null} />} />
        </IslandMap>
      }
      besideName="Players, your pack and settings"
      beside={
        <BesideMap>
          <BesideTabs tabs={[playersTab, own.packTab, own.settingsTab]} />
        </BesideMap>
      }
    >
      <HerdFeed herd={island.herd} players={shown} linked={linked} />
      {own.feed}
      <ChosenAnnouncer players={players} />
    </MapFrame>
  )
}

function ReadingAge({ readAt }: { readonly readAt: number | null }) {
  const now = useNow()
  return <>{readAt === null ? 'not read yet' : `read ${lengthOf(now - readAt)} ago`}</>
}
