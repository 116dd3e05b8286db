import type { Context } from 'konva/lib/Context.js'
import type { Layer as KonvaLayer } from 'konva/lib/Layer.js'
import { memo, type RefObject, useRef } from 'react'
import { Layer, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js'
import { drawDanger } from './drawDanger.ts'
import { drawGround } from './drawGround.ts'
import { drawHerd } from './drawHerd.ts'
import { drawMeasure } from './drawMeasure.ts'
import { drawPings } from './drawPings.ts'
import { drawRegions } from './drawRegions.ts'
import { drawTrailEnds, drawTrails } from './drawTrails.ts'
import { drawWaypoint } from './drawWaypoint.ts'
import type { Medium } from './markerStamp.ts'
import type { Scene } from './scene.ts'
import { createSprites, type Sprites, tagFont } from './sprites.ts'

export interface LayerRefs {
  readonly ground: RefObject<KonvaLayer | null>
  readonly regions: RefObject<KonvaLayer | null>
  readonly herd: RefObject<KonvaLayer | null>
}

interface MapSheetsProps {
  readonly scene: Scene
  readonly layers: LayerRefs
  readonly width: number
  readonly height: number
}

/** Whether names can be written in their own face: until then they are written in another, and not to be kept. */
const hasFace = () => document.fonts?.check(tagFont) ?? true

/** Drawings are made anew when the mood or the look changes, or the window moves to a screen of another density. */
function useSprites() {
  const kept = useRef<{ medium: Medium; isLasting: boolean; sprites: Sprites } | null>(null)
  return ({ tokens, look }: Scene) => {
    const ratio = devicePixelRatio
    const { medium: held, isLasting = false, sprites } = kept.current ?? {}
    const isSame = held?.tokens === tokens && held.look === look && held.ratio === ratio
    if (sprites && isSame && (isLasting || !hasFace())) return sprites
    const medium = { tokens, look, ratio }
    kept.current = { medium, isLasting: hasFace(), sprites: createSprites(medium) }
    return kept.current.sprites
  }
}

/**
 * The three layers. React decides that they are there and how large; what is on them is drawn from the scene, past React.
 * None listens: the map finds what is under the pointer by itself.
 */
export const MapSheets = memo(function MapSheets({ scene, layers, width, height }: MapSheetsProps) {
  const spritesFor = useSprites()
  const ground = (context: Context) => drawGround(context._context, scene, devicePixelRatio)
  const slow = ({ _context: context }: Context) => {
    drawTrails(context, scene)
    drawDanger(context, scene)
    drawRegions(context, scene)
    drawMeasure(context, scene)
  }
  const fast = ({ _context: context }: Context) => {
    const now = scene.herd.now()
    drawTrailEnds(context, scene, now)
    drawWaypoint(context, scene)
    drawPings(context, scene)
    drawHerd(context, scene, spritesFor(scene), now)
  }
  return (
    <Stage width={width} height={height} listening={false}>
      <Layer ref={layers.ground} listening={false}>
        <Shape sceneFunc={ground} perfectDrawEnabled={false} />
      </Layer>
      <Layer ref={layers.regions} listening={false}>
        <Shape sceneFunc={slow} perfectDrawEnabled={false} />
      </Layer>
      <Layer ref={layers.herd} listening={false}>
        <Shape sceneFunc={fast} perfectDrawEnabled={false} />
      </Layer>
    </Stage>
  )
})
