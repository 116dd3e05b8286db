import { patronTiers } from '../../../shared/features/patrons/patrons.ts'
import type { User, UserSort } from '../../../shared/features/users/users.ts'

/** A user in the memory of this node. It is replaced when anything of it changes, and then `isGone`. */
export interface Row {
  readonly user: User
  readonly isDemo: boolean
  /** The name as it is sorted. */
  readonly name: string
  isGone: boolean
  /** The search that looked at it last, and whether it was found. */
  lookedAtBy: object | null
  wasFound: boolean
}

export type Sort = UserSort | 'id'
/** Rows that are looked at before other work has its turn: a few ms. */
export const rowsPerTurn = 1_000
export const otherWork = () => new Promise<void>((resolve) => void setImmediate(resolve))

export type Compare = (one: Row, other: Row) => number

const byId: Compare = ({ user: one }, { user: other }) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
const byFigure =
  (figureOf: (user: User) => number): Compare =>
  (one, other) =>
    figureOf(one.user) - figureOf(other.user) || byId(one, other)

/** The order is always the same: equal users are in the order of their ids. */
export const comparisons: Readonly<Record<Sort, Compare>> = {
  id: byId,
  username: (one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : byId(one, other)),
  patreonTier: byFigure(({ patreonTier }) => patronTiers.indexOf(patreonTier)),
  playtime: byFigure(({ playtime }) => playtime),
  joinDate: byFigure(({ joinDate }) => joinDate),
  lastActive: byFigure(({ lastActive }) => lastActive ?? 0),
  status: byFigure(({ status, banInfo }) => (status === 'active' ? 0 : (banInfo?.bannedDate ?? 1))),
  dinosaurs: byFigure(({ currencies }) => currencies.dinosaurs),
  voidPearls: byFigure(({ currencies }) => currencies.voidPearls ?? 0),
  sylvanShards: byFigure(({ currencies }) => currencies.sylvanShards ?? 0),
  razorTalons: byFigure(({ currencies }) => currencies.razorTalons ?? 0),
}

export const sorts = Object.keys(comparisons) as Sort[]

/** Sorted some at a time, so that many do not hold up other work. */
export async function sorted(rows: readonly Row[], compare: Compare): Promise<readonly Row[]> {
  let runs: (readonly Row[])[] = []
  for (let at = 0; at < rows.length; at += rowsPerTurn) {
    runs.push(rows.slice(at, at + rowsPerTurn).sort(compare))
    if (rows.length > rowsPerTurn) await otherWork()
  }
  while (runs.length > 1) {
    const next: (readonly Row[])[] = []
    for (let at = 0; at < runs.length; at += 2) {
      next.push(merged(runs[at] ?? [], runs[at + 1] ?? [], compare))
      await otherWork()
    }
    runs = next
  }
  return runs[0] ?? []
}

interface Changes {
  readonly added: readonly Row[]
  readonly removed: readonly Row[]
}

/**
 * A copy with some changes, whose places are found by halving; the rows between them are copied without being compared. Readers of the
 * list before go on with it.
 */
export function changedInPlaces(rows: readonly Row[], { added, removed }: Changes, compare: Compare): readonly Row[] {
  const leaving = removed
    .map((row) => ({ place: placeOf(rows, row, compare), row }))
    .filter(({ place, row }) => rows[place] === row)
    .map(({ place }) => ({ place, isLeaving: true, with: [] as readonly Row[] }))
  const coming = added
    .filter(({ isGone }) => !isGone)
    .sort(compare)
    .map((row) => ({ place: placeOf(rows, row, compare), isLeaving: false, with: [row] }))
  // Of equal places the coming ones are first, in their order.
  const changes = [...coming, ...leaving].sort((one, other) => one.place - other.place)
  const parts: (readonly Row[])[] = []
  let at = 0
  for (const { place, isLeaving, with: rowsInstead } of changes) {
    if (place > at) parts.push(rows.slice(at, place))
    parts.push(rowsInstead)
    at = isLeaving ? place + 1 : place
  }
  parts.push(rows.slice(at))
  return ([] as readonly Row[]).concat(...parts)
}

/** The first place whose row is not before this one. */
function placeOf(rows: readonly Row[], row: Row, compare: Compare): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(rows[middle] as Row, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Of two sorted lists. */
export function merged(one: readonly Row[], other: readonly Row[], compare: Compare): readonly Row[] {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one
  const all: Row[] = []
  let [a, b] = [0, 0]
  while (a < one.length || b < other.length) {
    const [left, right] = [one[a], other[b]]
    const isLeft = right === undefined || (left !== undefined && compare(left, right) <= 0)
    all.push((isLeft ? left : right) as Row)
    if (isLeft) a += 1
    else b += 1
  }
  return all
}
