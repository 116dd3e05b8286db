/** The measured durations, each with its name in the report. */
export const timingNames = {
  connect: 'connecting, until the hub says hello',
  snapshot: 'from watching to the first snapshot of all that is watched',
  ack: 'a command, until it is acknowledged',
  patch: 'a command, until its patch is seen',
  status: "a change in the game, from the hub's reading to the viewer",
  frameGap: 'between two frames of positions',
} as const
export type TimingName = keyof typeof timingNames
export const timings = Object.keys(timingNames) as TimingName[]

const counted = [
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
type CountName = (typeof counted)[number]

/** What one process measured since the last call of `take`. */
export interface Measurements {
  /** Open now. */
  readonly viewers: number
  readonly players: number
  readonly counts: Record<CountName, number>
  /** Number of faults by code. */
  readonly faults: Record<string, number>
  readonly timings: Record<TimingName, Histogram>
  /** The longest time in which this process was blocked, ms: latencies up to that may be its own. */
  readonly ownLagMs: number
}

const byName = <Name extends string, Value>(names: readonly Name[], figure: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, figure(name)])) as Record<Name, Value>

export const noMeasurements = (): Measurements => ({
  viewers: 0,
  players: 0,
  ownLagMs: 0,
  faults: {},
  counts: byName(counted, () => 0),
  timings: byName(timings, () => ({})),
})

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function sumFaults(all: readonly Measurements[]) {
  const faults: Record<string, number> = {}
  for (const measurements of all)
    for (const [code, count] of Object.entries(measurements.faults)) faults[code] = (faults[code] ?? 0) + count
  return faults
}

/** Of several processes at the same time, each with its own viewers. */
export const combined = (all: readonly Measurements[]): Measurements => ({
  viewers: sum(all.map(({ viewers }) => viewers)),
  players: sum(all.map(({ players }) => players)),
  ownLagMs: Math.max(0, ...all.map(({ ownLagMs }) => ownLagMs)),
  faults: sumFaults(all),
  counts: byName(counted, (name) => sum(all.map(({ counts }) => counts[name]))),
  timings: byName(timings, (name) => merged(all.map((measurements) => measurements.timings[name]))),
})

/** Of several times: the numbers of viewers and players are the highest of all. */
export const overTime = (all: readonly Measurements[]): Measurements => ({
  ...combined(all),
  viewers: Math.max(0, ...all.map(({ viewers }) => viewers)),
  players: Math.max(0, ...all.map(({ players }) => players)),
})

const checkEveryMs = 50

/** Collects the measurements of one process. */
export function createRecorder() {
  let measurements = noMeasurements()
  let ownLagMs = 0
  let checkedAt = performance.now()
  const check = () => {
    const now = performance.now()
    ownLagMs = Math.max(ownLagMs, now - checkedAt - checkEveryMs)
    checkedAt = now
  }
  setInterval(check, checkEveryMs).unref()
  return {
    count(name: CountName, by = 1) {
      measurements.counts[name] += by
    },
    took: (name: TimingName, ms: number) => addTo(measurements.timings[name], ms),
    fault(code: string) {
      measurements.faults[code] = (measurements.faults[code] ?? 0) + 1
    },
    /** All measurements since the last call. */
    take(connected: Pick<Measurements, 'viewers' | 'players'>): Measurements {
      check()
      const taken = { ...measurements, ...connected, ownLagMs }
      measurements = noMeasurements()
      ownLagMs = 0
      return taken
    },
  }
}
export type Recorder = ReturnType<typeof createRecorder>

/** A histogram of durations that processes can merge: count by bucket, each bucket 4.4% wider than the one before. */
export type Histogram = Record<number, number>

const bucketsPerDoubling = 16
/** Upper bound of the first bucket, ms. */
const shortestMs = 0.05

export const bucketOf = (ms: number) =>
  ms <= shortestMs ? 0 : Math.ceil(Math.log2(ms / shortestMs) * bucketsPerDoubling)

/** Upper bound of a bucket, ms. */
const endOf = (bucket: number) => shortestMs * 2 ** (bucket / bucketsPerDoubling)

export function addTo(histogram: Histogram, ms: number) {
  const bucket = bucketOf(ms)
  histogram[bucket] = (histogram[bucket] ?? 0) + 1
}

export function merged(histograms: readonly Histogram[]): Histogram {
  const sum: Histogram = {}
  for (const histogram of histograms)
    for (const [bucket, count] of Object.entries(histogram)) sum[Number(bucket)] = (sum[Number(bucket)] ?? 0) + count
  return sum
}

export const countIn = (histogram: Histogram) => Object.values(histogram).reduce((sum, count) => sum + count, 0)

/**
 * The duration that a share of the cases did not exceed, ms; null if there are none.
 * @param share 0.5 for the median, 1 for the maximum
 */
export function percentile(histogram: Histogram, share: number): number | null {
  let left = Math.max(1, Math.ceil(countIn(histogram) * share))
  const buckets = Object.keys(histogram).map(Number)
  for (const bucket of buckets.sort((one, other) => one - other)) {
    left -= histogram[bucket] ?? 0
    if (left <= 0) return endOf(bucket)
  }
  return null
}
