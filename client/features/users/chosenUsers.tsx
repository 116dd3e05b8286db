import { numberText } from '../../../shared/engine/numberText.ts'
import type { SkippedUsers } from '../../../shared/features/users/commands.ts'
import { isLost } from '../../connection/inFlight.ts'
import type { Refusal } from '../../connection/useCommand.ts'
import styles from './Users.module.css'

/** The names of the chosen users by account. */
export type ChosenUsers = ReadonlyMap<string, string>

/** What came of the last act: a sentence, and who was left out and why. */
export interface UsersOutcome {
  readonly sentence: string
  readonly skipped: SkippedUsers
}

export const countOf = ({ size }: ChosenUsers) => (size === 1 ? '1 user' : `${numberText(size)} users`)

const mostNamed = 12

/** The names of those who are affected. */
export const Named = ({ chosen }: { readonly chosen: ChosenUsers }) => (
  <p className={styles.named}>
    {[...chosen.values()].slice(0, mostNamed).join(', ')}
    {chosen.size > mostNamed ? ` and ${chosen.size - mostNamed} more` : ''}
  </p>
)

/** The hub could not reach its store, or failed. */
const isHubFault = ({ code }: Pick<Refusal, 'code'>) => ['unavailable', 'fateUnknown', 'failed'].includes(code)

/** What failed and why, in the words of the panel: refused by the hub, or without an answer. Null without a refusal. */
export const problemText = (
  texts: { readonly failed: string; readonly error: string },
  refusal: Pick<Refusal, 'code' | 'message'> | null,
): string | null =>
  refusal && `${isLost(refusal) || isHubFault(refusal) ? texts.error : texts.failed}: ${refusal.message}`
