import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { MapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import type { PackLife } from '../../../shared/features/packs/packLife.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import type { MarkerLayer } from '../../map/markerLayer.ts'
import type { MapStyle, Overlays, Trail } from '../../map/scene.ts'
import type { ToolUse } from '../../map/selection.ts'
import type { View } from '../../map/view.ts'
import { centredOn, startPlace } from '../../map/viewport.ts'
import styles from '../packs/MapTools.module.css'
import { MapTools, SharingToggle } from '../packs/MapTools.tsx'
import { TrailsFeed } from '../packs/PackFeeds.tsx'
import { PackPanel } from '../packs/PackPanel.tsx'
import { ToolStatus } from '../packs/ToolStatus.tsx'
import { useMapNavigation } from '../packs/useMapNavigation.ts'
import { useMapTools } from '../packs/useMapTools.ts'
import { usePack } from '../packs/usePack.ts'
import type { SideTab } from './MapLayout.tsx'
import { MapSettingsPanel } from './MapSettingsPanel.tsx'
import { useMapSettings } from './mapSettings.ts'
import type { useIslandMap } from './useIslandMap.ts'

/** What every signed-in user, including staff, has on the map: pack, tools and settings. */
interface OwnMap {
  /** Props of the map. */
  readonly map: ToolUse & { readonly mapStyle: MapStyle; readonly overlays: Overlays; serverNow(): number }
  /** Content on top of the map. */
  readonly overlay: ReactNode
  /** Loads trails while they are shown; renders nothing. */
  readonly feed: ReactNode
  readonly packTab: SideTab
  readonly settingsTab: SideTab
}

const noPings: PackLife['pings'] = {}

interface OwnMapOptions {
  /** The account of the viewing user. */
  readonly me: string
  readonly island: ReturnType<typeof useIslandMap>
  /** False on maps with hundreds of animals, where arrows would cover them; silhouettes show the heading as well. */
  readonly withArrows: boolean
}

export function useOwnMap({ me, island, withArrows }: OwnMapOptions): OwnMap {
  const { view, markerLayer, metresPerUnit } = island
  const { serverNow } = useConnection()
  const packState = usePack(me)
  const own = packState.name === 'here' ? packState : null
  const settings = useMapSettings(me)
  const navigation = useMapNavigation(me, view, markerLayer)
  const tools = useMapTools(own !== null)
  const [withTrails, setWithTrails] = useState(true)
  const [trails, setTrails] = useState<readonly Trail[]>([])
  useInitialView(view, markerLayer, settings.state === 'here' ? settings.settings.zoomLevel : null)

  const pings = own?.life.pings ?? noPings
  const waypoint = own?.pack.waypoint ?? null
  const { measure, dangerAt } = tools
  const mapStyle = useMapStyle(settings.settings, withArrows)
  const overlays = useMemo(
    () => ({ pings: Object.values(pings), waypoint, trails, measure, dangerAt }),
    [pings, waypoint, trails, measure, dangerAt],
  )
  return {
    map: { ...tools.onMap, mapStyle, overlays, serverNow },
    overlay: (
      <div className={styles.toolbarArea}>
        <SharingToggle me={me} packState={packState} />
        <MapTools
          me={me}
          packState={packState}
          tools={tools}
          withTrails={withTrails}
          pingInterval={settings.settings.pingInterval}
          onTrails={setWithTrails}
        />
        <ToolStatus tools={tools} metresPerUnit={metresPerUnit} navigation={navigation} />
      </div>
    ),
    feed: withTrails ? (
      <TrailsFeed me={me} markerLayer={markerLayer} metresPerUnit={metresPerUnit} onTrails={setTrails} />
    ) : null,
    packTab: {
      key: 'pack',
      name: 'Pack',
      count: own ? Object.keys(own.pack.members).length : null,
      content: <PackPanel me={me} navigation={navigation} />,
    },
    settingsTab: {
      key: 'settings',
      name: 'Settings',
      content: <MapSettingsPanel {...settings} withArrows={withArrows} />,
    },
  }
}

/** Memoized: a new object causes a redraw. */
const useMapStyle = (settings: MapSettings, withArrows: boolean): MapStyle =>
  useMemo(() => (withArrows ? settings : { ...settings, showDirectionArrows: false }), [settings, withArrows])

/**
 * Sets the initial zoom from the settings and centres on the own animal once known, unless the user has moved the map.
 */
function useInitialView(view: View, markerLayer: MarkerLayer, zoomLevel: number | null) {
  const isOpened = useRef(false)
  useEffect(() => {
    if (zoomLevel === null || isOpened.current) return
    isOpened.current = true
    if (isUntouched(view)) view.set({ ...view.get(), zoom: zoomLevel })
  }, [view, zoomLevel])
  useEffect(() => {
    const unsubscribe = markerLayer.subscribe(() => {
      const own = markerLayer.friendly().find(({ relation }) => relation === 'own')
      const place = own && markerLayer.at(own, markerLayer.now())
      if (!place) return
      unsubscribe()
      if (isUntouched(view)) view.set(centredOn(view.get(), place))
    })
    return () => void unsubscribe()
  }, [view, markerLayer])
}

const isUntouched = (view: View) => {
  const { x, y } = view.target()
  return x === startPlace.x && y === startPlace.y && view.followed() === null
}
