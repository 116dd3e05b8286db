import { lazy, Suspense, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { banPlayer } from '../../../shared/features/deliveries/commands.ts'
import { Button } from '../../ui/Button.tsx'
import { CancelButton, Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { CheckedForm } from '../../ui/Form.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { LinkWarning } from '../server/LinkWarning.tsx'
import type { ChosenPin } from '../timeline/BanPins.tsx'
import styles from './BanFields.module.css'
import { BanChoice, BanFields, banLengthOf, emptyBan } from './BanFields.tsx'
import { banLengthLabel } from './deliveryLabels.ts'
import { Affected } from './OtherStaff.tsx'
import { type PickedPlayer, targetOf, useKnownPlayer } from './pickedPlayer.ts'
import { type DeliveryAnswer, useDeliveryCommand } from './useDeliver.ts'

/** What is pinned is loaded when it is shown. */
const PinChoice = lazy(async () => ({ default: (await import('../timeline/BanPins.tsx')).PinChoice }))

interface BanDialogProps {
  readonly player: PickedPlayer
  /** Filled in already where the page has a reason. */
  readonly reason?: string
  readonly onClose: () => void
  readonly onAsk?: (() => void) | undefined
  readonly onAnswer?: ((answer: DeliveryAnswer) => void) | undefined
  readonly onIssued?: (id: string) => void
}

/** Bans a player: asks for the length, which has no default, and for the reason, and names the player and the end before it is sent. */
export function BanDialog({ player, reason = '', onClose, onAsk, onAnswer, onIssued }: BanDialogProps) {
  const target = useKnownPlayer(player)
  const { issue, busy, problem } = useDeliveryCommand(banPlayer)
  const { value: choice, change, clear } = useDraft(`ban ${targetOf(player)}`, BanChoice, { ...emptyBan, reason })
  const [pin, setPin] = useState<ChosenPin | null>(null)
  const durationMs = banLengthOf(choice)
  const name = target.text.trim() || targetOf(target)
  // Cancelled, it is forgotten: a ban never opens with the length of one that was given up.
  const close = () => {
    clear()
    onClose()
  }
  const submit = async () => {
    if (durationMs === undefined) return
    onAsk?.()
    const input = { server: mainServer, target: targetOf(target), reason: choice.reason.trim(), durationMs }
    const answer = await issue(input)
    onAnswer?.(answer)
    if (!answer.ok) return
    onIssued?.(answer.id)
    if (pin !== null && target.id !== null) pin.attachTo(target.id)
    close()
  }
  return (
    <Dialog title={`Ban ${name}?`} hasClose={false} onClose={close}>
      <CheckedForm isBusy={busy} onSubmit={() => void submit()}>
        <DialogBody>
          <div className={styles.body}>
            <LinkWarning isApart />
            <Affected player={target}>
              The ban starts at once. You can undo it for a minute, and lift it at any time.
            </Affected>
            <BanFields player={target.id} choice={choice} onChoice={change} />
            {target.id === null ? null : (
              <Suspense fallback={null}>
                <PinChoice pin={pin?.id ?? null} onPin={setPin} />
              </Suspense>
            )}
            {problem ? <Problem>{problem}</Problem> : null}
          </div>
        </DialogBody>
        <DialogActions>
          <CancelButton isBusy={busy} onCancel={close} />
          <Button type="submit" tone="danger" busyLabel={busy ? 'Banning…' : null}>
            {durationMs === undefined ? `Ban ${name}` : `Ban ${name} ${banLengthLabel(durationMs)}`}
          </Button>
        </DialogActions>
      </CheckedForm>
    </Dialog>
  )
}
