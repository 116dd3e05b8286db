import { useState } from 'react'
import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import { longestSpanMs } from '../../../shared/features/timeline/queries.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { DateTimeField, momentIn, momentValue } from '../../ui/DateTimeField.tsx'
import { Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { CheckedForm } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { IconButton } from '../../ui/Tooltip.tsx'
import styles from './TimelineScreen.module.css'

const minuteMs = 60_000
const lengths = [5, 15, 30, 60, 180, 720, 1_440, 4_320, 10_080].map((minutes) => minutes * minuteMs)
const leastMs = minuteMs

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** `Sun 22 Nov, 14:03 – 14:18` */
export const timeLabel = ({ from, until }: TimeSpan) =>
  day.format(from) === day.format(until)
    ? `${day.format(from)}, ${minute.format(from)} – ${minute.format(until)}`
    : `${day.format(from)}, ${minute.format(from)} – ${day.format(until)}, ${minute.format(until)}`

interface TimeBarProps {
  readonly time: TimeSpan
  /** The shown moment, around which zooming works. */
  readonly headAt: () => number
  readonly onTime: (time: TimeSpan) => void
}

/** The time that the page shows: earlier, later, longer, shorter, or chosen by date. */
export function TimeBar({ time, headAt, onTime }: TimeBarProps) {
  const [isChoosing, setChoosing] = useState(false)
  const { serverNow } = useConnection()
  const { from, until } = time
  const length = until - from
  const shift = (ms: number) => {
    const end = Math.min(serverNow(), until + ms)
    onTime({ from: end - length, until: end })
  }
  const zoom = (factor: number) => {
    const wanted = Math.min(longestSpanMs, Math.max(leastMs, length * factor))
    const share = Math.min(1, Math.max(0, (headAt() - from) / length))
    const end = Math.min(serverNow(), headAt() + (1 - share) * wanted)
    onTime({ from: end - wanted, until: end })
  }
  return (
    <fieldset className={styles.timeBar} aria-label="Time">
      <IconButton label="Earlier" tone="quiet" onPress={() => shift(-length)}>
        <Stroke>
          <path d="M12 4l-6 6 6 6" />
        </Stroke>
      </IconButton>
      <button type="button" className={styles.time} onClick={() => setChoosing(true)}>
        {timeLabel(time)}
        <span className={styles.length}>{lengthOf(length)}</span>
      </button>
      <IconButton label="Later" tone="quiet" onPress={() => shift(length)}>
        <Stroke>
          <path d="M8 4l6 6-6 6" />
        </Stroke>
      </IconButton>
      <IconButton label="Shorter time" tone="quiet" onPress={() => zoom(0.5)}>
        <Stroke>
          <path d="M10 5v10M5 10h10" />
        </Stroke>
      </IconButton>
      <IconButton label="Longer time" tone="quiet" onPress={() => zoom(2)}>
        <Stroke>
          <path d="M5 10h10" />
        </Stroke>
      </IconButton>
      <Button tone="quiet" onClick={() => onTime({ from: serverNow() - length, until: serverNow() })}>
        Now
      </Button>
      {isChoosing ? (
        <TimeDialog
          time={time}
          onClose={() => setChoosing(false)}
          onTime={(next) => {
            onTime(next)
            setChoosing(false)
          }}
        />
      ) : null}
    </fieldset>
  )
}

interface TimeDialogProps extends Pick<TimeBarProps, 'time' | 'onTime'> {
  readonly onClose: () => void
}

function TimeDialog({ time, onTime, onClose }: TimeDialogProps) {
  const { serverNow } = useConnection()
  const [begin, setBegin] = useState(() => momentValue(time.from))
  const length = time.until - time.from
  const [ms, setMs] = useState(() => lengths.find((one) => one >= length) ?? longestSpanMs)
  const submit = () => {
    const from = momentIn(begin)
    if (from !== null) onTime({ from, until: from + ms })
  }
  return (
    <Dialog title="Choose the time" hasClose={false} onClose={onClose}>
      <CheckedForm isBusy={false} onSubmit={submit}>
        <DialogBody>
          <Stack>
            <DateTimeField
              label="From"
              value={begin}
              onValue={setBegin}
              needed="Enter when the time begins."
              check={(at) => (at > serverNow() ? 'That time is in the future. Enter an earlier one.' : null)}
            />
            <Select
              label="Length"
              options={lengths.map((one) => ({ key: String(one), name: lengthOf(one) }))}
              value={String(ms)}
              onValue={(key) => setMs(Number(key))}
            />
          </Stack>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="main">
            Show
          </Button>
        </DialogActions>
      </CheckedForm>
    </Dialog>
  )
}
