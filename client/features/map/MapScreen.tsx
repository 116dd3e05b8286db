import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { RegionCounts } from '../../../shared/features/regions/regionCounts.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { IslandMap } from '../../map/IslandMap.tsx'
import type { MapLayerName } from '../../map/mapLayers.ts'
import { noOverlays } from '../../map/overlays.ts'
import { useEventShapes } from '../events/useEventShapes.ts'
import { MemberCard } from '../packs/MemberCard.tsx'
import { PackMarkersFeed } from '../packs/PackFeeds.tsx'
import { useEndOfFollowing } from '../packs/useMapNavigation.ts'
import { LinkBanner } from '../server/LinkStatus.tsx'
import { LayersMenu, useMapLayers } from './LayersMenu.tsx'
import { RegionCountsFeed } from './MapFeeds.tsx'
import styles from './MapLayout.module.css'
import { MapLayout, SidePanel, SideTabs } from './MapLayout.tsx'
import { useFollowItem } from './MapMenu.tsx'
import { useOpeningView } from './openingView.ts'
import { RegionList } from './RegionList.tsx'
import { StaffMap } from './StaffMap.tsx'
import { useIslandMap } from './useIslandMap.ts'
import { useOwnMap } from './useOwnMap.tsx'

/** The map page, in the version that the user's permissions allow. */
export function MapScreen() {
  const { principal, may } = useAtomValue(accessAtom)
  // Keyed by user: a different user gets a fresh map without state of the previous one.
  if (principal && may.includes('viewAllPositions')) return <StaffMap key={principal.id} me={principal.id} />
  if (principal && may.includes('play')) return <PlayerMap key={principal.id} me={principal.id} />
  return <GuestMap />
}

const guestLayers: readonly MapLayerName[] = ['regions', 'grid', 'water', 'events']

/** The map of a guest: counts by region and no animals. */
function GuestMap() {
  const island = useIslandMap()
  const layers = useMapLayers(guestLayers)
  useOpeningView({ ...island, me: null, opensOn: 'island' })
  const [counts, setCounts] = useState<RegionCounts['counts'] | null>(null)
  const events = useEventShapes()
  const overlays = useMemo(() => ({ ...noOverlays, events }), [events])
  return (
    <MapLayout
      banner={<LinkBanner positionsAt={null} />}
      map={
        <IslandMap
          {...island}
          counts={counts}
          overlays={overlays}
          layers={layers.shown}
          controls={<LayersMenu {...layers} offered={guestLayers} />}
          withMarkers={false}
          card={null}
        />
      }
      panelLabel="Regions"
      panel={
        <SidePanel>
          <RegionList />
          <GuestNote />
        </SidePanel>
      }
    >
      <RegionCountsFeed onCounts={setCounts} />
    </MapLayout>
  )
}

/** Explains to a guest why there are no pack and no settings. */
function GuestNote() {
  return <p className={styles.note}>Sign in to join a pack and to keep your map settings on all your devices.</p>
}

const playerLayers: readonly MapLayerName[] = ['regions', 'grid', 'water', 'pack', 'trails', 'events', 'danger']

/** The map of a player: their dinosaur, the pack, and counts by region for all others. */
function PlayerMap({ me }: { readonly me: string }) {
  const island = useIslandMap()
  const { view, markerLayer } = island
  const animalItems = useFollowItem(view, markerLayer)
  useEndOfFollowing(me, view)
  const own = useOwnMap({ me, island, withArrows: true, opensOn: 'own', layers: playerLayers, animalItems })
  const [counts, setCounts] = useState<RegionCounts['counts'] | null>(null)
  const readAt = useDocument(vitals, me).value?.readAt ?? null
  const regionsTab = { key: 'regions', name: 'Regions', content: <RegionList /> }
  return (
    <MapLayout
      banner={<LinkBanner positionsAt={readAt} />}
      map={
        <IslandMap {...island} {...own.map} counts={counts} withMarkers card={<MemberCard me={me} />}>
          {own.overlay}
        </IslandMap>
      }
      panelLabel="Your pack, friends and the island"
      panel={
        <SidePanel>
          <SideTabs tabs={[own.packTab, own.friendsTab, regionsTab, own.settingsTab]} />
        </SidePanel>
      }
    >
      <PackMarkersFeed me={me} markerLayer={island.markerLayer} />
      <RegionCountsFeed onCounts={setCounts} />
      {own.feed}
    </MapLayout>
  )
}
