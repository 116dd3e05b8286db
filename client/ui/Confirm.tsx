import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Command } from '../../shared/engine/command.ts'
import { useCommand } from '../connection/useCommand.ts'
import { Button } from './Button.tsx'
import { CancelButton, Dialog, DialogActions, DialogBody } from './Dialog.tsx'
import { CheckedForm } from './Form.tsx'
import { Problem } from './Problem.tsx'
import { showToastAtom } from './Toast.tsx'

interface ConfirmProps {
  /** The question, with the name of the affected player or account. */
  readonly title: string
  /** The effect of the action. */
  readonly children: ReactNode
  /** The label of the confirming button: `Remove Rex`. */
  readonly action: string
  /** Its label while the action is in flight: `Removing Rex`. */
  readonly busyLabel: string | null
  readonly refusal: string | null
  /** Why it cannot be confirmed any more; null if it can. Not shown while the action is in flight, which may be the cause. */
  readonly blocked?: string | null
  /** `main` where the user gets something for it. */
  readonly tone?: 'danger' | 'main'
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/**
 * Asks once before an action that cannot be undone. Escape cancels, but not what is in flight; the focus starts on the cancelling button and
 * returns afterwards.
 */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, busyLabel, refusal, tone = 'danger', onConfirm, onCancel } = props
  const blocked = busyLabel === null ? (props.blocked ?? null) : null
  const problem = blocked ?? refusal
  return (
    <Dialog title={title} hasClose={false} onClose={onCancel}>
      {/* A form, so that Enter in a field confirms. */}
      <CheckedForm isBusy={busyLabel !== null} isReady={busyLabel === null && blocked === null} onSubmit={onConfirm}>
        <DialogBody>
          {children}
          {problem ? <Problem>{problem}</Problem> : null}
        </DialogBody>
        <DialogActions>
          <CancelButton isBusy={busyLabel !== null} onCancel={onCancel} />
          <Button type="submit" tone={tone} disabled={blocked !== null} busyLabel={busyLabel}>
            {action}
          </Button>
        </DialogActions>
      </CheckedForm>
    </Dialog>
  )
}

interface ConfirmCommandProps<C extends Command> {
  readonly command: C
  readonly input: z.input<C['input']>
  readonly title: string
  readonly action: string
  readonly busyLabel: string
  /** The toast after success; null where the page shows it in another way. */
  readonly done: string | null
  /** Called when it is done, before the question closes. */
  readonly onDone?: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks once, then sends the command; a refusal is shown in the dialog. */
export function ConfirmCommand<C extends Command>({
  command,
  input,
  done,
  onDone,
  onClose,
  busyLabel,
  ...texts
}: ConfirmCommandProps<C>) {
  const { run, busy, refusal } = useCommand(command)
  const showToast = useSetAtom(showToastAtom)
  const onConfirm = async () => {
    if (!(await run(input)).ok) return
    if (done !== null) showToast(done)
    onDone?.()
    onClose()
  }
  return (
    <Confirm
      {...texts}
      busyLabel={busy ? busyLabel : null}
      refusal={refusal?.message ?? null}
      onConfirm={() => void onConfirm()}
      onCancel={onClose}
    />
  )
}
