import type { Evidence } from './evidence.ts'
import { judgeAnswers } from './judgeAnswers.ts'
import { judgeDeliveries } from './judgeDeliveries.ts'
import { judgeHoldings } from './judgeHoldings.ts'
import { judgeSights } from './judgeSights.ts'
import { replay } from './replay.ts'

/** What is wrong with how a run has ended, as sentences: none if all was kept that is promised. */
export function judge(evidence: Evidence, isLive: (kind: string) => boolean): string[] {
  const replayed = replay(evidence.entries)
  return [
    ...replayed.wrongs,
    ...judgeAnswers(evidence),
    ...judgeSights(evidence, replayed, isLive),
    ...judgeHoldings(evidence, isLive),
    ...judgeDeliveries(evidence, replayed),
  ]
}
