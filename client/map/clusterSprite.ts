import type { Tokens } from '../themes/themes.ts'
import type { AnimalKind } from './glyphs.ts'
import { createCanvas } from './sprite.ts'

/** The font of the numbers in clusters. */
export const clusterFont = '600 15px "Barlow Condensed", sans-serif'

const haloPx = 1.5
const dietRingPx = 4
const kindOrder: readonly AnimalKind[] = ['carnivore', 'herbivore', 'omnivore', 'unknown']

/** How many animals of each diet a cluster counts. */
export type KindCounts = Readonly<Record<AnimalKind, number>>

interface Style {
  readonly tokens: Tokens
  /** Device px per CSS px. */
  readonly ratio: number
}

/** A square picture around a middle, drawn in CSS px. */
const renderAround = (radius: number, ratio: number, draw: (brush: OffscreenCanvasRenderingContext2D) => void) => {
  // An even side, so that the middle lies between two px.
  const side = 2 * Math.ceil((radius + 1) * ratio)
  const { canvas, context } = createCanvas(side, side)
  context.setTransform(ratio, 0, 0, ratio, side / 2, side / 2)
  draw(context)
  return canvas.transferToImageBitmap()
}

const disc = (radius: number, from = 0, until = 2 * Math.PI) => {
  const path = new Path2D()
  path.arc(0, 0, radius, from, until)
  return path
}

/** A disc with the number of its animals, in a ring that is divided by their diets. */
export const clusterPicture = (radius: number, counts: KindCounts, { tokens, ratio }: Style): ImageBitmap =>
  renderAround(radius + haloPx, ratio, (brush) => {
    const total = kindOrder.reduce((sum, kind) => sum + counts[kind], 0)
    brush.fillStyle = tokens.mapHalo
    brush.fill(disc(radius + haloPx))
    const ring = Math.min(dietRingPx, radius / 4)
    brush.lineWidth = ring
    brush.lineCap = 'butt'
    let from = -Math.PI / 2
    for (const kind of kindOrder) {
      if (counts[kind] === 0) continue
      const until = from + (counts[kind] / total) * Math.PI * 2
      brush.strokeStyle = tokens[kind]
      brush.stroke(disc(radius - ring / 2, from, until))
      from = until
    }
    brush.font = clusterFont
    brush.textAlign = 'center'
    brush.textBaseline = 'middle'
    brush.fillStyle = tokens.mapInk
    brush.fillText(String(total), 0, 1)
  })

/** The ring around a hovered or chosen animal or cluster. */
export const selectionPicture = (radius: number, { tokens, ratio }: Style): ImageBitmap =>
  renderAround(radius + 3, ratio, (brush) => {
    const path = disc(radius)
    brush.lineWidth = 6
    brush.strokeStyle = tokens.mapHalo
    brush.stroke(path)
    brush.lineWidth = 2.5
    brush.strokeStyle = tokens.focus
    brush.stroke(path)
  })
