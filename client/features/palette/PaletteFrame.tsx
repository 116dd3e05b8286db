import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './Palette.module.css'

/** The sheet over the page. Escape closes it, and the focus goes back to where it was. */
export function PaletteFrame({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keys it is Escape
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Command palette"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div className={styles.sheet}>{children}</div>
    </dialog>
  )
}
