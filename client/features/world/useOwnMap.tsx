import { type ReactNode, useMemo, useState } from 'react'
import type { MapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import type { PackLife } from '../../../shared/features/packs/packLife.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import type { MapLook } from '../../map/look.ts'
import type { Overlays, Trail } from '../../map/overlays.ts'
import type { ToolUse } from '../../map/tool.ts'
import { SettingsPanel } from '../mapSettings/SettingsPanel.tsx'
import { useMapSettings } from '../mapSettings/useMapSettings.ts'
import styles from '../packs/MapTools.module.css'
import { MapTools } from '../packs/MapTools.tsx'
import { PackPanel } from '../packs/PackPanel.tsx'
import { SharingSign } from '../packs/SharingSign.tsx'
import { ToolSign } from '../packs/ToolSign.tsx'
import { TrailsFeed } from '../packs/TrailsFeed.tsx'
import { useGuide } from '../packs/useGuide.ts'
import { useMapTools } from '../packs/useMapTools.ts'
import { usePack } from '../packs/usePack.ts'
import type { BesideTab } from './BesideTabs.tsx'
import type { useIslandMap } from './useIslandMap.ts'
import { useOpening } from './useOpening.ts'

/** What whoever is signed in has on their map, staff as well: their pack, their tools, their settings. */
export interface OwnMap {
  /** For the map itself. */
  readonly map: ToolUse & { readonly look: MapLook; readonly overlays: Overlays; serverNow(): number }
  /** Stands over the map. */
  readonly over: ReactNode
  /** Brings trails while they are wanted; draws nothing itself. */
  readonly feed: ReactNode
  readonly packTab: BesideTab
  readonly settingsTab: BesideTab
}

const noPings: PackLife['pings'] = {}

interface OwnMapParts {
  /** The account of whoever looks. */
  readonly me: string
  readonly island: ReturnType<typeof useIslandMap>
  /** Among hundreds of animals, whose shapes show where they look, arrows would only hide them. */
  readonly withArrows: boolean
}

export function useOwnMap({ me, island, withArrows }: OwnMapParts): OwnMap {
  const { view, herd, metresPerUnit } = island
  const { serverNow } = useConnection()
  const use = usePack(me)
  const own = use.name === 'here' ? use : null
  const settings = useMapSettings(me)
  const guide = useGuide(me, view, herd)
  const tools = useMapTools(own !== null)
  const [withTrails, setWithTrails] = useState(true)
  const [trails, setTrails] = useState<readonly Trail[]>([])
  useOpening(view, herd, settings.state === 'here' ? settings.settings.zoomLevel : null)

  const pings = own?.life.pings ?? noPings
  const waypoint = own?.pack.waypoint ?? null
  const { measure, dangerAt } = tools
  const look = useLook(settings.settings, withArrows)
  const overlays = useMemo(
    () => ({ pings: Object.values(pings), waypoint, trails, measure, dangerAt }),
    [pings, waypoint, trails, measure, dangerAt],
  )
  return {
    map: { ...tools.onMap, look, overlays, serverNow },
    over: (
      <div className={styles.over}>
        <SharingSign me={me} use={use} />
        <MapTools
          {...{ me, use, tools, withTrails }}
          pingInterval={settings.settings.pingInterval}
          onTrails={setWithTrails}
        />
        <ToolSign tools={tools} metresPerUnit={metresPerUnit} guide={guide} />
      </div>
    ),
    feed: withTrails ? <TrailsFeed {...{ me, herd, metresPerUnit }} onTrails={setTrails} /> : null,
    packTab: {
      key: 'pack',
      name: 'Pack',
      count: own ? Object.keys(own.pack.members).length : null,
      face: <PackPanel me={me} guide={guide} />,
    },
    settingsTab: { key: 'settings', name: 'Settings', face: <SettingsPanel {...settings} withArrows={withArrows} /> },
  }
}

/** The same object while nothing of it changes: another one is another drawing. */
const useLook = (settings: MapSettings, withArrows: boolean): MapLook =>
  useMemo(() => (withArrows ? settings : { ...settings, showDirectionArrows: false }), [settings, withArrows])
