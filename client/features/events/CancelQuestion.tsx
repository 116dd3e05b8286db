import type { ReactNode } from 'react'
import type { cancelEvent, endSeries, removeCommunityEvent } from '../../../shared/features/events/commands.ts'
import { longestCancelReason } from '../../../shared/features/events/commands.ts'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'

type Cancelling = typeof cancelEvent | typeof endSeries | typeof removeCommunityEvent

interface CancelQuestionProps<C extends Cancelling> {
  readonly command: C
  /** What is cancelled. */
  readonly input: C extends typeof endSeries ? { readonly series: string } : { readonly event: string }
  /** False where it is over: no one would read one. */
  readonly hasReason: boolean
  readonly title: string
  readonly action: string
  readonly busyLabel: string
  readonly done: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks whether an event or a series is to be cancelled or ended, and why: everyone who is registered or takes part reads the reason. */
export function CancelQuestion<C extends Cancelling>({
  command,
  input,
  hasReason,
  children,
  ...texts
}: CancelQuestionProps<C>) {
  const { value, change, clear } = useTextDraft(`why cancelled ${Object.values(input).join()}`)
  const reason = value.trim()
  return (
    <ConfirmCommand<Cancelling>
      {...texts}
      command={command}
      input={{ ...input, ...(hasReason && reason !== '' && { reason }) } as never}
      onDone={clear}
    >
      {children}
      {hasReason ? (
        <Field
          label="Reason"
          hint="Everyone can read it. Leave it empty for none."
          longest={longestCancelReason}
          value={value}
          onValue={change}
        />
      ) : null}
    </ConfirmCommand>
  )
}
