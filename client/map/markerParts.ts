import type { Tokens } from '../themes/moods.ts'
import { hollowKinds, type Kind } from './forms.ts'
import type { Brush, Part } from './stamp.ts'

/** One stroke weight for all that is drawn. */
const strokePx = 1.5

interface Outline {
  readonly path: string
  /** How wide the box is that the path is drawn in, around 0, 0. */
  readonly box: number
  /** How large it is put down, CSS px. */
  readonly size: number
  /** The size at which strokes have their own weight: what is put down smaller is finer too. */
  readonly full: number
  readonly turns: boolean
}

const scaleOf = ({ box, full }: Outline) => (full - 8) / box

const shrink = (brush: Brush, outline: Outline) => {
  const shrunk = (scaleOf(outline) * outline.size) / outline.full
  brush.scale(shrunk, shrunk)
}

/** An animal in the colour of what it eats, with the map's halo around it. */
export function animalPart(outline: Outline, kind: Kind, tokens: Tokens): Part {
  const shape = new Path2D(outline.path)
  const scale = scaleOf(outline)
  const isHollow = hollowKinds.has(kind)
  return {
    turns: outline.turns,
    draw(brush) {
      shrink(brush, outline)
      brush.strokeStyle = tokens.mapHalo
      brush.lineWidth = (strokePx * 3.5) / scale
      brush.stroke(shape)
      brush.strokeStyle = tokens[kind]
      brush.fillStyle = isHollow ? tokens.mapHalo : tokens[kind]
      brush.lineWidth = (isHollow ? strokePx * 1.5 : strokePx) / scale
      brush.fill(shape)
      brush.stroke(shape)
    },
  }
}

/** An animal in one flat colour, to lie on a disc. */
export function silhouettePart(outline: Outline, colour: string): Part {
  const shape = new Path2D(outline.path)
  return {
    turns: outline.turns,
    draw(brush) {
      shrink(brush, outline)
      brush.fillStyle = colour
      brush.strokeStyle = colour
      brush.lineWidth = strokePx / scaleOf(outline)
      brush.fill(shape)
      brush.stroke(shape)
    },
  }
}

const haloPx = 2

const strokeBoth = (brush: Brush, shape: Path2D, px: number, colour: string, halo: string) => {
  brush.strokeStyle = halo
  brush.lineWidth = px + 2 * haloPx
  brush.stroke(shape)
  brush.strokeStyle = colour
  brush.lineWidth = px
  brush.stroke(shape)
}

/** The ring around an animal of one's pack. */
export function ringPart(radius: number, colour: string, halo: string): Part {
  const shape = new Path2D()
  shape.arc(0, 0, radius, 0, 2 * Math.PI)
  return { turns: false, draw: (brush) => strokeBoth(brush, shape, 2.5, colour, halo) }
}

/** The full disc that one's own animal lies on. */
export function discPart(radius: number, colour: string, halo: string): Part {
  const shape = new Path2D()
  shape.arc(0, 0, radius, 0, 2 * Math.PI)
  return {
    turns: false,
    draw(brush) {
      strokeBoth(brush, shape, 3, colour, halo)
      brush.fillStyle = colour
      brush.fill(shape)
    },
  }
}

/** Which way an animal looks: a point in front of it. @param from how far in front it begins, px */
export function pointPart(from: number, colour: string, halo: string): Part {
  const shape = new Path2D(`M0 ${-from - 6} L4.5 ${-from} L-4.5 ${-from} Z`)
  return {
    turns: true,
    draw(brush) {
      strokeBoth(brush, shape, 1.5, colour, halo)
      brush.fillStyle = colour
      brush.fill(shape)
    },
  }
}

/** The pennant of whoever leads a pack, at the upper right. @param away from the middle, px */
export function pennantPart(away: number, colour: string, halo: string): Part {
  const [x, y] = [away * Math.SQRT1_2, -away * Math.SQRT1_2]
  const shape = new Path2D(`M${x} ${y + 6} V${y - 8} L${x + 9} ${y - 5} L${x} ${y - 2}`)
  return {
    turns: false,
    draw(brush) {
      strokeBoth(brush, shape, 1.5, colour, halo)
      brush.fillStyle = colour
      brush.fill(shape)
    },
  }
}
