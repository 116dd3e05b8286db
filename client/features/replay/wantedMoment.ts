import type { Stretch } from '../../../shared/features/replay/queries.ts'
import type { ReplayPlayer } from './replayPlayer.ts'
import { stretchAt } from './stretches.ts'

/**
 * For which moment a segment is to be fetched next, so that what is shown can go on for `aheadMs`; null when all of that is
 * here. Past the last reading of the last segment it is asked for again, as it grows.
 */
export function wantedMoment(
  player: Pick<ReplayPlayer, 'holding'>,
  stretches: readonly Stretch[],
  at: number,
  aheadMs: number,
): number | null {
  const stretch = stretchAt(stretches, at)
  if (!stretch) return null
  const enough = Math.min(at + aheadMs, stretch.until)
  let segment = player.holding(at)
  if (!segment) return at
  const { from, everyMs } = segment
  while (segment.until < enough) {
    const next = player.holding(segment.until + 1)
    if (!next || next.from <= segment.from) return segment.until + 1
    segment = next
  }
  // The first reading of a segment is eased to from the last of the segment before.
  const isNearBeginning = at - from < 2 * everyMs && stretch.from < from
  return isNearBeginning && !player.holding(from - 1) ? from - 1 : null
}
