import { useEffect, useState } from 'react'
import { mapSize } from '../../shared/features/world/frame.ts'
import { leastIslandWidth } from '../../shared/features/world/islandPicture.ts'
import type { Tokens } from '../themes/themes.ts'
import { islandAddress, loadLevel } from './mapImage.ts'
import { createCanvas } from './sprite.ts'
import type { View } from './view.ts'
import { pxPerUnit, toScreen } from './viewport.ts'

/**
 * The water layer: lakes and rivers, found by their colour in the island's own picture for the day. An owner's picture has no
 * known colours and no such layer.
 */

/** Width of the mask, px. */
const maskPx = 1_024
/** Side of a cell in which the sea is found, px: wider than a river, so that the sea does not flow up rivers. */
const cellPx = 8
/** How far from the open sea water still is the sea, px. */
const coastPx = 28
/** Rows that are read at once: all of them would block the page. */
const rowsAtOnce = 64

/** Whether a colour of the day's picture is water: bluish, unlike the violet shadows of mountains. */
export const isWater = (red: number, green: number, blue: number): boolean =>
  blue - red > 10 && green - red > 2 && blue >= green - 4

/**
 * Removes the sea from a mask of all water: cells full of water that are connected to the edge, and what is connected to them
 * within `coastPx`: bays and shallows, and the mouths of rivers.
 * @param water 1 for water, row by row, `side` px wide and high; changed in place
 */
export function removeSea(water: Uint8Array, side: number, cell = cellPx, coast = coastPx) {
  const cells = Math.floor(side / cell)
  const isFull = (column: number, row: number) => {
    for (let y = row * cell; y < (row + 1) * cell; y++)
      for (let x = column * cell; x < (column + 1) * cell; x++) if (water[y * side + x] !== 1) return false
    return true
  }
  const seen = new Uint8Array(cells * cells)
  const isSea = new Uint8Array(cells * cells)
  const sea: number[] = []
  const visit = (column: number, row: number) => {
    if (column < 0 || row < 0 || column >= cells || row >= cells || seen[row * cells + column] === 1) return
    seen[row * cells + column] = 1
    if (!isFull(column, row)) return
    isSea[row * cells + column] = 1
    sea.push(row * cells + column)
  }
  // The picture has a frame: the sea begins within the outermost cells.
  for (let at = 0; at < cells; at++)
    for (const rim of [0, 1, cells - 2, cells - 1]) {
      visit(at, rim)
      visit(rim, at)
    }
  for (let next = 0; next < sea.length; next++) {
    const [column, row] = [(sea[next] ?? 0) % cells, Math.floor((sea[next] ?? 0) / cells)]
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const)
      visit(column + dx, row + dy)
  }
  const rim: number[] = []
  for (const one of sea) {
    const [column, row] = [one % cells, Math.floor(one / cells)]
    for (let y = row * cell; y < (row + 1) * cell; y++)
      water.fill(0, y * side + column * cell, y * side + (column + 1) * cell)
    const isRim = [one - 1, one + 1, one - cells, one + cells].some((other) => !isSea[other])
    if (!isRim) continue
    for (let y = row * cell; y < (row + 1) * cell; y++)
      for (let x = column * cell; x < (column + 1) * cell; x++) rim.push(y * side + x)
  }
  removeConnected(water, side, rim, coast)
}

/** Removes water that is connected to pixels within so many steps. */
function removeConnected(water: Uint8Array, side: number, from: readonly number[], steps: number) {
  let front = from
  for (let step = 0; step < steps && front.length > 0; step++) {
    const next: number[] = []
    for (const pixel of front)
      for (const dy of [-side, 0, side])
        for (let other = pixel + dy - 1; other <= pixel + dy + 1; other++) {
          if (water[other] !== 1) continue
          water[other] = 0
          next.push(other)
        }
    front = next
  }
}

const untilIdle = () => new Promise((resolve) => setTimeout(resolve))

/** @returns null if there is no picture */
async function loadWater(): Promise<OffscreenCanvas | null> {
  const level = await loadLevel(islandAddress(false, leastIslandWidth))
  if (!level) return null
  const { canvas, context } = createCanvas(maskPx, maskPx)
  context.drawImage(level, 0, 0, maskPx, maskPx)
  level.close()
  const water = new Uint8Array(maskPx * maskPx)
  for (let row = 0; row < maskPx; row += rowsAtOnce) {
    await untilIdle()
    const { data } = context.getImageData(0, row, maskPx, rowsAtOnce)
    for (let pixel = 0; pixel < data.length / 4; pixel++)
      if (isWater(data[4 * pixel] ?? 0, data[4 * pixel + 1] ?? 0, data[4 * pixel + 2] ?? 0))
        water[row * maskPx + pixel] = 1
  }
  await untilIdle()
  removeSea(water, maskPx)
  for (let row = 0; row < maskPx; row += rowsAtOnce) {
    await untilIdle()
    const image = context.createImageData(maskPx, rowsAtOnce)
    for (let pixel = 0; pixel < maskPx * rowsAtOnce; pixel++)
      image.data[4 * pixel + 3] = 255 * (water[row * maskPx + pixel] ?? 0)
    context.putImageData(image, 0, row)
  }
  return canvas
}

let loaded: Promise<OffscreenCanvas | null> | null = null

/** The mask of lakes and rivers, loaded when it is first shown; null until then. */
export function useWater(isShown: boolean): OffscreenCanvas | null {
  const [water, setWater] = useState<OffscreenCanvas | null>(null)
  useEffect(() => {
    if (!isShown) return
    let isWanted = true
    loaded ??= loadWater()
    void loaded.then((mask) => {
      // It is loaded again when it is shown the next time.
      if (!mask) loaded = null
      if (isWanted) setWater(mask)
    })
    return () => {
      isWanted = false
    }
  }, [isShown])
  return isShown ? water : null
}

const waterAlpha = 0.8
const tinted = new WeakMap<OffscreenCanvas, { readonly colour: string; readonly canvas: OffscreenCanvas }>()

const tint = (mask: OffscreenCanvas, colour: string): OffscreenCanvas => {
  const known = tinted.get(mask)
  if (known?.colour === colour) return known.canvas
  const { canvas, context } = createCanvas(mask.width, mask.height)
  context.fillStyle = colour
  context.fillRect(0, 0, mask.width, mask.height)
  context.globalCompositeOperation = 'destination-in'
  context.drawImage(mask, 0, 0)
  tinted.set(mask, { colour, canvas })
  return canvas
}

interface WateredScene {
  readonly view: Pick<View, 'get'>
  readonly tokens: Tokens
  readonly water: OffscreenCanvas | null
}

/** Draws lakes and rivers in a strong blue. */
export function drawWater(context: CanvasRenderingContext2D, { water, tokens, view }: WateredScene) {
  if (!water) return
  const { x, y } = toScreen(view.get(), { x: 0, y: 0 })
  const side = mapSize * pxPerUnit(view.get())
  context.globalAlpha = waterAlpha
  context.imageSmoothingQuality = 'high'
  context.drawImage(tint(water, tokens.azure), x, y, side, side)
  context.globalAlpha = 1
}
