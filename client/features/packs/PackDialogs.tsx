import { PlayerId } from '../../../shared/engine/ids.ts'
import { disbandPack, handOverPack, leavePack, removeMember } from '../../../shared/features/packs/commands.ts'
import type { Pack } from '../../../shared/features/packs/pack.ts'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { nextLeader } from './packLabels.ts'

/** A confirmation to be shown. */
export type PackDialogState =
  | { readonly kind: 'handOver'; readonly member: string; readonly name: string }
  | { readonly kind: 'remove'; readonly member: string; readonly name: string }
  | { readonly kind: 'leave' }
  | { readonly kind: 'disband' }

interface PackDialogsProps {
  readonly question: PackDialogState
  readonly pack: Pack
  readonly onClose: () => void
}

/** Confirmation dialogs of commands that affect other members; they name who is affected. */
export function PackDialogs({ question, pack, onClose }: PackDialogsProps) {
  if (question.kind === 'leave') return <LeaveQuestion pack={pack} onClose={onClose} />
  if (question.kind === 'disband') return <DisbandQuestion pack={pack} onClose={onClose} />
  const { name, member } = question
  const input = { member: PlayerId.parse(member) }
  return question.kind === 'remove' ? (
    <ConfirmCommand
      command={removeMember}
      input={input}
      title={`Remove ${name} from ${pack.name}?`}
      action={`Remove ${name}`}
      busyLabel={`Removing ${name}…`}
      done={null}
      onClose={onClose}
    >
      <p>{name} no longer sees the pack, and the pack no longer sees them.</p>
      <p>The pack gets a new code, because {name} knows the old one.</p>
    </ConfirmCommand>
  ) : (
    <ConfirmCommand
      command={handOverPack}
      input={input}
      title={`Hand ${pack.name} over to ${name}?`}
      action={`Hand over to ${name}`}
      busyLabel="Handing over…"
      done={null}
      onClose={onClose}
    >
      <p>{name} will set the waypoint, change the code and decide who stays. Only they can hand it back.</p>
    </ConfirmCommand>
  )
}

type ConfirmationProps = Omit<PackDialogsProps, 'question'>

function LeaveQuestion({ pack, onClose }: ConfirmationProps) {
  const successor = nextLeader(pack)
  return (
    <ConfirmCommand
      command={leavePack}
      input={{}}
      title={`Leave ${pack.name}?`}
      action="Leave the pack"
      busyLabel="Leaving…"
      done={null}
      onClose={onClose}
    >
      <p>
        {successor
          ? `${successor.name} has been in it longest and will lead it.`
          : 'No one else is in it, so the pack ends.'}
      </p>
    </ConfirmCommand>
  )
}

function DisbandQuestion({ pack, onClose }: ConfirmationProps) {
  const others = Object.keys(pack.members).length - 1
  return (
    <ConfirmCommand
      command={disbandPack}
      input={{}}
      title={`Disband ${pack.name}?`}
      action="Disband the pack"
      busyLabel="Disbanding…"
      done={null}
      onClose={onClose}
    >
      <p>
        {others === 0
          ? "You're the only member. The code stops working."
          : `You and ${others === 1 ? 'the other member' : `the ${others} others`} stop seeing each other. The code stops working.`}
      </p>
    </ConfirmCommand>
  )
}
