import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { connectionAtom, hubAwayText } from '../../connection/connectionState.ts'
import { screenOf } from '../../shell/screenCode.ts'
import { Stroke } from '../../ui/Stroke.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import type { PaletteProps } from './Palette.tsx'
import styles from './PaletteButton.module.css'

/** Fetched with the screens, so that it opens while the hub is away. */
export const paletteCode = screenOf<PaletteProps>(() => import('./Palette.tsx').then(({ Palette }) => Palette))

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const keys = isApple ? '⌘K' : 'Ctrl K'

const opensPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'

/** A drawer beside the page is not a dialog over it. */
const hasDialog = () => document.querySelector('dialog[open]:not([data-beside])') !== null

/** Opens the palette: by its button, and by Ctrl+K unless a dialog is open. */
export function PaletteButton({ pages }: Pick<PaletteProps, 'pages'>) {
  const { isOpen, open, close } = useOpening()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensPalette(event)) return
      event.preventDefault()
      if (!hasDialog()) open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
  const Palette = isOpen ? paletteCode.loaded() : null
  return (
    <>
      <Tooltip text="Search" keys={keys}>
        <button
          type="button"
          className={styles.trigger}
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={open}
        >
          <Stroke>
            <path d="m13 13 5 5M3 8.5a5.5 5.5 0 1 0 11 0 5.5 5.5 0 0 0-11 0z" />
          </Stroke>
          <span className="unseen">Search</span>
          <kbd className={styles.keys}>{keys}</kbd>
        </button>
      </Tooltip>
      {Palette ? <Palette pages={pages} onClose={close} /> : null}
    </>
  )
}

/** Fetches the code first if it is not here. While the hub is away that is not tried: a browser keeps the failure. */
function useOpening() {
  const [isOpen, setOpen] = useState(false)
  const { name } = useAtomValue(connectionAtom)
  const showToast = useSetAtom(showToastAtom)
  const isAway = name === 'reconnecting' || name === 'stale'
  const open = () => {
    if (paletteCode.loaded()) return setOpen(true)
    if (isAway) return showToast(hubAwayText)
    paletteCode.load().then(
      () => setOpen(true),
      () => showToast('Search did not load. Reload the page.'),
    )
  }
  return { isOpen, open, close: () => setOpen(false) }
}
