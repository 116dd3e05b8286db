import { useAtomValue } from 'jotai'
import { useLayoutEffect, useState } from 'react'
import type { MapSettings } from '../../shared/features/mapSettings/mapSettings.ts'
import type { Ping } from '../../shared/features/packs/packLife.ts'
import type { RegionCounts } from '../../shared/features/regions/regionCounts.ts'
import type { TrailPoint } from '../../shared/features/trails/queries.ts'
import type { Point } from '../../shared/features/world/frame.ts'
import { themeAtom } from '../themes/themeAtom.ts'
import { type Theme, type Tokens, themes } from '../themes/themes.ts'
import { type MapImage, useMapImage } from './mapImage.ts'
import type { MarkerLayer, Relation } from './markerLayer.ts'
import { chosenAtom, type MapTarget, pointedAtom } from './selection.ts'
import type { View } from './view.ts'

/** Everything that the layers draw from. One object that lives as long as the map; React writes it, drawing reads it. */
export interface Scene {
  readonly view: View
  readonly markerLayer: MarkerLayer
  readonly serverNow: () => number
  metresPerUnit: number
  mapStyle: MapStyle
  overlays: Overlays
  theme: Theme
  tokens: Tokens
  /** The island's picture; null until it has come. */
  mapImage: MapImage | null
  /** Numbers by region, for whoever sees no positions. */
  counts: RegionCounts['counts'] | null
  /** True while what is shown is the last that was known, not what is. */
  isStale: boolean
  chosen: MapTarget | null
  pointed: MapTarget | null
}

/** How whoever looks wants the map drawn. A player's map settings hold all of it. */
export type MapStyle = Readonly<
  Pick<
    MapSettings,
    'playerColor' | 'teammateColor' | 'pingColor' | 'showPlayerNames' | 'showDirectionArrows' | 'mapOpacity'
  >
>

/** For whoever has set nothing: names, and no arrows beside animals that show by their shape where they look. */
export const defaultMapStyle: MapStyle = {
  playerColor: 'amber',
  teammateColor: 'azure',
  pingColor: 'coral',
  showPlayerNames: true,
  showDirectionArrows: false,
  mapOpacity: 1,
}

/** The way that an animal came. */
export interface Trail {
  /** The id of its marker. */
  readonly id: string
  readonly relation: Relation
  /** Oldest first. A new piece begins where the animal was not seen, or was moved. */
  readonly pieces: readonly (readonly TrailPoint[])[]
}

/** A way that is being measured; `to` is null until its end was placed. */
export interface Measure {
  readonly from: Point
  readonly to: Point | null
}

/** What lies over the island beside its animals. All places in map units, all times epoch ms of the server. */
export interface Overlays {
  readonly pings: readonly Readonly<Ping>[]
  readonly waypoint: Point | null
  readonly trails: readonly Trail[]
  readonly measure: Measure | null
  /** The place around which the danger zones are drawn. */
  readonly dangerAt: Point | null
}

export const noOverlays: Overlays = { pings: [], waypoint: null, trails: [], measure: null, dangerAt: null }

export interface SceneProps {
  readonly view: View
  readonly markerLayer: MarkerLayer
  readonly counts: Scene['counts']
  readonly isStale: boolean
  readonly metresPerUnit: number
  /** The owner's own picture of the whole map; null for the island's. */
  readonly image?: string | null | undefined
  /** Another object is another drawing: keep it while nothing changes, and so with the overlays. */
  readonly mapStyle?: MapStyle | undefined
  readonly overlays?: Overlays | undefined
  /** Epoch ms of the server, by which pings and trails age. Must be the same function for as long as the map lives. */
  readonly serverNow?: (() => number) | undefined
}

/** The scene, kept up with what React knows. `onChange` is called after each change that must be drawn. */
export function useScene(props: SceneProps, onChange: () => void): { scene: Scene; mapImage: Scene['mapImage'] } {
  const { view, markerLayer, counts, isStale, metresPerUnit, image = null } = props
  const { mapStyle = defaultMapStyle, overlays = noOverlays, serverNow = Date.now } = props
  const theme = useAtomValue(themeAtom)
  const chosen = useAtomValue(chosenAtom)
  const pointed = useAtomValue(pointedAtom)
  const mapImage = useMapImage(theme, image)
  const [scene] = useState<Scene>(() => ({
    view,
    markerLayer,
    serverNow,
    metresPerUnit,
    mapStyle,
    overlays,
    theme,
    tokens: themes[theme],
    mapImage: null,
    counts: null,
    isStale: false,
    chosen: null,
    pointed: null,
  }))
  useLayoutEffect(() => {
    Object.assign(scene, { theme, tokens: themes[theme], mapImage, counts, isStale, chosen, pointed })
    Object.assign(scene, { mapStyle, overlays, metresPerUnit })
    onChange()
  }, [scene, theme, mapImage, counts, isStale, chosen, pointed, mapStyle, overlays, metresPerUnit, onChange])
  return { scene, mapImage }
}
