import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import { useSwitchedOff } from '../server/switchedOff.ts'
import { GiftDialog } from './GiftDialog.tsx'
import type { Receiver } from './ReceiverPicker.tsx'

interface GiftButtonProps {
  /** The player who gets it; left out where the user names one. */
  readonly receiver?: Receiver
  readonly name: string
}

/** Opens the dialog by which a user gives something away. Nothing while currency or gifts are switched off. */
export function GiftButton({ receiver, name }: GiftButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isOff = useSwitchedOff('gifts')
  if (!useFeature('realCurrency') || isOff) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {isOpen ? <GiftDialog receiver={receiver} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
