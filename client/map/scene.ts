import { useAtomValue } from 'jotai'
import { useLayoutEffect, useState } from 'react'
import type { RegionCounts } from '../../shared/features/regions/regionCounts.ts'
import { mapThemeAtom } from '../themes/themeAtom.ts'
import { type Theme, type Tokens, themes } from '../themes/themes.ts'
import { type MapImage, useMapImage } from './mapImage.ts'
import { createMapLabels, type MapLabels } from './mapLabels.ts'
import { defaultLayers, type ShownLayers } from './mapLayers.ts'
import { defaultMapStyle, type MapStyle } from './mapStyle.ts'
import type { MarkerLayer } from './markerLayer.ts'
import { noOverlays, type Overlays } from './overlays.ts'
import type { LabelBox } from './placeLabels.ts'
import { createMarkerPlacement, type MarkerPlacement } from './placeMarkers.ts'
import { chosenAtom, hoveredAtom, type MapTarget } from './selection.ts'
import type { View } from './view.ts'
import { useWater } from './water.ts'

/** The input of all drawing functions. One object for the lifetime of the map; React writes it, drawing reads it. */
export interface Scene {
  readonly view: View
  readonly markerLayer: MarkerLayer
  readonly serverNow: () => number
  /** Where animals and clusters are drawn. */
  readonly placement: MarkerPlacement
  /** Where names are drawn. */
  readonly labels: MapLabels
  /** The rectangles of controls and cards on the map, px of the view. */
  clearBoxes: () => readonly LabelBox[]
  /** The rectangle of the card beside the hovered animal. */
  cardBox: LabelBox | null
  /** The rectangles of the signs at the edge of the view. */
  signBoxes: readonly LabelBox[]
  /** The key of the cluster under the pointer or picked by keyboard. */
  pointedCluster: number | null
  metresPerUnit: number
  mapStyle: MapStyle
  overlays: Overlays
  layers: ShownLayers
  theme: Theme
  tokens: Tokens
  /** The island's image; null until loaded. */
  mapImage: MapImage | null
  /** The mask of lakes and rivers; null while they are not highlighted. */
  water: OffscreenCanvas | null
  /** Counts by region, for users without access to positions. */
  counts: RegionCounts['counts'] | null
  /** True while the last known state is shown instead of the current one. */
  isStale: boolean
  chosen: MapTarget | null
  hovered: MapTarget | null
}

export interface SceneProps {
  readonly view: View
  readonly markerLayer: MarkerLayer
  readonly counts: Scene['counts']
  readonly isStale: boolean
  readonly metresPerUnit: number
  /** Address of the owner's custom image; null for the island's own, undefined while that is not known. */
  readonly image: string | null | undefined
  /** A new object causes a redraw: keep its identity while nothing changes, as with the overlays. */
  readonly mapStyle?: MapStyle | undefined
  readonly overlays?: Overlays | undefined
  /** Which layers are drawn; by default all but water and heat. */
  readonly layers?: ShownLayers | undefined
  /** Epoch ms of the server, by which pings and trails age. Must be the same function for the lifetime of the map. */
  readonly serverNow?: (() => number) | undefined
}

/** Keeps the scene in sync with React state. `onChange` is called after each change that must be drawn. */
export function useScene(props: SceneProps, onChange: () => void): { scene: Scene; mapImage: Scene['mapImage'] } {
  const { view, markerLayer, counts, isStale, metresPerUnit, image } = props
  const { mapStyle = defaultMapStyle, overlays = noOverlays, layers = defaultLayers, serverNow = Date.now } = props
  const theme = useAtomValue(mapThemeAtom)
  const chosen = useAtomValue(chosenAtom)
  const hovered = useAtomValue(hoveredAtom)
  const mapImage = useMapImage(theme, image)
  const water = useWater(layers.water && image === null)
  const [scene] = useState<Scene>(() => ({
    view,
    markerLayer,
    serverNow,
    placement: createMarkerPlacement(),
    labels: createMapLabels(),
    clearBoxes: () => [],
    cardBox: null,
    signBoxes: [],
    pointedCluster: null,
    metresPerUnit,
    mapStyle,
    overlays,
    layers,
    theme,
    tokens: themes[theme],
    mapImage: null,
    water: null,
    counts: null,
    isStale: false,
    chosen: null,
    hovered: null,
  }))
  useLayoutEffect(() => {
    Object.assign(scene, { theme, tokens: themes[theme], mapImage, counts, isStale, chosen, hovered })
    Object.assign(scene, { mapStyle, overlays, layers, water, metresPerUnit })
    onChange()
  }, [
    scene,
    theme,
    mapImage,
    counts,
    isStale,
    chosen,
    hovered,
    mapStyle,
    overlays,
    layers,
    water,
    metresPerUnit,
    onChange,
  ])
  return { scene, mapImage }
}
