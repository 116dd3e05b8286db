import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { longestPinMs, mostPinnedMinutes, pinMinutes, pinTimeline } from '../../../shared/features/timeline/pins.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { PinDialog } from './PinDialog.tsx'
import { PinsDrawer } from './Pins.tsx'
import { usePins } from './pinHooks.ts'
import { timeLabel } from './TimeBar.tsx'
import styles from './TimelineScreen.module.css'
import type { TimelineState } from './timelineAddress.ts'

interface PinActionsProps {
  readonly address: TimelineState
  readonly nameOf: (id: string) => string
}

/** Pins the shown time, and lists the pins. */
export function PinActions({ address, nameOf }: PinActionsProps) {
  const { mayPin, pins, minutes } = usePins()
  const { serverNow } = useConnection()
  const [open, setOpen] = useState<'list' | 'new' | null>(null)
  if (!mayPin) return null
  const { time, place, persons, kinds } = address
  const shownPin = pins.find(({ id }) => id === address.pin)
  const isTooLong = time.until - time.from > longestPinMs
  const until = () => Math.min(time.until, serverNow())
  return (
    <div className={styles.actions}>
      {shownPin ? <span className={styles.shownPin}>Pin: {shownPin.name}</span> : null}
      <Button onClick={() => setOpen('list')}>{`Pins (${pins.length})`}</Button>
      <Button
        tone="main"
        disabled={isTooLong}
        title={isTooLong ? 'A pin keeps at most 60 minutes. Choose a shorter time.' : undefined}
        onClick={() => setOpen('new')}
      >
        Pin this time
      </Button>
      {open === 'list' ? <PinsDrawer onClose={() => setOpen(null)} /> : null}
      {open === 'new' ? (
        <PinDialog
          title="Pin this time"
          command={pinTimeline}
          inputOf={(texts) => ({
            server: mainServer,
            from: time.from,
            until: until(),
            place,
            persons: persons.map((id) => ({ id, name: nameOf(id) })),
            kinds,
            ...texts,
          })}
          hint={`${timeLabel(time)}. The map and chat of that time stay until you unpin it. It takes ${pinMinutes(time)} min of the quota; ${minutes} of ${mostPinnedMinutes} min are used.`}
          action="Pin"
          done="Pinned."
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  )
}
