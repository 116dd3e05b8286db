import { bucketEndMs, hourMs, type Sums } from '../../../shared/features/statistics/sums.ts'

type Fields<Value> = { [Name in keyof Sums]-?: NonNullable<Sums[Name]> extends Value ? Name : never }[keyof Sums]

const added = [
  'hubSeconds',
  'linkSeconds',
  'gameSeconds',
  'gameKnownSeconds',
  'playerSeconds',
  'joins',
  'newPlayers',
  'newAccounts',
  'kills',
  'deaths',
] as const satisfies readonly Fields<number>[]
const highest = ['peak', 'players'] as const satisfies readonly Fields<number>[]
const addedByName = [
  'species',
  'outcomes',
  'deliveries',
  'commands',
  'linkMs',
  'deliveryMs',
  'commandMs',
  'gaps',
  'heat',
  'moved',
  'times',
  'sold',
  'soldTimes',
  'refunded',
  'refundedTimes',
] as const satisfies readonly Fields<Record<string, number>>[]

/** Adds what was counted in one time to that of another: see `Sums` for what is not a sum. Changes `into`, and only where there is something to add. */
export function addSums(into: Sums, more: Readonly<Sums>): Sums {
  for (const name of added) if (more[name]) into[name] = (into[name] ?? 0) + more[name]
  for (const name of highest) if (more[name]) into[name] = Math.max(into[name] ?? 0, more[name])
  for (const name of addedByName) {
    for (const [key, count] of Object.entries(more[name] ?? {})) if (count !== 0) addTo(into, name, key, count)
  }
  if (more.online) into.online = more.online.map((value, at) => value ?? into.online?.[at] ?? null)
  if (more.supply) into.supply = { ...into.supply, ...more.supply }
  return into
}

/** Adds to one count of several, such as the seconds of a species. */
export function addTo(into: Sums, name: (typeof addedByName)[number], key: string, count: number) {
  const counts = into[name] ?? {}
  counts[key] = (counts[key] ?? 0) + count
  into[name] ??= counts
}

/** What an hour adds to its day: the same, with its mean in place of its parts. */
export function asPartOfDay(from: number, hour: Readonly<Sums>): Sums {
  const { online: _parts, ...sums } = hour
  const online = Array.from({ length: 24 }, (): number | null => null)
  online[new Date(from).getUTCHours()] = meanOnline(hour)
  return { ...sums, online }
}

/** What the row of an hour keeps: the economy, the kinds of deliveries and the times between visits are kept by day, which takes a tenth of the room. */
export function ofHour({
  moved: _1,
  times: _2,
  sold: _3,
  soldTimes: _4,
  refunded: _5,
  refundedTimes: _6,
  supply: _7,
  deliveries: _8,
  gaps: _9,
  ...hour
}: Sums): Sums {
  return rounded(hour)
}

/** As it is kept: with one decimal, and whole seconds of the many squares, since a sum of fractions of seconds is long as text. */
export function rounded(sums: Readonly<Sums>): Sums {
  const round = (value: unknown): unknown => {
    if (typeof value === 'number') return Math.round(value * 10) / 10
    if (Array.isArray(value)) return value.map(round)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, round(one)]))
  }
  const heat = Object.entries(sums.heat ?? {}).map(([square, seconds]) => [square, Math.round(seconds)] as const)
  return { ...(round(sums) as Sums), ...(heat.length > 0 && { heat: Object.fromEntries(heat) }) }
}

/** Mean of players online while the link was up; null if it never was. One decimal. */
export const meanOnline = ({ linkSeconds, playerSeconds }: Readonly<Sums>) =>
  linkSeconds ? Math.round(((playerSeconds ?? 0) / linkSeconds) * 10) / 10 : null

/**
 * The value below which this part of a histogram of ms lies: the upper end of its bucket, so at most 1.4 times too high. Null of an empty one.
 * @param part from 0 to 1
 */
export function percentileOf(histogram: Readonly<Record<string, number>> | undefined, part: number): number | null {
  const buckets = Object.entries(histogram ?? {})
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((one, other) => one.bucket - other.bucket)
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  let rest = total * part
  for (const { bucket, count } of buckets) {
    rest -= count
    if (rest <= 0) return Math.round(bucketEndMs(bucket))
  }
  return null
}

export const hourOf = (at: number) => Math.floor(at / hourMs) * hourMs
