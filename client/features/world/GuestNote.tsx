import styles from './GuestNote.module.css'

/** Why a guest has no pack and no settings. */
export function GuestNote() {
  return (
    <p className={styles.note}>
      A pack, and settings of the map, belong to an account. Sign in to have them on all your devices.
    </p>
  )
}
