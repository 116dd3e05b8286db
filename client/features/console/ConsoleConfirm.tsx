import { Confirm } from '../../ui/Confirm.tsx'
import { Affected } from '../deliveries/Affected.tsx'
import type { ConsoleQuestion } from './questionOf.ts'

interface ConsoleConfirmProps {
  readonly question: ConsoleQuestion
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Asks once before a typed line that takes something from somebody. */
export const ConsoleConfirm = ({ question: { title, act, player, harm }, onYes, onNo }: ConsoleConfirmProps) => (
  <Confirm title={title} act={act} flight={null} refusal={null} onYes={onYes} onNo={onNo}>
    {player ? <Affected player={player}>{harm}</Affected> : <p>{harm}</p>}
  </Confirm>
)
