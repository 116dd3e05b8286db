import { mixed } from '../themes/mixColours.ts'
import type { Tokens } from '../themes/themes.ts'
import { type Drawing, type Layer, topBox } from '../ui/speciesArt/drawing.ts'
import { createCanvas, type SpritePart } from './sprite.ts'

/** Colours of a species drawing on the map: as in `SpeciesArt`, with its diet as the ground colour. */
export interface ArtColours {
  readonly back: string
  readonly belly: string
  readonly pattern: string
  readonly eye: string
  readonly line: string
  readonly halo: string
}

/** @param isDark whether the outline is the dark colour of the page, since a pale one would make a negative */
export function artColours(tokens: Tokens, diet: keyof Tokens & string, isDark: boolean): ArtColours {
  const light = isDark ? tokens.ink : tokens.raised
  const line = isDark ? tokens.table : tokens.ink
  return {
    back: mixed(tokens[diet], isDark ? tokens.table : tokens.raised, isDark ? 0.85 : 0.62),
    belly: mixed(tokens[diet], light, 0.25),
    pattern: mixed(tokens[diet], tokens.ink, 0.7),
    eye: light,
    line,
    halo: tokens.mapHalo,
  }
}

/** Sharper than drawn: each heading is a turned copy of one picture. */
const oversampling = 2
const haloPx = 2
const outlinePx = 1

const paintLayer = (brush: OffscreenCanvasRenderingContext2D, layer: Layer, colours: ArtColours) => {
  const own = colours[layer.area]
  brush.save()
  if (layer.clip !== undefined) brush.clip(new Path2D(layer.clip))
  brush.fillStyle = layer.isFar ? mixed(own, colours.line, 0.7) : own
  brush.fill(new Path2D(layer.path))
  brush.restore()
}

/** An animal from above in the colours of its diet, facing north. @param size side of its box, CSS px */
export function speciesPart(drawing: Drawing, colours: ArtColours, size: number, ratio: number): SpritePart {
  const room = size + 2 * (haloPx + outlinePx)
  const side = Math.ceil(room * ratio * oversampling)
  const { canvas, context } = createCanvas(side, side)
  const scale = (size / topBox.width) * ratio * oversampling
  const inset = (side - topBox.width * scale) / 2
  context.setTransform(scale, 0, 0, scale, inset, inset)
  const [near, far] = [new Path2D(drawing.near), new Path2D(drawing.far)]
  const perPx = topBox.width / size
  const stroke = (path: Path2D, px: number, colour: string) => {
    context.lineWidth = 2 * px * perPx
    context.strokeStyle = colour
    context.stroke(path)
  }
  for (const path of [far, near]) stroke(path, haloPx + outlinePx, colours.halo)
  stroke(far, outlinePx, colours.line)
  for (const layer of drawing.layers) if (layer.isFar) paintLayer(context, layer, colours)
  stroke(near, outlinePx, colours.line)
  for (const layer of drawing.layers) if (!layer.isFar) paintLayer(context, layer, colours)
  return {
    turns: true,
    draw(brush) {
      brush.imageSmoothingQuality = 'medium'
      brush.drawImage(canvas, -room / 2, -room / 2, room, room)
    },
  }
}

/** The same animal in one colour, on the disc of the user's animal. */
export function speciesSilhouette({ near, far }: Drawing, colour: string, size: number): SpritePart {
  const path = new Path2D(`${far}${near}`)
  return {
    turns: true,
    draw(brush) {
      const scale = size / topBox.width
      brush.scale(scale, scale)
      brush.translate(-topBox.width / 2, -topBox.height / 2)
      brush.fillStyle = colour
      brush.fill(path)
    },
  }
}
