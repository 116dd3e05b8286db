import { type ReactNode, type SubmitEvent, useId } from 'react'
import { Button } from './Button.tsx'
import { Problem } from './Problem.tsx'
import { Actions, Stack } from './Stack.tsx'

interface FormProps {
  /** Names the form for screen readers. */
  readonly label: string
  /** The submit button: `Make token`. */
  readonly action: string
  /** The label of the submit button while the request is in flight; null if there is none. */
  readonly busyLabel: string | null
  /** Why the form cannot be submitted at present, whatever its fields hold; null if it can. */
  readonly blocked?: string | null
  /** Whether the fields are complete. */
  readonly complete?: boolean
  /** Why the last request was refused; null if it was not. */
  readonly problem?: string | null
  /** Hides the problem. */
  readonly onDismiss?: () => void
  readonly onSubmit: () => void
  readonly onCancel?: () => void
  readonly children: ReactNode
}

/** Fields with one submit button. Enter in a field submits; while a request is in flight nothing is submitted. */
export function Form(props: FormProps) {
  const {
    label,
    action,
    busyLabel,
    blocked = null,
    complete = true,
    problem = null,
    onDismiss,
    onSubmit,
    onCancel,
  } = props
  const id = useId()
  const canSubmit = complete && blocked === null
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (canSubmit && busyLabel === null) onSubmit()
  }
  return (
    <form aria-label={label} onSubmit={submit}>
      <Stack>
        {props.children}
        {problem ? <Problem {...(onDismiss && { onDismiss })}>{problem}</Problem> : null}
        {blocked ? <p id={id}>{blocked}</p> : null}
        <Actions>
          <Button
            type="submit"
            tone="main"
            disabled={!canSubmit}
            busyLabel={busyLabel}
            aria-describedby={blocked ? id : undefined}
          >
            {action}
          </Button>
          {onCancel ? (
            <Button tone="quiet" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </Actions>
      </Stack>
    </form>
  )
}
