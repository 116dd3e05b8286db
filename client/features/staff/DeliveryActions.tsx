import { useAtomValue } from 'jotai'
import type { Command } from '../../../shared/engine/command.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type Delivery, sendable } from '../../../shared/features/deliveries/delivery.ts'
import * as followUp from '../../../shared/features/deliveries/followUpCommands.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useNow } from '../../ui/Time.tsx'
import styles from './DeliveryCard.module.css'
import { useDeliveries } from './deliveriesAtom.ts'
import { orderLabel } from './deliveryLabels.ts'
import {
  type DeliveryReader,
  mayCancel,
  mayOrder,
  mayOrderUndo,
  mayRetry,
  maySettle,
  mayUndo,
  undoLeft,
  undoName,
} from './deliveryLife.ts'
import { useDeliveryCommand } from './useDeliver.ts'

/** The actions on a delivery in its present state, each by permission. */
export function DeliveryActions({ one }: { readonly one: Delivery }) {
  const { all } = useDeliveries()
  const reader = useDeliveryReader()
  const { state } = one
  const settles = maySettle(one, reader)
  return (
    <div className={styles.actions}>
      {mayCancel(one, reader) ? <FollowUp one={one} command={followUp.cancel} name="Cancel" /> : null}
      {state === 'unknown' && settles ? (
        <>
          <FollowUp one={one} command={followUp.settle} more={{ happened: true }} name="It happened" />
          <FollowUp one={one} command={followUp.settle} more={{ happened: false }} name="It didn't happen" />
        </>
      ) : null}
      {state === 'manual' && settles ? <ManualActions one={one} /> : null}
      {mayRetry(one, all) && mayOrder(one, reader) ? <Retry one={one} /> : null}
      <UndoDelivery one={one} />
    </div>
  )
}

/** The principal, as far as it decides who may do what with a delivery. */
export function useDeliveryReader(): DeliveryReader {
  const { principal, may } = useAtomValue(accessAtom)
  const player = useDocument(account, principal?.id ?? '').value?.steamId ?? null
  return { id: principal?.id ?? null, role: principal?.role ?? null, player, may }
}

/** Undoes a delivery where that is possible now, and the principal may. */
export function UndoDelivery({ one }: { readonly one: Delivery }) {
  const { all } = useDeliveries()
  const reader = useDeliveryReader()
  return mayUndo(one, all) && mayOrderUndo(one, reader) ? <Undo one={one} /> : null
}

/** A manual delivery is sent once a link can do it; or copied into the hosting panel, then marked as done, refused or dropped. */
const ManualActions = ({ one }: { readonly one: Delivery }) => (
  <>
    <SendNow one={one} />
    {one.command ? <CopyButton text={one.command} what={`command: ${orderLabel(one)}`} /> : null}
    <FollowUp one={one} command={followUp.markDone} name="Mark done" />
    <FollowUp one={one} command={followUp.markDone} more={{ refused: true }} name="Game refused" />
    <FollowUp one={one} command={followUp.drop} name="Drop" />
  </>
)

/** Only while a link can send this kind of command. */
function SendNow({ one }: { readonly one: Delivery }) {
  const { value } = useDocument(sendable, mainServer)
  return value?.kinds.includes(one.kind) ? (
    <FollowUp one={one} command={followUp.sendNow} name="Send now" tone="main" />
  ) : null
}

interface FollowUpProps {
  readonly one: Delivery
  readonly command: Command
  readonly name: string
  readonly more?: object
  readonly tone?: 'plain' | 'main'
}

function FollowUp({ one, command, name, more = {}, tone = 'plain' }: FollowUpProps) {
  const { run, busy, refusal, dismiss } = useCommand(command)
  return (
    <FollowUpButton
      name={name}
      tone={tone}
      of={one}
      busy={busy}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onPress={() => void run({ server: mainServer, id: one.id, ...more })}
    />
  )
}

function Retry({ one }: { readonly one: Delivery }) {
  const { issue, busy, problem, dismiss } = useDeliveryCommand(followUp.retry)
  const onPress = () => void issue({ server: mainServer, id: one.id })
  return <FollowUpButton name="Retry" of={one} busy={busy} problem={problem} onDismiss={dismiss} onPress={onPress} />
}

/** Available for a minute, with the time left. */
function Undo({ one }: { readonly one: Delivery }) {
  const { issue, busy, problem, dismiss } = useDeliveryCommand(followUp.undo)
  const left = undoLeft(one, useNow())
  if (left !== null && left <= 0) return null
  const onPress = () => void issue({ server: mainServer, id: one.id })
  return (
    <>
      <FollowUpButton
        name={undoName(one)}
        of={one}
        busy={busy}
        problem={problem}
        onDismiss={dismiss}
        onPress={onPress}
      />
      {left === null ? null : <span className={styles.left}>{Math.ceil(left / 1_000)} s left</span>}
    </>
  )
}

interface FollowUpButtonProps {
  readonly name: string
  readonly tone?: 'plain' | 'main'
  readonly of: Delivery
  readonly busy: boolean
  readonly problem: string | null
  readonly onDismiss: () => void
  readonly onPress: () => void
}

const FollowUpButton = ({ name, tone = 'plain', of, busy, problem, onDismiss, onPress }: FollowUpButtonProps) => (
  <>
    <Button
      tone={tone}
      busyLabel={busy ? `${name}…` : null}
      aria-label={`${name}: ${orderLabel(of)}`}
      onClick={onPress}
    >
      {name}
    </Button>
    {problem ? (
      <div className={styles.problem}>
        <Problem onDismiss={onDismiss}>{problem}</Problem>
      </div>
    ) : null}
  </>
)
