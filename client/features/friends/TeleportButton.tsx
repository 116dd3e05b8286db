import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import { askTeleport, withdrawTeleport } from '../../../shared/features/friends/commands.ts'
import { type FriendSeen, friendRules, friends, teleportPauseMs } from '../../../shared/features/friends/friends.ts'
import { teleportPausedUntil } from '../../../shared/features/friends/teleportPause.ts'
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

/**
 * Asks a friend to be brought to their dinosaur, and shows how long they have to answer, and afterwards how long the user has to wait. Nothing
 * where the owner has switched it off.
 */
export function TeleportButton(props: TeleportButtonProps) {
  const { me, friend, name } = props
  const isOn = useDocument(friendRules, '').value?.teleports ?? false
  const own = useDocument(friends, me).value
  const deliveries = useDocument(ownDeliveries, me).value
  /** The pause that is over. */
  const [over, setOver] = useState<number | null>(null)
  if (!isOn) return null
  if (own?.teleport?.friend === friend) return <OpenRequest name={name} endsAt={own.teleport.endsAt} />
  const pausedUntil = own && deliveries ? teleportPausedUntil(own, deliveries) : null
  if (pausedUntil === null || pausedUntil === over) return <AskButton {...props} />
  return <PausedButton name={name} until={pausedUntil} onOver={() => setOver(pausedUntil)} />
}

interface PausedButtonProps {
  readonly name: string
  /** Server epoch ms. */
  readonly until: number
  readonly onOver: () => void
}

/** The page's clock may be behind the hub's by so much, ms. Where more is left, the hub's clock was set back, and the hub counts no pause. */
const clockToleranceMs = 5_000

function PausedButton({ name, until, onOver }: PausedButtonProps) {
  const leftMs = until - useNow()
  const isOver = leftMs <= 0 || leftMs > teleportPauseMs + clockToleranceMs
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  const face = `Teleport again in ${clockOf(Math.max(0, leftMs))}`
  const title = `You can teleport to a friend once every ${teleportPauseMs / 60_000} minutes`
  return (
    <Button aria-label={`${face}: ${name}`} disabled title={title}>
      <span className={styles.left}>{face}</span>
    </Button>
  )
}

function AskButton({ friend, name, seen }: TeleportButtonProps) {
  const { run, busy, refusal, dismiss } = useCommand(askTeleport)
  const showToast = useSetAtom(showToastAtom)
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
