import styles from './Admin.module.css'

/** How a switch stands: a knob to the right, to the left, or none where nobody can tell; and the word for it. */
export const SwitchMark = ({ on }: { readonly on: boolean | null }) => (
  <span className={styles.mark} data-on={on ?? 'unknown'}>
    <svg viewBox="0 0 28 16" width="28" height="16" aria-hidden="true">
      <rect x="1" y="1" width="26" height="14" rx="7" strokeDasharray={on === null ? '3 3' : undefined} />
      {on === null ? null : <circle cx={on ? 20 : 8} cy="8" r="4" />}
    </svg>
    {on === null ? 'Unknown' : on ? 'On' : 'Off'}
  </span>
)
