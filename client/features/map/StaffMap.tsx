import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Roster, roster } from '../../../shared/features/roster/roster.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import type { MapLayerName } from '../../map/mapLayers.ts'
import { chosenAtom } from '../../map/selection.ts'
import { besideQuery } from '../../ui/Drawer.tsx'
import { useMapRelations } from '../packs/useMapRelations.ts'
import { openPlayerAtom } from '../players/openPlayer.ts'
import { usePlayerMenu } from '../players/usePlayerMenu.ts'
import { LinkBanner } from '../server/LinkStatus.tsx'
import { RosterFeed } from './MapFeeds.tsx'
import styles from './MapLayout.module.css'
import { MapLayout, SidePanel, SideTabs } from './MapLayout.tsx'
import { useFollowItem } from './MapMenu.tsx'
import { AnimalCard, ChosenAnnouncer } from './roster/AnimalCard.tsx'
import { ReadingAge, RosterList } from './roster/RosterPanel.tsx'
import { filterQuery, shownPlayers, useRosterFilter } from './roster/rosterFilter.ts'
import { VitalsCard } from './roster/VitalsCard.tsx'
import { useIslandMap } from './useIslandMap.ts'
import { useOwnMap } from './useOwnMap.tsx'

const noPlayers: Roster['players'] = {}
const staffLayers: readonly MapLayerName[] = ['regions', 'grid', 'water', 'events', 'heat', 'danger', 'pack', 'trails']

/** The map of staff who may see all positions. */
export function StaffMap({ me }: { readonly me: string }) {
  const island = useIslandMap()
  const { view, markerLayer } = island
  const { value: reading } = useDocument(roster, mainServer)
  const players = reading?.players ?? noPlayers
  const [asked, setAsked] = useState<string | null>(null)
  const [followItem, playerItems] = [useFollowItem(view, markerLayer), usePlayerMenu(asked)]
  const own = useOwnMap({
    me,
    island,
    withArrows: false,
    opensOn: 'island',
    layers: staffLayers,
    animalItems: (id) => [...followItem(id), ...playerItems(id)],
    onAnimalMenu: setAsked,
  })
  const friends = useMapRelations(me)
  const { filter, change } = useRosterFilter()
  const shown = useMemo(() => shownPlayers(players, filter), [players, filter])
  const isOpen = useChosenInDrawer(players)
  const playersTab = {
    key: 'players',
    name: 'Players',
    content: <RosterList view={view} filter={filter} change={change} footer={<StaffFooter />} />,
  }
  return (
    <MapLayout
      banner={<LinkBanner positionsAt={reading?.readAt ?? null} />}
      map={
        <IslandMap {...island} {...own.map} counts={null} withMarkers={true} card={<AnimalCard players={players} />}>
          {own.overlay}
          {isOpen ? null : (
            <VitalsCard
              {...island}
              players={players}
              age={<ReadingAge readAt={reading?.readAt ?? null} />}
              withDetails={true}
            />
          )}
        </IslandMap>
      }
      panelLabel="Players, your pack, friends and settings"
      panel={
        <SidePanel>
          <SideTabs tabs={[playersTab, own.packTab, own.friendsTab, own.settingsTab]} />
        </SidePanel>
      }
    >
      <RosterFeed markerLayer={markerLayer} players={shown} friends={friends} />
      {own.feed}
      <ChosenAnnouncer players={players} />
    </MapLayout>
  )
}

/**
 * Keeps the chosen animal and the player drawer equal: an animal chosen by the pointer or in the list opens the drawer where there is room
 * beside the map, a player opened from elsewhere is shown on the map, and closing the drawer deselects.
 * @returns whether the drawer shows the chosen animal's player
 */
function useChosenInDrawer(players: Roster['players']): boolean {
  const [chosen, choose] = useAtom(chosenAtom)
  const [opened, open] = useAtom(openPlayerAtom)
  const animal = chosen?.kind === 'animal' ? chosen : null
  const isOnMap = opened !== null && Boolean(players[opened]?.animal)
  const last = useRef({ chosen: animal, opened: null as string | null })
  useEffect(() => {
    const before = last.current
    last.current = { chosen: animal, opened }
    if (animal && animal !== before.chosen && animal.by !== 'keys' && matchMedia(besideQuery).matches) open(animal.id)
    else if (before.opened !== null && opened === null && animal?.id === before.opened) choose(null)
    else if (isOnMap && opened !== before.opened && animal?.id !== opened)
      choose({ kind: 'animal', id: opened, by: 'list' })
  }, [animal, opened, isOnMap, choose, open])
  useEffect(() => () => choose(null), [choose])
  return animal !== null && animal.id === opened
}

/** Below the staff roster: a note that views are recorded, and links to related pages. */
function StaffFooter() {
  const { may } = useAtomValue(accessAtom)
  const [query] = useSearchParams()
  const filter = filterQuery(query)
  return (
    <footer className={styles.foot}>
      <p>Viewing all positions is recorded: who, from when, until when.</p>
      <nav aria-label="Staff pages of the map">
        <Link href={filter === '' ? '/replay' : `/replay?${filter}`}>Replay the last hour</Link>
        {may.includes('ownerPanel') ? (
          <>
            <Link href="/map-settings">Map calibration</Link>
            <Link href="/map-settings#looks">Who has viewed</Link>
          </>
        ) : null}
      </nav>
    </footer>
  )
}
