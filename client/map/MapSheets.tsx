import type { Context } from 'konva/lib/Context.js'
import type { Layer as KonvaLayer } from 'konva/lib/Layer.js'
import { memo, type RefObject, useRef } from 'react'
import { Layer, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js'
import type { Tokens } from '../themes/moods.ts'
import { drawGround } from './drawGround.ts'
import { drawHerd } from './drawHerd.ts'
import { drawRegions } from './drawRegions.ts'
import type { Scene } from './scene.ts'
import { createSprites } from './sprites.ts'

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

/** Drawings are made anew when the mood changes, or the window moves to a screen of another density. */
function useSprites() {
  const kept = useRef<{ tokens: Tokens; ratio: number; sprites: ReturnType<typeof createSprites> } | null>(null)
  return (tokens: Tokens) => {
    const ratio = devicePixelRatio
    const { current } = kept
    if (current?.tokens === tokens && current.ratio === ratio) return current.sprites
    const sprites = createSprites(tokens, ratio)
    kept.current = { tokens, ratio, sprites }
    return sprites
  }
}

/**
 * The three layers. React decides that they are there and how large; what is on them is drawn from the scene, past React.
 * None listens: the map finds what is under the pointer by itself.
 */
export const MapSheets = memo(function MapSheets({ scene, layers, width, height }: MapSheetsProps) {
  const spritesFor = useSprites()
  const ground = (context: Context) => drawGround(context._context, scene, devicePixelRatio)
  const names = (context: Context) => drawRegions(context._context, scene)
  const animals = (context: Context) => drawHerd(context._context, scene, spritesFor(scene.tokens), performance.now())
  return (
    <Stage width={width} height={height} listening={false}>
      <Layer ref={layers.ground} listening={false}>
        <Shape sceneFunc={ground} perfectDrawEnabled={false} />
      </Layer>
      <Layer ref={layers.regions} listening={false}>
        <Shape sceneFunc={names} perfectDrawEnabled={false} />
      </Layer>
      <Layer ref={layers.herd} listening={false}>
        <Shape sceneFunc={animals} perfectDrawEnabled={false} />
      </Layer>
    </Stage>
  )
})
