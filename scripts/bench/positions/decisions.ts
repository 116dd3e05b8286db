import {
  codeBit,
  createCoder,
  createCounts,
  finish,
  startWriting,
} from '../../../shared/protocol/positions/rangeCoder.ts'
import { createRandom } from './random.ts'

/** About as many contexts as an update of walking animals uses. */
const CONTEXTS = 90

/**
 * Writes binary decisions and nothing else, each about as likely as its opposite: what an update needs at least, since a
 * decision carries at most one bit of its frame.
 */
export function bareDecisions(decisions: number) {
  const random = createRandom(3)
  const contexts = Uint8Array.from({ length: decisions }, () => random.bits() % CONTEXTS)
  const bits = Uint8Array.from({ length: decisions }, () => random.bits() & 1)
  const coder = createCoder()
  const counts = createCounts(CONTEXTS)
  return (): number => {
    startWriting(coder, 0)
    for (let nth = 0; nth < decisions; nth++) codeBit(coder, counts, contexts[nth] as number, bits[nth] as number)
    return finish(coder, 0).length
  }
}
