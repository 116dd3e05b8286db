import { useSetAtom } from 'jotai'
import { type ReactNode, type SubmitEvent, useId, useLayoutEffect, useRef } from 'react'
import type { z } from 'zod'
import type { Command } from '../../shared/engine/command.ts'
import { useCommand } from '../connection/useCommand.ts'
import { Button } from './Button.tsx'
import styles from './Confirm.module.css'
import { Problem } from './Problem.tsx'
import { tellAtom } from './Toasts.tsx'

interface ConfirmProps {
  /** The question, with who is affected. */
  readonly title: string
  /** What happens then. */
  readonly children: ReactNode
  /** The act as its button says it: `Remove Rex`. */
  readonly act: string
  /** While it is in flight: `Removing Rex`. */
  readonly flight: string | null
  readonly refusal: string | null
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Asks once before something that cannot be undone. Escape is no; the focus begins on no and comes back afterwards. */
export function Confirm({ title, children, act, flight, refusal, onYes, onNo }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Closed before it is taken from the page, so that the focus finds its way back.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  // A form, so that Enter in a field is yes.
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (flight === null) onYes()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onNo()
      }}
    >
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      <form onSubmit={onSubmit}>
        <div className={styles.body}>
          {children}
          {refusal ? <Problem>{refusal}</Problem> : null}
        </div>
        <div className={styles.acts}>
          <Button onClick={onNo}>Keep as it is</Button>
          <Button type="submit" tone="danger" flight={flight}>
            {act}
          </Button>
        </div>
      </form>
    </dialog>
  )
}

interface QuestionProps<C extends Command> {
  readonly command: C
  readonly input: z.input<C['input']>
  readonly title: string
  readonly act: string
  readonly flight: string
  /** What is told when it was done; null where the page says it by itself. */
  readonly done: string | null
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks once, then gives the order; a refusal stands in the question. */
export function Question<C extends Command>({ command, input, done, onClose, flight, ...words }: QuestionProps<C>) {
  const { run, busy, refusal } = useCommand(command)
  const tell = useSetAtom(tellAtom)
  const onYes = async () => {
    if (!(await run(input)).ok) return
    if (done !== null) tell(done)
    onClose()
  }
  return (
    <Confirm
      {...words}
      flight={busy ? flight : null}
      refusal={refusal?.message ?? null}
      onYes={() => void onYes()}
      onNo={onClose}
    />
  )
}
