import type { Context } from 'konva/lib/Context.js'
import type { Layer as KonvaLayer } from 'konva/lib/Layer.js'
import { memo, type RefObject, useRef } from 'react'
import { Layer, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js'
import { drawGround } from './drawGround.ts'
import { drawMarkers } from './drawMarkers.ts'
import { drawDanger, drawMeasure } from './drawMeasurements.ts'
import { drawPings, drawWaypoint } from './drawPackPlaces.ts'
import { drawRegions } from './drawRegions.ts'
import { drawTrailEnds, drawTrails } from './drawTrails.ts'
import type { Scene } from './scene.ts'
import { createSpriteCache, type SpriteCache, type SpriteStyle, tagFont } from './spriteCache.ts'

export interface LayerRefs {
  readonly ground: RefObject<KonvaLayer | null>
  readonly regions: RefObject<KonvaLayer | null>
  readonly markers: RefObject<KonvaLayer | null>
}

interface MapLayersProps {
  readonly scene: Scene
  readonly layers: LayerRefs
  readonly width: number
  readonly height: number
}

/** Whether the label font is loaded. Sprites drawn before that use a fallback font and must not be cached. */
const isFontLoaded = () => document.fonts?.check(tagFont) ?? true

/** The sprite cache, recreated when the theme, the map style or the pixel density changes. */
function useSprites() {
  const cache = useRef<{ style: SpriteStyle; isFinal: boolean; sprites: SpriteCache } | null>(null)
  return ({ tokens, mapStyle }: Scene) => {
    const ratio = devicePixelRatio
    const { style: cachedStyle, isFinal = false, sprites } = cache.current ?? {}
    const isSame = cachedStyle?.tokens === tokens && cachedStyle.mapStyle === mapStyle && cachedStyle.ratio === ratio
    if (sprites && isSame && (isFinal || !isFontLoaded())) return sprites
    const style = { tokens, mapStyle, ratio }
    const created = createSpriteCache(style)
    cache.current = { style, isFinal: isFontLoaded(), sprites: created }
    return created
  }
}

/**
 * The three canvas layers. React mounts and sizes them; their content is drawn from the scene without React. The layers
 * listen to no events: hit testing is done by the map itself.
 */
export const MapLayers = memo(function MapLayers({ scene, layers, width, height }: MapLayersProps) {
  const spritesFor = useSprites()
  const ground = (context: Context) => drawGround(context._context, scene, devicePixelRatio)
  const slow = ({ _context: context }: Context) => {
    drawTrails(context, scene)
    drawDanger(context, scene)
    drawRegions(context, scene)
    drawMeasure(context, scene)
  }
  const fast = ({ _context: context }: Context) => {
    const now = scene.markerLayer.now()
    drawTrailEnds(context, scene, now)
    drawWaypoint(context, scene)
    drawPings(context, scene)
    drawMarkers(context, scene, spritesFor(scene), now)
  }
  return (
    <Stage width={width} height={height} listening={false}>
      <Layer ref={layers.ground} listening={false}>
        <Shape sceneFunc={ground} perfectDrawEnabled={false} />
      </Layer>
      <Layer ref={layers.regions} listening={false}>
        <Shape sceneFunc={slow} perfectDrawEnabled={false} />
      </Layer>
      <Layer ref={layers.markers} listening={false}>
        <Shape sceneFunc={fast} perfectDrawEnabled={false} />
      </Layer>
    </Stage>
  )
})
