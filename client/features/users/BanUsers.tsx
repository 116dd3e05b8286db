import { useSetAtom } from 'jotai'
import type { z } from 'zod'
import { banUsers, unbanUsers, undoBans, userTexts } from '../../../shared/features/users/commands.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { BanChoice, BanFields, banLengthOf, emptyBan } from '../staff/BanFields.tsx'
import { banLengthLabel } from '../staff/deliveryLabels.ts'
import { type ChosenUsers, countOf, Named, problemText, type UsersOutcome } from './chosenUsers.tsx'

interface BanUsersProps {
  readonly chosen: ChosenUsers
  /** Null: cancelled. */
  readonly onClose: (outcome: UsersOutcome | null) => void
}
interface NewBansProps extends BanUsersProps {
  readonly onUndone: () => void
}

/** Bans all chosen users for the same time and reason. */
export function BanUsers({ chosen, onClose, onUndone }: NewBansProps) {
  const { value: choice, change, clear } = useDraft('ban users', BanChoice, emptyBan)
  const { run, busy, refusal } = useCommand(banUsers)
  const showUndo = useUndo(onUndone)
  const durationMs = banLengthOf(choice)
  const send = async () => {
    if (durationMs === undefined) return
    const answer = await run({ users: [...chosen.keys()], reason: choice.reason.trim(), durationMs })
    if (!answer.ok) return
    clear()
    const { done, skipped, newly } = answer.output
    showUndo(newly)
    onClose({
      sentence: `${done === 1 ? '1 user' : `${done} users`} banned ${banLengthLabel(durationMs)}.`,
      skipped,
    })
  }
  return (
    <Confirm
      title={`Ban ${countOf(chosen)}?`}
      action={`Ban ${countOf(chosen)}`}
      busyLabel={busy ? 'Banning…' : null}
      refusal={problemText(userTexts.ban, refusal)}
      onConfirm={() => void send()}
      onCancel={() => onClose(null)}
    >
      <Named chosen={chosen} />
      <p>
        They can't play on the server until the ban ends. Users without a linked Steam account, owners and you are left
        out.
      </p>
      <BanFields player={null} choice={choice} onChoice={change} />
    </Confirm>
  )
}

type NewBans = z.output<typeof banUsers.output>['newly']

const keptText = (count: number) => {
  if (count === 0) return ''
  return count === 1
    ? ' 1 stays as it is: that ban has been changed since.'
    : ` ${count} stay as they are: their bans have been changed since.`
}

/** Offers to lift the bans of those who were not banned before. */
function useUndo(onUndone: () => void) {
  const showToast = useSetAtom(showToastAtom)
  const { run } = useCommand(undoBans)
  const undo = async (bans: NewBans) => {
    const answer = await run({ bans: [...bans] })
    if (!answer.ok) return showToast(answer.message)
    const { done, skipped } = answer.output
    showToast(`${done === 1 ? '1 user' : `${done} users`} unbanned.${keptText(skipped.length)}`)
    onUndone()
  }
  return (newly: NewBans) => {
    if (newly.length === 0) return
    showToast(
      newly.length === 1 ? '1 user newly banned.' : `${newly.length} users newly banned.`,
      () => void undo(newly),
    )
  }
}

/** Lifts the bans of all chosen users. */
export function UnbanUsers({ chosen, onClose }: BanUsersProps) {
  const { run, busy, refusal } = useCommand(unbanUsers)
  const send = async () => {
    const answer = await run({ users: [...chosen.keys()] })
    if (!answer.ok) return
    const { done, skipped } = answer.output
    onClose({ sentence: `${done === 1 ? '1 user' : `${done} users`} unbanned.`, skipped })
  }
  return (
    <Confirm
      title={`Unban ${countOf(chosen)}?`}
      action={`Unban ${countOf(chosen)}`}
      busyLabel={busy ? 'Unbanning…' : null}
      tone="main"
      refusal={problemText(userTexts.unban, refusal)}
      onConfirm={() => void send()}
      onCancel={() => onClose(null)}
    >
      <Named chosen={chosen} />
      <p>They can play again at once. Users who aren't banned are left out.</p>
    </Confirm>
  )
}
