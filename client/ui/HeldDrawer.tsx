import { useRef } from 'react'
import { Drawer, type DrawerProps } from './Drawer.tsx'
import { HeldReason, HoldContext, useHeld } from './hold.tsx'

/**
 * A drawer with forms of its own, not only in dialogs above it: as with a dialog, nothing but the answer closes it while a command that was
 * sent from it has none.
 */
export function HeldDrawer({ head, onClose, children, ...rest }: DrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null)
  const { held, explain, isHeld, why } = useHeld(drawer)
  const whole = (
    <>
      {head}
      {isHeld ? <HeldReason why={why} /> : null}
    </>
  )
  return (
    <Drawer {...rest} ref={drawer} head={whole} onClose={isHeld ? explain : onClose}>
      <HoldContext value={held}>{children}</HoldContext>
    </Drawer>
  )
}
