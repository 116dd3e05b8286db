/**
 * Clustering of markers that would cover each other. All lengths in px of the drawn map; the caller multiplies map units
 * by the scale, so that moving the view changes nothing.
 */

/** A marker that may be counted in a cluster. */
export interface Spot {
  readonly id: string
  readonly x: number
  readonly y: number
}

/** A marker that is always drawn by itself: the user's animal, the pack, the chosen one. It counts what it would cover. */
export interface Anchor extends Spot {
  readonly radius: number
}

/** One drawn thing: a marker by itself, a cluster, or an anchor with what it covers. */
export interface Group {
  /** Stays the same while the group exists. */
  readonly key: number
  readonly anchor: Anchor | null
  /** The ids of the counted spots, without the anchor. */
  readonly ids: readonly string[]
  readonly x: number
  readonly y: number
  readonly radius: number
}

export interface Radii {
  /** Of a marker by itself. */
  readonly single: number
  /** Of a cluster of so many. */
  cluster(count: number): number
  /** Additional radius of an anchor that counts others, for its number. */
  readonly badge: number
}

/** What was merged is separated only when it is this far from touching: small movements change nothing. */
export const slackPx = 5

interface Held {
  key: number
  anchor: Anchor | null
  spots: Spot[]
  x: number
  y: number
  radius: number
}

export interface Clusters {
  /**
   * @param scale a change of it clusters from the beginning; otherwise the groups of the last call are continued
   * @returns groups that do not cover each other, except for anchors, which are where they are
   */
  update(spots: readonly Spot[], anchors: readonly Anchor[], scale: number, radii: Radii): readonly Group[]
}

export function createClusters(): Clusters {
  let held: Held[] = []
  let lastScale = Number.NaN
  let lastKey = 0
  const group = (spots: Spot[], anchor: Anchor | null): Held => {
    lastKey += 1
    return { key: lastKey, anchor, spots, x: 0, y: 0, radius: 0 }
  }

  /** The groups of the last call, of the spots and anchors that still exist; a group of its own for each new one. */
  const continued = (spots: readonly Spot[], anchors: readonly Anchor[]): Held[] => {
    const rest = new Map(spots.map((spot) => [spot.id, spot]))
    const restAnchors = new Map(anchors.map((anchor) => [anchor.id, anchor]))
    for (const { id } of anchors) rest.delete(id)
    const kept = held.flatMap((last): Held[] => {
      const anchor = last.anchor && (restAnchors.get(last.anchor.id) ?? null)
      if (anchor) restAnchors.delete(anchor.id)
      const members = last.spots.flatMap(({ id }) => {
        const spot = rest.get(id)
        rest.delete(id)
        return spot ?? []
      })
      return anchor || members.length > 0 ? [{ ...last, anchor, spots: members }] : []
    })
    const begun = [...rest.values()].map((spot) => group([spot], null))
    return [...kept, ...begun, ...[...restAnchors.values()].map((anchor) => group([], anchor))]
  }

  return {
    update(spots, anchors, scale, radii) {
      if (scale !== lastScale) held = []
      lastScale = scale
      held = continued(spots, anchors)
      for (const one of held) measure(one, radii)
      held = mergeCovering(held, radii)
      held.push(...releaseClear(held, radii, (spot) => group([spot], null)))
      return held.map(({ spots: members, ...rest }) => ({ ...rest, ids: members.map(({ id }) => id) }))
    },
  }
}

/** Sets middle and radius of a group from its spots. */
function measure(one: Held, radii: Radii) {
  const { anchor, spots } = one
  if (anchor) {
    one.x = anchor.x
    one.y = anchor.y
    one.radius = anchor.radius + (spots.length === 0 ? 0 : radii.badge)
    return
  }
  let [x, y] = [0, 0]
  for (const spot of spots) {
    x += spot.x
    y += spot.y
  }
  one.x = x / spots.length
  one.y = y / spots.length
  one.radius = spots.length === 1 ? radii.single : radii.cluster(spots.length)
}

const measured = (one: Held, spots: Spot[], radii: Radii): Held => {
  const changed = { ...one, spots }
  measure(changed, radii)
  return changed
}

/** Distance between the edges of two groups; negative where one covers the other. */
const clearance = (a: Held, b: Held) => Math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius

interface Pair {
  readonly a: Held
  readonly b: Held
  readonly apart: number
}

/** All pairs that cover each other, without pairs of anchors. Sweeps from left to right. */
function coveringPairs(groups: readonly Held[]): Pair[] {
  const inOrder = [...groups].sort((a, b) => a.x - b.x)
  const widest = groups.reduce((most, { radius }) => Math.max(most, radius), 0)
  const pairs: Pair[] = []
  for (const [index, a] of inOrder.entries())
    for (let next = index + 1; next < inOrder.length; next++) {
      const b = inOrder[next]
      if (!b || b.x - a.x >= a.radius + widest) break
      if (a.anchor && b.anchor) continue
      const apart = clearance(a, b)
      if (apart < 0) pairs.push({ a, b, apart })
    }
  return pairs.sort((one, other) => one.apart - other.apart || one.a.key - other.a.key)
}

/** Merges groups until none covers another, those that cover each other most first. */
function mergeCovering(groups: readonly Held[], radii: Radii): Held[] {
  let rest = [...groups]
  for (let pairs = coveringPairs(rest); pairs.length > 0; pairs = coveringPairs(rest)) {
    const merged = new Set<Held>()
    const gone = new Set<Held>()
    for (const { a, b } of pairs) {
      if (merged.has(a) || merged.has(b)) continue
      merged.add(a).add(b)
      const isAWhole = a.anchor !== null || (b.anchor === null && a.spots.length >= b.spots.length)
      const [whole, part] = isAWhole ? [a, b] : [b, a]
      whole.spots = [...whole.spots, ...part.spots]
      measure(whole, radii)
      gone.add(part)
    }
    rest = rest.filter((one) => !gone.has(one))
  }
  return rest
}

/**
 * Separates spots that have moved clear of their group, to be drawn alone or counted in a nearer group. Only where the
 * result covers nothing, so that no separation causes a merge. @returns the new groups of single spots
 */
function releaseClear(groups: readonly Held[], radii: Radii, begin: (spot: Spot) => Held): Held[] {
  const all = [...groups]
  const begun: Held[] = []
  for (const from of groups)
    for (const spot of [...from.spots]) {
      if (from.spots.length + (from.anchor ? 1 : 0) < 2) break
      const rest = measured(from, without(from.spots, spot), radii)
      const alone = { ...from, anchor: null, spots: [spot], x: spot.x, y: spot.y, radius: radii.single }
      if (clearance(rest, alone) < slackPx) continue
      const others = all.filter((other) => other !== from)
      if (others.some((other) => isCovering(rest, other, 0))) continue
      const near = others.filter((other) => clearance(other, alone) < slackPx)
      if (near.length === 0) {
        const single = begin(spot)
        measure(single, radii)
        all.push(single)
        begun.push(single)
      } else if (!joinNearer(near, others, { spot, from, rest }, radii)) continue
      Object.assign(from, rest)
    }
  return begun
}

const without = (spots: readonly Spot[], spot: Spot) => spots.filter((other) => other !== spot)

const isCovering = (a: Held, b: Held, least: number) => !(a.anchor && b.anchor) && clearance(a, b) < least

interface Leaving {
  readonly spot: Spot
  readonly from: Held
  /** The group without the spot. */
  readonly rest: Held
}

/** Counts a leaving spot in the nearest of the groups that it would cover. @returns false if that is not an improvement */
function joinNearer(near: readonly Held[], others: readonly Held[], { spot, from, rest }: Leaving, radii: Radii) {
  const away = (group: Held) => Math.hypot(group.x - spot.x, group.y - spot.y)
  const to = near.reduce((best, other) => (away(other) < away(best) ? other : best))
  if (away(to) + slackPx >= away(from)) return false
  const grown = measured(to, [...to.spots, spot], radii)
  const rivals = others.filter((other) => other !== to)
  if (isCovering(grown, rest, slackPx) || rivals.some((other) => isCovering(grown, other, 0))) return false
  Object.assign(to, grown)
  return true
}
