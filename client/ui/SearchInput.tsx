import type { ComponentProps } from 'react'
import styles from './SearchInput.module.css'
import { Stroke } from './Stroke.tsx'

interface SearchInputProps
  extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'aria-invalid' | 'aria-describedby'> {
  /** For screen readers; what one may type is the placeholder. */
  readonly label: string
  /** The id of what describes the problem of the text; null while there is none. */
  readonly problemId: string | null
}

/** The field of a search, with the drawing of a lens. */
export const SearchInput = ({ label, problemId, ...input }: SearchInputProps) => (
  <label className={styles.box}>
    <span className="unseen">{label}</span>
    <Stroke>
      <path d="M9 3.5a5.5 5.5 0 1 0 .01 0zM13 13l4 4" />
    </Stroke>
    <input
      {...input}
      type="search"
      dir="auto"
      className={styles.field}
      autoComplete="off"
      spellCheck={false}
      aria-invalid={problemId !== null || undefined}
      aria-describedby={problemId ?? undefined}
    />
  </label>
)
