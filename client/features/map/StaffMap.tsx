import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type Roster, roster } from '../../../shared/features/roster/roster.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/Time.tsx'
import { LinkBanner } from '../server/LinkStatus.tsx'
import { RosterFeed } from './MapFeeds.tsx'
import styles from './MapLayout.module.css'
import { MapLayout, SidePanel, SideTabs } from './MapLayout.tsx'
import { AnimalCard, ChosenAnnouncer } from './roster/AnimalCard.tsx'
import { RosterList } from './roster/RosterPanel.tsx'
import { filterQuery, shownPlayers, useRosterFilter } from './roster/rosterFilter.ts'
import { VitalsCard } from './roster/VitalsCard.tsx'
import { useIslandMap } from './useIslandMap.ts'
import { useOwnMap } from './useOwnMap.tsx'

const noPlayers: Roster['players'] = {}

/** The map of staff who may see all positions. */
export function StaffMap({ me }: { readonly me: string }) {
  const island = useIslandMap()
  const own = useOwnMap({ me, island, withArrows: false })
  const { value: reading } = useDocument(roster, mainServer)
  const linked = useDocument(account, me).value?.steamId ?? null
  const { filter, change } = useRosterFilter()
  const players = reading?.players ?? noPlayers
  const shown = useMemo(() => shownPlayers(players, filter), [players, filter])
  const playersTab = {
    key: 'players',
    name: 'Players',
    content: <RosterList view={island.view} filter={filter} change={change} footer={<StaffFooter />} />,
  }
  return (
    <MapLayout
      banner={<LinkBanner positionsAt={reading?.readAt ?? null} />}
      map={
        <IslandMap {...island} {...own.map} counts={null} withMarkers={true} card={<AnimalCard players={players} />}>
          {own.overlay}
          <VitalsCard {...island} players={players} age={<ReadingAge readAt={reading?.readAt ?? null} />} />
        </IslandMap>
      }
      panelLabel="Players, your pack and settings"
      panel={
        <SidePanel>
          <SideTabs tabs={[playersTab, own.packTab, own.settingsTab]} />
        </SidePanel>
      }
    >
      <RosterFeed markerLayer={island.markerLayer} players={shown} linked={linked} />
      {own.feed}
      <ChosenAnnouncer players={players} />
    </MapLayout>
  )
}

function ReadingAge({ readAt }: { readonly readAt: number | null }) {
  const now = useNow()
  return <>{readAt === null ? 'not read yet' : `read ${lengthOf(now - readAt)} ago`}</>
}

/** Below the staff roster: a note that views are recorded, and links to related pages. */
function StaffFooter() {
  const { may } = useAtomValue(accessAtom)
  const [query] = useSearchParams()
  const filter = filterQuery(query)
  return (
    <footer className={styles.foot}>
      <p>Looking at all positions is written down: who, from when, to when.</p>
      <nav aria-label="Staff pages of the map">
        <Link href={filter === '' ? '/replay' : `/replay?${filter}`}>Replay the last hour</Link>
        {may.includes('ownerPanel') ? (
          <>
            <Link href="/map-settings">Map settings</Link>
            <Link href="/map-settings#looks">Who has looked</Link>
          </>
        ) : null}
      </nav>
    </footer>
  )
}
