import { useSetAtom } from 'jotai'
import { askTeleport, withdrawTeleport } from '../../../shared/features/friends/commands.ts'
import { type FriendSeen, friendRules, friends } from '../../../shared/features/friends/friends.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { clockOf } from '../../ui/Countdown.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useNow } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import styles from './Friends.module.css'

interface TeleportButtonProps {
  readonly me: string
  readonly friend: string
  readonly name: string
  readonly seen: FriendSeen | undefined
}

/** Asks a friend to be brought to their dinosaur, and shows how long they have to answer. Nothing where the owner has switched it off. */
export function TeleportButton({ me, friend, name, seen }: TeleportButtonProps) {
  const isOn = useDocument(friendRules, '').value?.teleports ?? false
  const asked = useDocument(friends, me).value?.teleport ?? null
  const { run, busy, refusal, dismiss } = useCommand(askTeleport)
  const showToast = useSetAtom(showToastAtom)
  if (!isOn) return null
  if (asked?.friend === friend) return <OpenRequest name={name} endsAt={asked.endsAt} />
  // Of a friend who hides their status it is not known: the hub answers then.
  const isAway = seen !== undefined && seen.status !== 'in-game'
  const ask = async () => {
    if ((await run({ friend })).ok) showToast(`${name} has a minute to answer.`)
  }
  return (
    <>
      <Button
        aria-label={`Ask to teleport to ${name}`}
        disabled={isAway}
        title={isAway ? `${name} isn't in the game` : undefined}
        busyLabel={busy ? 'Asking…' : null}
        onClick={() => void ask()}
      >
        Teleport
      </Button>
      {refusal ? (
        <div className={styles.problem}>
          <Problem onDismiss={dismiss}>{refusal.message}</Problem>
        </div>
      ) : null}
    </>
  )
}

function OpenRequest({ name, endsAt }: { readonly name: string; readonly endsAt: number }) {
  const { run, busy } = useCommand(withdrawTeleport)
  const leftMs = Math.max(0, endsAt - useNow())
  return (
    <Button
      aria-label={`Cancel teleport to ${name}`}
      busyLabel={busy ? 'Cancelling…' : null}
      onClick={() => void run({})}
    >
      Cancel teleport <span className={styles.left}>{clockOf(leftMs)}</span>
    </Button>
  )
}
