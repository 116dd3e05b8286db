import type { Answer } from '../../shared/protocol/commandCall.ts'
import type { Refusal } from './useCommand.ts'

/** What a question was answered, as a screen holds it. */
export interface Asked {
  /** The account that asked, null for a guest. */
  readonly asker: string | null
  /** The question that was answered last, or null before the first answer. */
  readonly question: string | null
  readonly refusal: Refusal | null
  readonly value: unknown
  /** Server epoch ms of the value. */
  readonly at: number | null
}

export const nothingAsked: Asked = { asker: null, question: null, refusal: null, value: null, at: null }

interface Answered extends Pick<Asked, 'asker'> {
  readonly question: string
  readonly answer: Answer
  /** Server epoch ms. */
  readonly at: number
}

/** These say that there is no answer for now, and nothing of whether one may have it. */
const noJudgement: ReadonlySet<string> = new Set([
  ...['offline', 'unanswered', 'unreadable'],
  ...['tooFast', 'failed', 'unavailable', 'fateUnknown', 'storageFull'],
])

/** What is held after an answer. A value that was refused goes, and so does one that somebody else asked for. */
export function answered(before: Asked, { asker, question, answer, at }: Answered): Asked {
  if (answer.ok) return { asker, question, refusal: null, value: answer.output, at }
  const kept = before.asker === asker && noJudgement.has(answer.code) ? before : nothingAsked
  return { ...kept, asker, question, refusal: answer }
}
