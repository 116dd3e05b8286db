import { createContext, type ReactNode, useContext, useState } from 'react'
import styles from './Field.module.css'

export interface LabelledProps {
  readonly label: string
  readonly hint?: ReactNode
  /** Why the hub refused the value, shown at once; null if it did not. It does not keep the form from being submitted again. */
  readonly problem?: string | null | undefined
}

/** Whether the form around a part was submitted: its parts then show what is wrong with them. */
export const SubmittedContext = createContext(false)

/**
 * The problem that a part shows, and the mark by which its form finds it. A problem that the part itself finds is shown once its
 * user has left it, or has submitted the form, not while they type the first letters.
 */
export function useProblem({ given, found, isBlank }: UsedProblem): ShownProblem {
  const isSubmitted = useContext(SubmittedContext)
  const [wasLeft, setLeft] = useState(false)
  const shown = given ?? (isSubmitted || (wasLeft && !isBlank) ? found : null)
  return {
    shown,
    leave: () => setLeft(true),
    marks: { 'data-wrong': found !== null || undefined, 'aria-invalid': shown !== null || undefined },
  }
}

interface UsedProblem {
  /** Of the caller: the hub has refused the value. */
  readonly given: string | null | undefined
  /** By the part's own rules. */
  readonly found: string | null
  /** A part that is still blank complains only when its form is submitted. */
  readonly isBlank: boolean
}

interface ShownProblem {
  readonly shown: string | null
  /** To be called when the part loses the focus. */
  readonly leave: () => void
  readonly marks: { readonly 'data-wrong': true | undefined; readonly 'aria-invalid': true | undefined }
}

export const describedBy = (id: string, hint: ReactNode, problem: string | null) =>
  [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ') || undefined

interface LabelledFrameProps extends LabelledProps {
  readonly id: string
  /** The label is for screen readers only: the control says itself what it is. */
  readonly hidesLabel?: boolean | undefined
  readonly children: ReactNode
}

/** A control with its label above, its hint and its problem below. */
export const Labelled = ({ id, label, hint, problem = null, hidesLabel = false, children }: LabelledFrameProps) => (
  <div className={styles.field}>
    <label className={hidesLabel ? 'unseen' : styles.label} htmlFor={id}>
      {label}
    </label>
    {children}
    <Notes id={id} hint={hint} problem={problem} />
  </div>
)

/** Hint and problem below a control, named so that `describedBy` finds them. */
export const Notes = ({ id, hint, problem = null }: Pick<LabelledFrameProps, 'id' | 'hint' | 'problem'>) => (
  <>
    {hint ? (
      <div id={`${id}-hint`} className={styles.hint}>
        {hint}
      </div>
    ) : null}
    {problem ? (
      <p id={`${id}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
    ) : null}
  </>
)
