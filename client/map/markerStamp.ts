import type { Tokens } from '../themes/moods.ts'
import { cross, dots, outlines } from './forms.ts'
import type { Marker } from './herd.ts'
import type { MapLook } from './look.ts'
import { animalPart, discPart, pennantPart, pointPart, ringPart, silhouettePart } from './markerParts.ts'
import { createStamp, type Part, type Stamp } from './stamp.ts'

/** What drawings are made with. */
export interface Medium {
  readonly tokens: Tokens
  readonly look: MapLook
  /** Device px per CSS px. */
  readonly ratio: number
}

const glyphPx = 36
/** A hatchling is drawn at two thirds of an adult, and in between there are as many sizes as can be told apart. */
const youngPx = 24
const sizes = 6
const dotPx = 18
/** An animal that lies on a disc is smaller than one that walks free. */
const onDisc = 0.75

/** Around an animal near by, and around a dot, px from the middle. */
const ringPx = { near: 18, far: 10 } as const
const discPx = { near: 15, far: 9 } as const
/** What a point in front of the animal needs beyond that. */
const pointRoomPx = 12
/** The pennant of a leader needs more: it waves beyond the ring. */
const pennantRoomPx = 20

const sizeFor = (growth: number) =>
  youngPx + (Math.round(Math.min(1, growth / 100) * sizes) * (glyphPx - youngPx)) / sizes

/** What an animal is drawn as: its shape from above, from afar a dot by what it eats, a cross when it is dead. */
const outlineOf = ({ kind, form, growth, dead }: Marker, far: boolean) => {
  if (dead) return { path: cross, box: 14, size: dotPx, full: dotPx, turns: false, kind: 'unknown' as const }
  // From afar only the shape of a hunter has a front.
  if (far) return { path: dots[kind], box: 14, size: dotPx, full: dotPx, turns: kind === 'carnivore', kind }
  return { path: outlines[form], box: 32, size: sizeFor(growth), full: glyphPx, turns: true, kind }
}

/** Everything by which two drawings differ. */
export const stampName = ({ relation, leads, kind, form, growth, dead }: Marker, far: boolean): string =>
  `${relation} ${leads} ${far} ${dead ? 'dead' : `${kind} ${form} ${far ? '' : sizeFor(growth)}`}`

const frameParts = (marker: Marker, far: boolean, { tokens, look }: Medium): { room: number; parts: Part[] } => {
  const { relation, leads, dead } = marker
  const own = relation === 'own'
  const colour = { own: tokens[look.playerColor], pack: tokens[look.teammateColor], other: tokens.mapInk }[relation]
  const radius = (own ? discPx : ringPx)[far ? 'far' : 'near']
  const points = look.showDirectionArrows && !dead
  const parts = [
    ...(points ? [pointPart(radius + (relation === 'other' ? 0 : 4), colour, tokens.mapHalo)] : []),
    ...(own ? [discPart(radius, colour, tokens.mapHalo)] : []),
    ...(relation === 'pack' ? [ringPart(radius, colour, tokens.mapHalo)] : []),
    ...(leads ? [pennantPart(radius, colour, tokens.mapHalo)] : []),
  ]
  const room = parts.length === 0 ? 0 : 2 * (radius + (leads ? pennantRoomPx : pointRoomPx))
  return { room, parts }
}

/** @param far so far away that an animal is a dot */
export function markerStamp(marker: Marker, far: boolean, medium: Medium): Stamp {
  const { tokens, ratio } = medium
  const { kind, ...outline } = outlineOf(marker, far)
  const { room, parts } = frameParts(marker, far, medium)
  const animal =
    marker.relation === 'own'
      ? silhouettePart({ ...outline, size: outline.size * onDisc }, tokens.mapHalo)
      : animalPart(outline, kind, tokens)
  return createStamp(Math.max(room, outline.size), [...parts, animal], ratio)
}
