import { type ReactNode, type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { CancelButton } from './Dialog.tsx'
import { useHold } from './hold.tsx'
import { SubmittedContext } from './Labelled.tsx'
import { Problem } from './Problem.tsx'
import { Actions, Stack } from './Stack.tsx'

interface FormProps {
  /** Names the form for screen readers. */
  readonly label: string
  /** The submit button: `Create token`. */
  readonly action: string
  /** `danger`: a user loses something by it. `plain`: another action of the page is the main one. */
  readonly tone?: 'main' | 'plain' | 'danger'
  /** The label of the submit button while the request is in flight; null if there is none. */
  readonly busyLabel: string | null
  /** Why the form cannot be submitted at present, whatever its fields hold; null if it can. */
  readonly blocked?: string | null
  /** Why the last request was refused, where no single field is to blame; null if it was not. */
  readonly problem?: string | null
  /** Hides the problem. */
  readonly onDismiss?: () => void
  readonly onSubmit: () => void
  readonly onCancel?: () => void
  readonly children: ReactNode
}

/**
 * Fields with one submit button. Enter in a field submits; while a request is in flight nothing is submitted. If a field is wrong, each
 * wrong one says why and the first gets the focus, even when the hub refuses it; what was typed stays.
 */
export function Form(props: FormProps) {
  const { label, action, tone = 'main', busyLabel, blocked = null, problem = null } = props
  const { onDismiss, onSubmit, onCancel, children } = props
  const id = useId()
  const isBusy = busyLabel !== null
  return (
    <CheckedForm aria-label={label} isBusy={isBusy} isReady={blocked === null && !isBusy} onSubmit={onSubmit}>
      <Stack>
        {children}
        {problem ? <Problem {...(onDismiss && { onDismiss })}>{problem}</Problem> : null}
        {blocked ? <p id={id}>{blocked}</p> : null}
        <Actions>
          <Button
            type="submit"
            tone={tone}
            disabled={blocked !== null}
            busyLabel={busyLabel}
            aria-describedby={blocked ? id : undefined}
          >
            {action}
          </Button>
          {onCancel ? <CancelButton tone="quiet" isBusy={isBusy} onCancel={onCancel} /> : null}
        </Actions>
      </Stack>
    </CheckedForm>
  )
}

interface CheckedFormProps {
  readonly 'aria-label'?: string
  /** Whether a request is in flight. */
  readonly isBusy: boolean
  /** Whether it can be submitted at present. */
  readonly isReady?: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A form of any layout, submitted only when none of its parts is wrong: otherwise each says why, and the first gets the focus. */
export function CheckedForm({ isBusy, isReady = !isBusy, onSubmit, children, ...rest }: CheckedFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isReady) return
    const wrong = firstWrong(form.current)
    setSubmitted(wrong !== null)
    if (wrong) wrong.focus()
    else onSubmit()
  }
  useHold(isBusy)
  useFocusAfterRefusal(form, isBusy)
  return (
    <form ref={form} {...rest} noValidate onSubmit={submit}>
      <SubmittedContext value={isSubmitted}>{children}</SubmittedContext>
    </form>
  )
}

const firstWrong = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('[data-wrong]') ?? null

/** When a request ends with a problem at a field, that field gets the focus. */
function useFocusAfterRefusal(form: { readonly current: HTMLFormElement | null }, isBusy: boolean) {
  const wasBusy = useRef(isBusy)
  useLayoutEffect(() => {
    if (wasBusy.current && !isBusy) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    wasBusy.current = isBusy
  }, [form, isBusy])
}
