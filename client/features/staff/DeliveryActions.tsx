import { useAtomValue } from 'jotai'
import type { Command } from '../../../shared/engine/command.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import * as later from '../../../shared/features/deliveries/followUpCommands.ts'
import { permissionFor } from '../../../shared/features/deliveries/kinds.ts'
import { meAtom } from '../../connection/handshake.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useNow } from '../../ui/Time.tsx'
import styles from './DeliveryCard.module.css'
import { useDeliveries } from './deliveriesAtom.ts'
import { orderWords } from './deliveryLabels.ts'
import { mayRetry, mayUndo, undoLeft, undoName } from './deliveryLife.ts'
import { useDeliver } from './useDeliver.ts'

/** What can be done about a command, as it stands: each only for whoever may. */
export function DeliveryActs({ one }: { readonly one: Delivery }) {
  const { you, may } = useAtomValue(meAtom)
  const { all } = useDeliveries()
  const { state, kind } = one
  const permission = permissionFor[kind]
  const decides = may.includes(permission === 'hub' ? 'runConsole' : permission)
  const settles = decides && may.includes('viewPendingCommands')
  const isOwn = one.by === you?.id
  return (
    <div className={styles.acts}>
      {state === 'queued' && one.attempts === 0 && (isOwn || decides) ? (
        <Act one={one} command={later.cancel} name="Cancel" />
      ) : null}
      {state === 'unknown' && settles ? (
        <>
          <Act one={one} command={later.settle} more={{ happened: true }} name="It happened" />
          <Act one={one} command={later.settle} more={{ happened: false }} name="It did not" />
        </>
      ) : null}
      {state === 'manual' && settles ? <ByHand one={one} /> : null}
      {mayRetry(one, all) && (isOwn || decides) ? <Retry one={one} /> : null}
      {decides && mayUndo(one, all) ? <Undo one={one} /> : null}
    </div>
  )
}

/** Copied into the hosting panel, then told: that it was done, that the game would not, or that nobody will. */
const ByHand = ({ one }: { readonly one: Delivery }) => (
  <>
    {one.command ? <CopyButton text={one.command} what={`command: ${orderWords(one)}`} /> : null}
    <Act one={one} command={later.markDone} name="Mark done" />
    <Act one={one} command={later.markDone} more={{ refused: true }} name="Game refused" />
    <Act one={one} command={later.drop} name="Drop" />
  </>
)

interface ActProps {
  readonly one: Delivery
  readonly command: Command
  readonly name: string
  readonly more?: object
}

function Act({ one, command, name, more = {} }: ActProps) {
  const { run, busy, refusal, dismiss } = useCommand(command)
  return (
    <Pressed
      name={name}
      of={one}
      busy={busy}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onPress={() => void run({ server: mainServer, id: one.id, ...more })}
    />
  )
}

function Retry({ one }: { readonly one: Delivery }) {
  const { give, busy, problem, dismiss } = useDeliver(later.retry)
  const onPress = () => void give({ server: mainServer, id: one.id })
  return <Pressed name="Retry" of={one} busy={busy} problem={problem} onDismiss={dismiss} onPress={onPress} />
}

/** For a minute. What is left of it stands beside the button. */
function Undo({ one }: { readonly one: Delivery }) {
  const { give, busy, problem, dismiss } = useDeliver(later.undo)
  const left = undoLeft(one, useNow())
  if (left !== null && left <= 0) return null
  const onPress = () => void give({ server: mainServer, id: one.id })
  return (
    <>
      <Pressed name={undoName(one)} of={one} busy={busy} problem={problem} onDismiss={dismiss} onPress={onPress} />
      {left === null ? null : <span className={styles.left}>{Math.ceil(left / 1_000)} s left</span>}
    </>
  )
}

interface PressedProps {
  readonly name: string
  readonly of: Delivery
  readonly busy: boolean
  readonly problem: string | null
  readonly onDismiss: () => void
  readonly onPress: () => void
}

const Pressed = ({ name, of, busy, problem, onDismiss, onPress }: PressedProps) => (
  <>
    <Button flight={busy ? `${name} …` : null} aria-label={`${name}: ${orderWords(of)}`} onClick={onPress}>
      {name}
    </Button>
    {problem ? (
      <div className={styles.said}>
        <Problem onDismiss={onDismiss}>{problem}</Problem>
      </div>
    ) : null}
  </>
)
