import type { Entry } from '../engine/entry.ts'
import type { KeptAnswer } from '../engine/storage.ts'

/** What an entry keeps of what was answered; null where nobody asks again. */
export const keptAnswerOf = ({ actor, commandId, seq, output, refused }: Entry): KeptAnswer | null =>
  commandId === null ? null : { actor, commandId, seq, output, ...(refused && { refused }) }
