import { useState } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { changePin, mostPinnedMinutes, unpinTimeline } from '../../../shared/features/timeline/pins.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { Ago } from '../../ui/Time.tsx'
import { PlayerName } from '../players/PlayerName.tsx'
import { PinDialog } from './PinDialog.tsx'
import styles from './Pins.module.css'
import { type NamedPin, usePins } from './pinHooks.ts'
import { timeLabel } from './TimeBar.tsx'
import { pinHref } from './timelineHref.ts'

/** All pins with the quota; each opens what it keeps. */
export function PinsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { pins, minutes, isHere } = usePins()
  return (
    <Drawer title="Pins" onClose={onClose}>
      <div className={styles.pins}>
        <ProgressBar
          label="Quota"
          value={minutes}
          max={mostPinnedMinutes}
          text={`${minutes} of ${mostPinnedMinutes} min`}
        />
        {isHere ? null : <p role="status">Loading…</p>}
        {isHere && pins.length === 0 ? (
          <EmptyState picture="compass" title="No pins yet.">
            <p>A pin keeps a time with its map and chat longer than the replay does.</p>
          </EmptyState>
        ) : (
          <ul aria-label="Pins">
            {pins.map((pin) => (
              <PinRow key={pin.id} pin={pin} onOpen={onClose} />
            ))}
          </ul>
        )}
      </div>
    </Drawer>
  )
}

interface PinRowProps {
  readonly pin: NamedPin
  /** On a phone the drawer would cover what the pin shows. */
  readonly onOpen: () => void
}

function PinRow({ pin, onOpen }: PinRowProps) {
  const [open, setOpen] = useState<'change' | 'unpin' | null>(null)
  const { id, name, note, bans, by, byName, at } = pin
  const close = () => setOpen(null)
  return (
    <li className={styles.pin}>
      <p className={styles.name}>
        <Link href={pinHref(pin)} onClick={onOpen}>
          {name}
        </Link>
      </p>
      <p className={styles.soft}>
        {timeLabel(pin)} · by {byName || by}, <Ago at={at} isInSentence />
      </p>
      {note ? <p className={styles.note}>{note}</p> : null}
      <p className={styles.soft}>{keptLabel(pin)}</p>
      {bans.length > 0 ? (
        <p className={styles.soft}>
          Attached to the ban of{' '}
          {bans.map((ban, index) => (
            <span key={ban.id}>
              {index > 0 ? ', ' : ''}
              <PlayerName id={ban.id} name={ban.name} />
            </span>
          ))}
        </p>
      ) : null}
      <Actions>
        <Button aria-label={`Edit ${name}`} onClick={() => setOpen('change')}>
          Edit
        </Button>
        <Button aria-label={`Unpin ${name}`} tone="quiet" onClick={() => setOpen('unpin')}>
          Unpin
        </Button>
      </Actions>
      {open === 'change' ? (
        <PinDialog
          title={`Edit ${name}`}
          command={changePin}
          inputOf={(texts) => ({ server: mainServer, id, ...texts })}
          texts={{ name, note }}
          action="Save"
          done="Pin changed."
          onClose={close}
        />
      ) : null}
      {open === 'unpin' ? (
        <ConfirmCommand
          command={unpinTimeline}
          input={{ server: mainServer, id, evenAttached: bans.length > 0 }}
          title={`Unpin ${name}?`}
          action={`Unpin ${name}`}
          busyLabel="Unpinning…"
          done="Unpinned."
          onClose={close}
        >
          <p>
            Its map and chat are deleted, unless another pin or record keeps them. You can't undo this.
            {bans.length > 0
              ? ` It is attached to the ban of ${bans.map((ban) => ban.name || ban.id).join(', ')}.`
              : ''}
          </p>
        </ConfirmCommand>
      ) : null}
    </li>
  )
}

/** `Keeps the map and 12 messages.` */
function keptLabel({ withMap, withChat, chat }: NamedPin): string {
  const messages = chat === null ? 'the chat, which is being copied' : `${chat} ${chat === 1 ? 'message' : 'messages'}`
  const kept = [withMap ? 'the map' : '', withChat ? messages : ''].filter(Boolean)
  return kept.length === 0 ? 'Keeps its time and its note only.' : `Keeps ${kept.join(' and ')}.`
}
