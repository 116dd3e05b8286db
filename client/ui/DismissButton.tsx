import styles from './DismissButton.module.css'
import { Stroke } from './Stroke.tsx'

/** Puts away what was said. */
export const DismissButton = ({ onDismiss }: { readonly onDismiss: () => void }) => (
  <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
    <Stroke size={16}>
      <path d="M4 4l12 12M16 4 4 16" />
    </Stroke>
  </button>
)
