import { closedPath, completeHalf, mirror, type Point, parsePoints, tubeOutline } from './curves.ts'

/** The areas that a skin can recolour. */
export const areas = ['back', 'belly', 'pattern', 'eye'] as const
export type Area = (typeof areas)[number]

/** A closed path of a drawing, painted in order. */
export interface Layer {
  readonly path: string
  /** `line` is painted in the colour of the outline. */
  readonly area: Area | 'line'
  /** Limbs and ornaments of the averted side, in a darker shade and below everything else. */
  readonly isFar: boolean
  /** Whether its own edge is drawn where it lies on the body. */
  readonly hasEdge: boolean
  /** The path of the body that limits it. */
  readonly clip: string | undefined
}

export interface Drawing {
  readonly layers: readonly Layer[]
  /** The union of all near parts, and of all far ones. */
  readonly near: string
  readonly far: string
}

interface Kind {
  readonly area: Area | 'line'
  /** The part of the animal that it grows with. */
  readonly of: 'body' | 'head' | 'limb'
  readonly far?: true
  readonly edge?: true
  /** Limited to the body that is drawn before it. */
  readonly clip?: true
  /** Horns, plates and crests: a young animal has small ones. Those `onFrill` move with the frill. */
  readonly ornament?: true | 'frill' | 'onFrill'
}

/** The two drawings of a species, as text: see `parseSheet`. The side view faces right, the top view north. */
export interface Sheet {
  readonly side: string
  readonly top: string
}

const eye: Kind = { area: 'eye', of: 'head', edge: true }
/** Belongs to every eye. */
const pupil: Kind = { area: 'line', of: 'head' }

/** What the first word of a line means. */
const kinds: Readonly<Record<string, Kind>> = {
  trunk: { area: 'back', of: 'body' },
  limb: { area: 'back', of: 'limb', edge: true },
  far: { area: 'back', of: 'limb', far: true },
  belly: { area: 'belly', of: 'body', clip: true },
  mark: { area: 'pattern', of: 'body', clip: true },
  plume: { area: 'pattern', of: 'body', edge: true },
  farplume: { area: 'pattern', of: 'body', far: true },
  claw: { area: 'belly', of: 'limb', edge: true },
  plate: { area: 'pattern', of: 'body', edge: true, ornament: true },
  farplate: { area: 'pattern', of: 'body', far: true, ornament: true },
  spike: { area: 'belly', of: 'body', edge: true, ornament: true },
  farspike: { area: 'belly', of: 'body', far: true, ornament: true },
  fold: { area: 'line', of: 'body' },
  head: { area: 'back', of: 'head' },
  jaw: { area: 'belly', of: 'head', edge: true },
  beak: { area: 'belly', of: 'head', edge: true },
  tooth: { area: 'belly', of: 'head', edge: true },
  throat: { area: 'belly', of: 'head', clip: true },
  face: { area: 'pattern', of: 'head', clip: true },
  frill: { area: 'back', of: 'head', edge: true, ornament: 'frill' },
  frillmark: { area: 'pattern', of: 'head', clip: true, ornament: 'onFrill' },
  frillhorn: { area: 'belly', of: 'head', edge: true, ornament: 'onFrill' },
  farfrillhorn: { area: 'belly', of: 'head', far: true, ornament: 'onFrill' },
  horn: { area: 'belly', of: 'head', edge: true, ornament: true },
  farhorn: { area: 'belly', of: 'head', far: true, ornament: true },
  crest: { area: 'pattern', of: 'head', edge: true, ornament: true },
  farcrest: { area: 'pattern', of: 'head', far: true, ornament: true },
  lip: { area: 'line', of: 'head' },
  eye,
}

interface Part {
  readonly kind: Kind
  readonly points: readonly Point[]
  /** Whether it is one path with the part before it. */
  readonly isJoined: boolean
}

/**
 * Feet on the ground at 0, 0: the three toes of a runner and the column of a heavy animal; a hand with its
 * wrist there; and toes from above. */
const feet: Readonly<Record<string, readonly Point[]>> = {
  foot: parsePoints('-4.5,-7 3.5,-8 9,-5 16,-3.6 20.5,0.2^ 15,-0.4 12.6,-1.8^ 12,0.2^ 4,0.2 -3,0.2 -5,-2.5'),
  hand: parsePoints('-3,-2.6 5,-2 13,4^ 6,2.4 4,2^ 8,11^ 3,7 1,4.5^ 1,12.5^ -2.4,7.5 -4,1'),
  toes: parsePoints('-2.2,2 -4.2,-4^ -1.5,-1.6 0,-6.4^ 1.5,-1.6 4.2,-4^ 2.2,2'),
  hoof: parsePoints('-5.6,-9 5.6,-9 6.6,-4 8,0^ 4.4,0 3.6,-1^ 2.8,0 -1,0 -1.8,-1^ -2.6,0 -6,0^ -6,-4'),
}

interface Skeleton {
  readonly parts: readonly Part[]
  /** Where the head is joined, and where the tail begins. */
  readonly neck: Point
  readonly rump: Point
}

/**
 * Reads a drawing: one part a line, its kind and its points. Points with radii are the centre line of a tube, others an
 * outline. `and` joins an outline to the part before it; `foot`, `hoof`, `hand` and `toes` join one at `x,y,size`. `neck` and
 * `rump` are the joints of head and tail.
 */
function parseSheet(text: string): Skeleton {
  const parts: Part[] = []
  const joints = new Map<string, Point | undefined>()
  for (const line of text.trim().split('\n')) {
    const [, word = '', rest = ''] = /^\s*(\S+)\s+(.*)$/.exec(line) ?? []
    const points = parsePoints(rest)
    const kind = kinds[word]
    const above = parts.at(-1)
    if (kind) parts.push({ kind, points, isJoined: false })
    if (word === 'eye') parts.push({ kind: pupil, points: points.map(pupilOf), isJoined: false })
    if (kind) continue
    if (above && word === 'and') parts.push({ kind: above.kind, points, isJoined: true })
    else if (above && feet[word])
      parts.push({ kind: above.kind, points: footAt(feet[word], points[0]), isJoined: true })
    else if (word === 'neck' || word === 'rump') joints.set(word, points[0])
    else throw new Error(`"${word}" is not a part of a drawing.`)
  }
  const origin = { x: 0, y: 0 }
  return { parts, neck: joints.get('neck') ?? origin, rump: joints.get('rump') ?? origin }
}

const pupilOf = (eye: Point): Point => ({ ...eye, x: eye.x + 0.15, radius: (eye.radius ?? 0) * 0.55 })

const footAt = (foot: readonly Point[], at: Point | undefined): readonly Point[] => {
  if (!at) throw new Error('A foot needs a place.')
  const size = at.radius ?? 1
  return foot.map((point) => ({ ...point, x: at.x + point.x * size, y: at.y + point.y * size }))
}

/** How a young animal differs from a grown one, as factors of size. */
export interface Youth {
  readonly head: number
  /** Length in front of the eye. */
  readonly snout: number
  readonly eye: number
  readonly tail: number
  readonly ornament: number
  readonly frill: number
}

/** Proportions of a hatchling of a few months: large head and eyes, short snout and tail, ornaments hardly begun. */
export const usualYouth: Youth = { head: 1.5, snout: 0.75, eye: 1.35, tail: 0.72, ornament: 0.45, frill: 0.66 }

const around = (centre: Point, point: Point, factor: number): Point => ({
  ...point,
  x: centre.x + (point.x - centre.x) * factor,
  y: centre.y + (point.y - centre.y) * factor,
  radius: point.radius && point.radius * factor,
})

/** The base of an ornament: the middle of its first and last point, or the beginning of a tube. */
function baseOf(points: readonly Point[]): Point {
  const [first, last] = [points[0] as Point, points.at(-1) as Point]
  return first.radius === undefined ? { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 } : first
}

/** As icon: what a species is known by, its head and ornaments, is larger, and the tail that fills the width is shorter. */
const iconProportions: Youth = { head: 1.42, snout: 1, eye: 1.5, tail: 0.55, ornament: 1.3, frill: 1.12 }

function reproportioned({ parts, neck, rump }: Skeleton, youth: Youth): readonly Part[] {
  const { x: eyeX } = parts.find((part) => part.kind === eye)?.points[0] ?? neck
  const frill = parts.find((part) => part.kind.ornament === 'frill')?.points ?? [neck]
  const headPoint = (point: Point) => {
    const shortened = { ...point, x: point.x > eyeX ? eyeX + (point.x - eyeX) * youth.snout : point.x }
    return around(neck, shortened, youth.head)
  }
  const bodyPoint = (point: Point) =>
    point.x < rump.x ? { ...point, x: rump.x + (point.x - rump.x) * youth.tail } : point
  const warps = { head: headPoint, body: bodyPoint, limb: (point: Point) => point }
  return parts.map((part) => {
    const { kind, points } = part
    const base = baseOf(kind.ornament === 'onFrill' ? frill : points)
    const sized = points.map((point) => {
      if (kind.ornament) return around(base, point, kind.ornament === true ? youth.ornament : youth.frill)
      return kind === eye || kind === pupil ? { ...point, radius: (point.radius ?? 0) * youth.eye } : point
    })
    return { ...part, points: sized.map(warps[kind.of]) }
  })
}

const isTube = (points: readonly Point[]) => points[0]?.radius !== undefined

const circle = ({ x, y, radius = 1 }: Point): readonly Point[] =>
  Array.from({ length: 8 }, (_, step) => {
    const angle = (step / 4) * Math.PI
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
  })

const outlineOf = (points: readonly Point[]): readonly Point[] => {
  if (!isTube(points)) return points
  return points.length === 1 ? circle(points[0] as Point) : tubeOutline(points)
}

const isMiddle = (point: Point | undefined) => point?.x === 0

/** Completes a part of a top view: parts of the middle line become symmetrical, others get a mirror image. */
const bothSides = (part: Part): readonly Part[] => {
  const { points } = part
  if (isTube(points) ? points.every(isMiddle) : isMiddle(points[0]) && isMiddle(points.at(-1)))
    return [isTube(points) ? part : { ...part, points: completeHalf(points) }]
  return [part, { ...part, points: mirror(points), isJoined: true }]
}

/** The box that a drawing is fitted into. */
export interface Box {
  readonly width: number
  readonly height: number
}

/** Fits the outlines into the middle of a box, or on its lower edge. @param room the share of the box that is used */
function fitted(outlined: readonly Part[], { width, height }: Box, room: number, onGround: boolean): readonly Part[] {
  const corners = outlined.filter((part) => !part.kind.clip).flatMap((part) => part.points)
  const [xs, ys] = [corners.map((point) => point.x), corners.map((point) => point.y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const margin = 4
  const inner = { width: width - 2 * margin, height: height - 2 * margin }
  const scale = Math.min(inner.width / (right - left), inner.height / (bottom - top)) * room
  const lowest = onGround ? height - margin : (height + (bottom - top) * scale) / 2
  const place = (point: Point): Point => ({
    ...point,
    x: width / 2 + (point.x - (left + right) / 2) * scale,
    y: lowest + (point.y - bottom) * scale,
  })
  return outlined.map((part) => ({ ...part, points: part.points.map(place) }))
}

/** One path for a part and all that are joined to it. */
function joinedPaths(outlined: readonly Part[]): { kind: Kind; path: string }[] {
  const joined: { kind: Kind; path: string }[] = []
  for (const { kind, points, isJoined } of outlined) {
    const last = joined.at(-1)
    if (isJoined && last) last.path += closedPath(points)
    else joined.push({ kind, path: closedPath(points) })
  }
  return joined
}

function paint(outlined: readonly Part[]): Drawing {
  const drawn = joinedPaths(outlined)
  const layers = drawn.map(({ kind, path }, at): Layer => {
    const body = drawn.slice(0, at).filter((below) => !below.kind.clip && !below.kind.far)
    const clip = kind.clip && body.map((below) => below.path).join('')
    return { path, area: kind.area, isFar: kind.far === true, hasEdge: kind.edge === true, clip }
  })
  const union = (isFar: boolean) =>
    layers
      .filter((layer) => layer.isFar === isFar && layer.clip === undefined)
      .map((layer) => layer.path)
      .join('')
  return { layers, near: union(false), far: union(true) }
}

const outlined = (parts: readonly Part[]) => parts.map((part) => ({ ...part, points: outlineOf(part.points) }))

export const sideBox: Box = { width: 200, height: 120 }
export const topBox: Box = { width: 100, height: 100 }

export const grownDrawing = (sheet: string): Drawing =>
  paint(fitted(outlined(parseSheet(sheet).parts), sideBox, 1, true))

/** The side view for a few pixels. @param youth null for a grown animal */
export const iconDrawing = (sheet: string, youth: Youth | null): Drawing => {
  const proportions = youth ? { ...youth, tail: youth.tail * 0.75, eye: youth.eye * 1.2 } : iconProportions
  return paint(fitted(outlined(reproportioned(parseSheet(sheet), proportions)), sideBox, youth ? 0.8 : 1, true))
}

export const youngDrawing = (sheet: string, youth: Youth): Drawing =>
  paint(fitted(outlined(reproportioned(parseSheet(sheet), youth)), sideBox, 0.84, true))

/** Slender animals are drawn broader from above than they are: a marker of their true width would be a line. */
function broadened(parts: readonly Part[]): readonly Part[] {
  const points = parts.flatMap((part) => part.points)
  const [xs, ys] = [points.map((point) => Math.abs(point.x)), points.map((point) => point.y)]
  const slenderness = (Math.max(...ys) - Math.min(...ys)) / (2 * Math.max(...xs))
  const factor = Math.min(1.28, Math.max(1, slenderness * 0.6))
  const broad = ({ x, radius, ...point }: Point): Point => ({
    ...point,
    x: x * factor,
    radius: radius && radius * factor,
  })
  return parts.map((part) => ({ ...part, points: part.points.map(broad) }))
}

/** @param room the share of the box: small species have slightly smaller markers */
export const topDrawing = (sheet: string, room: number): Drawing =>
  paint(fitted(outlined(broadened(parseSheet(sheet).parts).flatMap(bothSides)), topBox, room, false))
