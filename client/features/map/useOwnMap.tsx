import { type ReactNode, useMemo, useState } from 'react'
import type { MapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import type { PackLife } from '../../../shared/features/packs/packLife.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import type { MapLayerName, ShownLayers } from '../../map/mapLayers.ts'
import type { MapStyle } from '../../map/mapStyle.ts'
import type { Trail } from '../../map/overlays.ts'
import type { SceneProps } from '../../map/scene.ts'
import type { ToolUse } from '../../map/selection.ts'
import type { MenuItem } from '../../ui/Menu.tsx'
import { useEventShapes } from '../events/useEventShapes.ts'
import { MapFriends } from '../friends/MapFriends.tsx'
import styles from '../packs/MapTools.module.css'
import { MapTools, SharingToggle } from '../packs/MapTools.tsx'
import { PingAnnouncer, TrailsFeed } from '../packs/PackFeeds.tsx'
import { PackPanel } from '../packs/PackPanel.tsx'
import { ToolStatus } from '../packs/ToolStatus.tsx'
import { useMapNavigation } from '../packs/useMapNavigation.ts'
import { useMapTools } from '../packs/useMapTools.ts'
import { usePack } from '../packs/usePack.ts'
import { LayersMenu, useMapLayers } from './LayersMenu.tsx'
import type { SideTab } from './MapLayout.tsx'
import { useMapMenu } from './MapMenu.tsx'
import { MapSettingsPanel } from './MapSettingsPanel.tsx'
import { useMapSettings } from './mapSettings.ts'
import { useOpeningView } from './openingView.ts'
import type { useIslandMap } from './useIslandMap.ts'

/** What every signed-in user, including staff, has on the map: pack, tools, layers and settings. */
interface OwnMap {
  /** Props of the map. */
  readonly map: ToolUse &
    Required<Pick<SceneProps, 'mapStyle' | 'overlays' | 'layers' | 'serverNow'>> & { readonly controls: ReactNode }
  /** Content on top of the map. */
  readonly overlay: ReactNode
  /** Loads trails while they are shown; renders nothing. */
  readonly feed: ReactNode
  readonly packTab: SideTab
  readonly friendsTab: SideTab
  readonly settingsTab: SideTab
}

const noPings: PackLife['pings'] = {}

interface OwnMapOptions {
  /** The account of the viewing user. */
  readonly me: string
  readonly island: ReturnType<typeof useIslandMap>
  /** False on maps with hundreds of animals, where arrows would cover them; silhouettes show the heading as well. */
  readonly withArrows: boolean
  /** Where the map opens for the first time. */
  readonly opensOn: 'island' | 'own'
  readonly layers: readonly MapLayerName[]
  /** The part of the context menu that concerns an animal, by marker id. */
  readonly animalItems: (animal: string) => readonly MenuItem[]
  readonly onAnimalMenu?: (animal: string | null) => void
}

export function useOwnMap({ me, island, withArrows, opensOn, layers: offered, ...menus }: OwnMapOptions): OwnMap {
  const { view, markerLayer, metresPerUnit } = island
  const { serverNow } = useConnection()
  const packState = usePack(me)
  const own = packState.name === 'here' ? packState : null
  const settings = useMapSettings(me)
  const { pingInterval, zoomLevel } = settings.settings
  const navigation = useMapNavigation(view, markerLayer)
  const tools = useMapTools()
  const layers = useMapLayers(offered)
  const { onContext, menu } = useMapMenu({
    me,
    packState,
    tools,
    pingInterval,
    animalItems: menus.animalItems,
    onAnimal: menus.onAnimalMenu,
  })
  const [trails, setTrails] = useState<readonly Trail[]>([])
  useOpeningView({ view, markerLayer, me, opensOn, zoomLevel: settings.state === 'here' ? zoomLevel : null })

  const pings = own?.life.pings ?? noPings
  const waypoint = own?.pack.waypoint ?? null
  const { measure, dangerAt } = tools
  const events = useEventShapes()
  const mapStyle = useMapStyle(settings.settings, withArrows)
  const overlays = useMemo(
    () => ({ pings: Object.values(pings), waypoint, trails, measure, dangerAt, events }),
    [pings, waypoint, trails, measure, dangerAt, events],
  )
  return {
    map: {
      ...tools.onMap,
      onContext,
      mapStyle,
      overlays,
      serverNow,
      layers: useShownDanger(layers.shown, tools.lit === 'danger'),
      controls: <LayersMenu {...layers} offered={offered} />,
    },
    overlay: (
      <>
        <div className={styles.toolbarArea}>
          <SharingToggle me={me} packState={packState} />
          <MapTools me={me} packState={packState} tools={tools} pingInterval={pingInterval} />
          <ToolStatus tools={tools} metresPerUnit={metresPerUnit} navigation={navigation} />
        </div>
        {own ? <PingAnnouncer key={own.id} me={me} pings={own.life.pings} /> : null}
        {menu}
      </>
    ),
    feed: layers.shown.trails ? (
      <TrailsFeed markerLayer={markerLayer} metresPerUnit={metresPerUnit} onTrails={setTrails} />
    ) : null,
    packTab: {
      key: 'pack',
      name: 'Pack',
      count: own ? Object.keys(own.pack.members).length : null,
      content: <PackPanel me={me} navigation={navigation} />,
    },
    friendsTab: {
      key: 'friends',
      name: 'Friends',
      content: <MapFriends me={me} navigation={navigation} />,
    },
    settingsTab: {
      key: 'settings',
      name: 'Settings',
      content: <MapSettingsPanel {...settings} withArrows={withArrows} />,
    },
  }
}

/** Danger zones that were just asked for are drawn even with their layer off. */
const useShownDanger = (shown: ShownLayers, isLit: boolean): ShownLayers =>
  useMemo(() => (isLit && !shown.danger ? { ...shown, danger: true } : shown), [shown, isLit])

/** Memoized: a new object causes a redraw. */
const useMapStyle = (settings: MapSettings, withArrows: boolean): MapStyle =>
  useMemo(() => (withArrows ? settings : { ...settings, showDirectionArrows: false }), [settings, withArrows])
