import { type Grid, sample } from '../../server/game/island/grid.ts'
import { ramp } from '../../server/game/island/shape.ts'
import { shadeOver } from './ground.ts'
import { lay, type Picture, pictureSize } from './mask.ts'
import type { Colour, Palette } from './palette.ts'
import { type Spot, scatter } from './scatter.ts'
import type { Survey } from './survey.ts'

/** Distance between trees in closed forest, map units. */
const spacing = 8.6

/** Whether a tree is drawn at a spot: always in dense forest, rarely in open land, never in water. */
const isGrown = ({ cover, water }: Survey, { x, y, chance }: Spot): boolean => {
  if ((water[Math.floor(y + 2) * pictureSize + Math.floor(x)] ?? 0) > 0) return false
  const density = sample(cover.forest, x, y)
  return chance < 0.94 * ramp(0.22, 0.62, density) + 0.02 * ramp(0.02, 0.2, density)
}

/** Draws trees from north to south, so that each overlaps the one behind it. */
export const drawForest = (survey: Survey, shade: Grid, pictures: readonly Picture[]): void => {
  for (const spot of scatter(survey.seed + 11, spacing)) {
    if (!isGrown(survey, spot)) continue
    const metres = sample(survey.relief, spot.x, spot.y)
    const isHigh = metres + (spot.kind - 0.5) * 120 > 205
    const light = sample(shade, spot.x, spot.y)
    if (isHigh) drawConifer(pictures, spot, light)
    else drawCrown(pictures, spot, light)
  }
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** Ink of one pixel of a tree, each from 0 to 1: its shadow on the ground, its leaves, and light and dark on them. */
interface Leaf {
  cast: number
  inside: number
  lit: number
  dark: number
}

/** The colour of a tree's leaves in the light of its slope. */
const fillOf = (palette: Palette, chance: number, light: number): Colour => {
  const { crownFill } = palette
  const tint = Float64Array.from(crownFill[Math.floor(chance * 97) % crownFill.length] ?? [0, 0, 0])
  shadeOver(tint, palette, light * 0.8)
  return [tint[0] ?? 0, tint[1] ?? 0, tint[2] ?? 0]
}

const layLeaf = (picture: Picture, pixel: number, { cast, inside, lit, dark }: Leaf, fill: Colour): void => {
  const { crownInk, crownLight, crownShadow } = picture.palette
  if (cast > 0) lay(picture, pixel, crownShadow.colour, cast * crownShadow.strength)
  if (inside === 0) return
  lay(picture, pixel, fill, inside)
  if (lit > 0) lay(picture, pixel, crownLight.colour, inside * lit * crownLight.strength)
  lay(picture, pixel, crownInk.colour, inside * dark * crownInk.strength)
}

/** Draws a tree on all images; `shape` returns the ink of a pixel by its offset from the tree's middle. */
const drawTree = (
  pictures: readonly Picture[],
  { x, y, size }: Spot,
  light: number,
  reach: number,
  shape: (dx: number, dy: number, leaf: Leaf) => void,
): void => {
  const leaf: Leaf = { cast: 0, inside: 0, lit: 0, dark: 0 }
  const fills = pictures.map((picture) => fillOf(picture.palette, size, light))
  for (let row = Math.floor(y - reach); row <= y + reach; row++)
    for (let column = Math.floor(x - reach); column <= x + reach; column++) {
      shape(column + 0.5 - x, row + 0.5 - y, leaf)
      if (leaf.cast === 0 && leaf.inside === 0) continue
      for (let i = 0; i < pictures.length; i++) {
        const picture = pictures[i]
        if (picture) layLeaf(picture, row * pictureSize + column, leaf, fills[i] ?? [0, 0, 0])
      }
    }
}

/** A broad-leaved crown seen from above: three lobes, lit from the north-west. */
const drawCrown = (pictures: readonly Picture[], spot: Spot, light: number): void => {
  const radius = 2.7 + 1.9 * spot.size * spot.size
  const turn = spot.kind * 6.283
  const [ax, ay] = [Math.cos(turn) * radius * 0.34, Math.sin(turn) * radius * 0.34]
  const [bx, by] = [Math.cos(turn + 2.1) * radius * 0.34, Math.sin(turn + 2.1) * radius * 0.34]
  const [cx, cy] = [-ax - bx, -ay - by]
  const edge = (dx: number, dy: number) => {
    const a = (dx - ax) * (dx - ax) + (dy - ay) * (dy - ay)
    const b = (dx - bx) * (dx - bx) + (dy - by) * (dy - by)
    const c = (dx - cx) * (dx - cx) + (dy - cy) * (dy - cy)
    return Math.sqrt(Math.min(a, b, c)) - radius * 0.74
  }
  drawTree(pictures, spot, light, radius * 1.6 + 1, (dx, dy, leaf) => {
    leaf.cast = clamp(0.9 - edge(dx - radius * 0.42, dy - radius * 0.42))
    const off = edge(dx, dy)
    leaf.inside = clamp(0.5 - off)
    const away = (dx + dy) / (radius * 1.41)
    leaf.lit = clamp(-away * 1.1 - 0.1)
    const rim = clamp(1 - Math.abs(off + 0.35) / 0.8) * (0.35 + 0.65 * clamp(away + 0.5))
    leaf.dark = Math.max(rim, 0.75 * clamp(away * 1.3 - 0.25))
  })
}

/** A conifer of higher altitudes: a cone with its right side in the shade. */
const drawConifer = (pictures: readonly Picture[], spot: Spot, light: number): void => {
  const height = 7.5 + 3.5 * spot.size
  const half = height * 0.3
  const raised = { ...spot, y: spot.y - height * 0.3 }
  drawTree(pictures, raised, light, height * 0.85, (dx, dy, leaf) => {
    // From the tip (0) to the base (1) of the tree.
    const down = (dy + height * 0.5) / height
    const wide = half * Math.min(Math.max(down, 0), 1.02) * (1 + 0.16 * Math.sin(down * 14))
    const [sx, sy] = [dx - half * 0.9, (dy - height * 0.5) * 1.6]
    leaf.cast = 0.8 * clamp(0.5 + half * 0.9 - Math.sqrt(sx * sx + sy * sy))
    leaf.inside = down < 0 ? 0 : Math.min(clamp(0.5 + wide - Math.abs(dx)), clamp((1 - down) * height + 0.5))
    leaf.lit = dx < -0.2 ? 0.35 : 0
    leaf.dark = Math.max(0.8 * clamp(dx * 0.6 + 0.25), 0.55 * clamp(1 - (wide - Math.abs(dx)) / 0.9))
  })
}
