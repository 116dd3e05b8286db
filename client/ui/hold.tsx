import { useAtomValue } from 'jotai'
import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { connectionAtom, lateAtom, lateText } from '../connection/connectionState.ts'
import styles from './hold.module.css'

interface Hold {
  /** Keeps the dialog or drawer open until the returned function is called. */
  readonly hold: () => () => void
  /** Says why it does not close now. */
  readonly explain: () => void
}

/** Forms and dialogs with a command in flight tell it the part of the page around them. */
export const HoldContext = createContext<Hold | null>(null)

const waitText = "Wait for the hub's answer: what was sent can't be cancelled."
const awayText =
  "Can't reach the hub. Your command waits on this page. To leave, reload the page and check whether it was done."

/** Whether the dialog or drawer stays open for a command in flight, and what it then says. */
export function useHeld(dialog: { readonly current: HTMLDialogElement | null }) {
  const [isAsked, setAsked] = useState(false)
  const isAway = useAtomValue(connectionAtom).name !== 'live'
  const isLate = useAtomValue(lateAtom)
  const explain = useCallback(() => setAsked(true), [])
  const { held, isHeld } = useHolds(explain)
  useEffect(() => {
    setAsked(false)
    if (!isHeld) return
    // On the window: the button that was pressed is disabled now, and the focus is nowhere.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isMeant(dialog.current, event.target)) return
      event.preventDefault()
      explain()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [dialog, isHeld, explain])
  return { held, explain, isHeld, why: isAway ? awayText : isLate ? lateText : isAsked ? waitText : null }
}

/** Whether a key that was pressed there is for this dialog: not for another one in it, or for the page beside it. */
const isMeant = (dialog: HTMLDialogElement | null, target: EventTarget | null) =>
  dialog?.open === true &&
  (target === document.body || (target instanceof Element && target.closest('dialog') === dialog))

/** How many commands are in flight in a part of the page, which hold what is around it open, too. @param explain says why it does not close now; must keep its identity */
export function useHolds(explain: () => void) {
  const [holds, setHolds] = useState(0)
  const around = useContext(HoldContext)
  const held = useMemo((): Hold => {
    const hold = () => {
      const free = around?.hold()
      setHolds((count) => count + 1)
      return () => {
        free?.()
        setHolds((count) => count - 1)
      }
    }
    return { hold, explain }
  }, [around, explain])
  return { held, isHeld: holds > 0 }
}

/** Keeps the dialog around it open while a command is in flight. @returns says why it stays open */
export function useHold(isBusy: boolean): () => void {
  const held = useContext(HoldContext)
  useLayoutEffect(() => (isBusy ? held?.hold() : undefined), [held, isBusy])
  return held?.explain ?? (() => {})
}

export const HeldReason = ({ why }: { readonly why: string | null }) => (
  <p className={why ? styles.held : 'unseen'} role="status">
    {why}
  </p>
)
