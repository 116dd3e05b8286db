import { mapSize, type Point } from '../../shared/features/world/frame.ts'
import { channelsOf } from '../themes/mixColours.ts'
import type { Tokens } from '../themes/themes.ts'
import type { Scene } from './scene.ts'
import { createCanvas } from './sprite.ts'
import { pxPerUnit, toScreen } from './viewport.ts'

/** Side of the grid on which crowds are counted, cells. */
export const heatCells = 96
const cellUnits = mapSize / heatCells
/** An animal warms its surroundings up to this distance, cells: about 700 m. */
const reachCells = 6
/** Heat of one animal where it is; a crowd is the sum. */
const one = 1
/** Heat below which the ground is not coloured: single animals are markers already. */
const leastHeat = 1.2
const mostHeat = 9

/** The heat of a grid cell: the sum over animals, each less with its distance. Row by row from the north-west. */
export function heatOf(places: readonly Point[]): Float32Array {
  const heat = new Float32Array(heatCells * heatCells)
  for (const { x, y } of places) {
    const [middleX, middleY] = [x / cellUnits - 0.5, y / cellUnits - 0.5]
    const [left, top] = [Math.ceil(middleX - reachCells), Math.ceil(middleY - reachCells)]
    for (let row = Math.max(0, top); row <= Math.min(heatCells - 1, middleY + reachCells); row++)
      for (let column = Math.max(0, left); column <= Math.min(heatCells - 1, middleX + reachCells); column++) {
        const away = ((column - middleX) ** 2 + (row - middleY) ** 2) / reachCells ** 2
        if (away < 1) heat[row * heatCells + column] = (heat[row * heatCells + column] ?? 0) + one * (1 - away) ** 2
      }
  }
  return heat
}

/** How hot a cell is drawn, from 0 (not at all) to 1. */
export const heatLevel = (heat: number): number => Math.max(0, Math.min(1, (heat - leastHeat) / (mostHeat - leastHeat)))

/** A picture of the heat, from amber to coral, a px for each cell. */
function heatPicture(heat: Float32Array, tokens: Tokens): OffscreenCanvas {
  const { canvas, context } = createCanvas(heatCells, heatCells)
  const image = context.createImageData(heatCells, heatCells)
  const [low, high] = [channelsOf(tokens.amber), channelsOf(tokens.coral)]
  for (const [cell, value] of heat.entries()) {
    const level = heatLevel(value)
    for (let channel = 0; channel < 3; channel++)
      image.data[4 * cell + channel] = (low[channel] ?? 0) * (1 - level) + (high[channel] ?? 0) * level
    image.data[4 * cell + 3] = level === 0 ? 0 : 255 * Math.min(0.62, 0.18 + 0.8 * level)
  }
  context.putImageData(image, 0, 0)
  return canvas
}

/** How often crowds are counted again while heat is shown, ms: they gather slowly. */
export const heatEveryMs = 1_000

export interface Heat {
  draw(context: CanvasRenderingContext2D, scene: Scene, now: number): void
  /** Whether it is shown and older than `heatEveryMs`. @param now any monotonic clock, ms */
  isDue(scene: Scene, now: number): boolean
}

/** The heat layer: where many animals are. */
export function createHeat(): Heat {
  let picture: OffscreenCanvas | null = null
  let drawnAt = Number.NEGATIVE_INFINITY
  let drawnWith: Tokens | null = null
  const isOld = (now: number) => now - drawnAt >= heatEveryMs
  return {
    isDue: ({ layers }, now) => layers.heat && isOld(now),
    draw(context, scene, now) {
      if (!scene.layers.heat) return
      if (!picture || isOld(now) || drawnWith !== scene.tokens) {
        const { markerLayer } = scene
        const at = markerLayer.now()
        picture = heatPicture(
          heatOf(markerLayer.markers().flatMap((marker) => markerLayer.at(marker, at) ?? [])),
          scene.tokens,
        )
        drawnAt = now
        drawnWith = scene.tokens
      }
      const view = scene.view.get()
      const { x, y } = toScreen(view, { x: 0, y: 0 })
      const side = mapSize * pxPerUnit(view)
      context.imageSmoothingEnabled = true
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, x, y, side, side)
    },
  }
}
