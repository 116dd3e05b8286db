import { merged, type Spread } from './spread.ts'

/** What is timed, and how it is told of. */
export const spanNames = {
  connect: 'connecting, until the hub says hello',
  snapshot: 'from watching to the first snapshot of all that is watched',
  ack: 'a command, until it is acknowledged',
  patch: 'a command, until its patch is seen',
  status: "a change that the game told of, from the hub's reading to the viewer",
  frameGap: 'between two frames of positions',
} as const
export type SpanName = keyof typeof spanNames
export const spans = Object.keys(spanNames) as SpanName[]

/** What is counted. */
export const counted = [
  'opened',
  'lost',
  'bytes',
  'messages',
  'patches',
  'snapshots',
  'frames',
  'missedFrames',
  'commands',
] as const
export type CountName = (typeof counted)[number]

/** What one process has seen since it was last asked. */
export interface Told {
  /** Open now, and shown all that they watch. */
  readonly viewers: number
  readonly players: number
  readonly counts: Record<CountName, number>
  /** What went wrong, by its code, and how often. */
  readonly troubles: Record<string, number>
  readonly spans: Record<SpanName, Spread>
  /** The longest time in which this very process could do nothing, ms: latencies up to that may be its own. */
  readonly ownLagMs: number
}

const perName = <Name extends string, Value>(names: readonly Name[], figure: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, figure(name)])) as Record<Name, Value>

export const nothingTold = (): Told => ({
  ...{ viewers: 0, players: 0, ownLagMs: 0, troubles: {} },
  counts: perName(counted, () => 0),
  spans: perName(spans, () => ({})),
})

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function troublesOf(all: readonly Told[]) {
  const troubles: Record<string, number> = {}
  for (const told of all)
    for (const [code, count] of Object.entries(told.troubles)) troubles[code] = (troubles[code] ?? 0) + count
  return troubles
}

/** Of several processes at one time, which each have their own viewers. */
export const together = (all: readonly Told[]): Told => ({
  viewers: sum(all.map(({ viewers }) => viewers)),
  players: sum(all.map(({ players }) => players)),
  ownLagMs: Math.max(0, ...all.map(({ ownLagMs }) => ownLagMs)),
  troubles: troublesOf(all),
  counts: perName(counted, (name) => sum(all.map(({ counts }) => counts[name]))),
  spans: perName(spans, (name) => merged(all.map((told) => told.spans[name]))),
})

/** One time after the other: who was there at once are the most of any. */
export const overTime = (all: readonly Told[]): Told => ({
  ...together(all),
  viewers: Math.max(0, ...all.map(({ viewers }) => viewers)),
  players: Math.max(0, ...all.map(({ players }) => players)),
})
