import type { ReplaySegment, TimeSpan } from '../../../shared/features/replay/queries.ts'
import { nextMoment, spanAt } from './recordedSpans.ts'
import type { ReplayClock } from './replayClock.ts'
import { createReplayPlayer, type ReplayPlayer, type ShownReading } from './replayPlayer.ts'

/** The result of fetching a segment: the segment, null if there is none, or why the fetch failed. */
type Fetched = { readonly segment: ReplaySegment | null } | { readonly why: string }

interface ReplayDriverDeps {
  readonly clock: ReplayClock
  fetchSegment(at: number): Promise<Fetched>
  /** Any monotonic clock, ms. */
  now(): number
  /** Called when the shown reading changes; null if nothing can be shown. */
  onShown(shown: ShownReading | null): void
  /** Called with the reason when nothing can be shown; null when it is resolved. */
  onProblem(why: string | null): void
}

export interface ReplayDriver {
  setSpans(spans: readonly TimeSpan[]): void
  /** To be called many times a second. */
  tick(): void
  stop(): void
}

/** Delay after an attempt without result, ms. */
const retryAfterMs = 2_000
/** How far ahead segments are fetched: in real time, and at least this much replay time. */
const aheadRealMs = 4_000
const leastAheadMs = 20_000
const unreadable = "The recording of this minute can't be read."

/** Drives the replay: fetches ahead, shows the due reading, skips gaps and waits for segments that are not loaded. */
export function createReplayDriver({ clock, fetchSegment, now, onShown, onProblem }: ReplayDriverDeps): ReplayDriver {
  const player = createReplayPlayer()
  let spans: readonly TimeSpan[] = []
  let isFetching = false
  let isStopped = false
  let retryAt = Number.NEGATIVE_INFINITY
  let last: ShownReading | null = null
  let why: string | null = null
  const skipGaps = createGapSkipper(clock, player)
  const report = onChange(onProblem)

  const fetchNext = async (at: number) => {
    if (isFetching || now() < retryAt) return
    const wanted = nextFetchAt(player, spans, at, Math.max(leastAheadMs, aheadRealMs * clock.speed()))
    if (wanted === null) return
    isFetching = true
    const fetched = await fetchSegment(wanted)
    isFetching = false
    if (isStopped) return
    const segment = 'segment' in fetched ? fetched.segment : null
    if (segment) player.add(segment)
    else retryAt = now() + retryAfterMs
    why = 'why' in fetched ? fetched.why : null
  }
  const show = (shown: ShownReading | null) => {
    if (shown?.reading === last?.reading && shown?.before === last?.before) return
    last = shown
    onShown(shown)
  }
  return {
    setSpans(next) {
      spans = next
    },
    tick() {
      const at = clock.at()
      const shown = player.show(at)
      show(shown)
      report(shown === null && player.holding(at) ? unreadable : why)
      skipGaps(spans, at, shown !== null)
      void fetchNext(at)
    },
    stop() {
      isStopped = true
    },
  }
}

function onChange(report: ReplayDriverDeps['onProblem']): ReplayDriverDeps['onProblem'] {
  let last: string | null = null
  return (why) => {
    if (why !== last) report(why)
    last = why
  }
}

/** While playing, skips gaps and unreadable segments; stops the clock while a segment is being fetched. */
function createGapSkipper(clock: ReplayClock, player: ReplayPlayer) {
  let heldAt: number | null = null
  return (spans: readonly TimeSpan[], at: number, isHere: boolean) => {
    const held = player.holding(at)
    if (!clock.isPlaying()) heldAt = null
    else if (!isHere && held) clock.seek(held.until + 1)
    else if (spanAt(spans, at)) {
      heldAt = isHere ? null : (heldAt ?? at)
      if (heldAt !== null) clock.seek(heldAt)
    } else if (!isHere) {
      const next = nextMoment(spans, at)
      if (next === null) clock.pause()
      clock.seek(next ?? spans.at(-1)?.until ?? at)
    }
  }
}

/**
 * The moment of the next segment to fetch, so that `aheadMs` can be played; null if all of it is loaded. After the end
 * of the last segment it is fetched again, since it grows.
 */
export function nextFetchAt(
  player: Pick<ReplayPlayer, 'holding'>,
  spans: readonly TimeSpan[],
  at: number,
  aheadMs: number,
): number | null {
  const span = spanAt(spans, at)
  if (!span) return null
  const enough = Math.min(at + aheadMs, span.until)
  let segment = player.holding(at)
  if (!segment) return at
  const { from, everyMs } = segment
  while (segment.until < enough) {
    const next = player.holding(segment.until + 1)
    if (!next || next.from <= segment.from) return segment.until + 1
    segment = next
  }
  // The first reading of a segment continues the movement from the last one of the previous segment.
  const isNearBeginning = at - from < 2 * everyMs && span.from < from
  return isNearBeginning && !player.holding(from - 1) ? from - 1 : null
}
