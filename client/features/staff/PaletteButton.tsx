import { lazy, Suspense, useEffect, useState } from 'react'
import { Stroke } from '../../ui/Stroke.tsx'
import styles from './Palette.module.css'
import type { SearchSources } from './paletteOptions.ts'

const fetchDialog = () => import('./PaletteDialog.tsx')
const PaletteDialog = lazy(() => fetchDialog().then((module) => ({ default: module.PaletteDialog })))

const opensPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'

/** Opens the palette: by its button, and by Ctrl+K unless a dialog is open. */
export function PaletteButton({ pages }: { readonly pages: SearchSources['pages'] }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensPalette(event)) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        className={styles.trigger}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        title="Ctrl+K"
        onPointerEnter={() => void fetchDialog()}
        onFocus={() => void fetchDialog()}
        onClick={() => setOpen(true)}
      >
        <Stroke>
          <path d="m13 13 5 5M3 8.5a5.5 5.5 0 1 0 11 0 5.5 5.5 0 0 0-11 0z" />
        </Stroke>
        <span className="unseen">Find or do something</span>
        <kbd className={styles.keys}>Ctrl K</kbd>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PaletteDialog pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
