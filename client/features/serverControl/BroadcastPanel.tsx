import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { outcomeText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { longestBroadcast } from '../../../shared/features/deliveries/refusals.ts'
import {
  type BroadcastPriority,
  type BroadcastStyle,
  broadcastPriorities,
  broadcastStyles,
  broadcasts,
  longestDelayMinutes,
  repeatMinutes,
  repetitions,
  type SentBroadcast,
  styledText,
} from '../../../shared/features/serverControl/broadcasts.ts'
import { sendBroadcast, stopBroadcast } from '../../../shared/features/serverControl/commands.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { Ago, Until } from '../../ui/Time.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { LinkWarning } from '../server/LinkWarning.tsx'
import { useReaderCount } from '../staff/affected.ts'
import { useDeliveries } from '../staff/deliveriesAtom.ts'
import { ControlButton, useControl } from './controlFailure.tsx'
import styles from './ServerControl.module.css'

/** Broadcasts: now, later, or repeated; those that wait; and the latest. */
export function BroadcastPanel() {
  const maySend = useAtomValue(accessAtom).may.includes('broadcast')
  return (
    <DashboardPanel {...alwaysReady} title="Broadcast">
      <Stack>
        {maySend ? <Composer /> : null}
        <Waiting />
        <Sent />
      </Stack>
    </DashboardPanel>
  )
}

const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
const timesText = (count: number) => (count === 1 ? 'once' : `${count} times`)
const styleOptions = broadcastStyles.map((key) => ({ key, name: capital(key) }))
const priorityOptions = broadcastPriorities.map((key) => ({
  key,
  name: `${capital(key)}: ${timesText(repetitions[key])}`,
}))
const repeatOptions = [
  { key: 'no', name: "Don't repeat" },
  ...repeatMinutes.map((minutes) => ({ key: String(minutes), name: `Every ${minutes} minutes` })),
]

function Composer() {
  const { value: text, change, clear } = useTextDraft('server broadcast')
  const [style, setStyle] = useState<BroadcastStyle>('normal')
  const [priority, setPriority] = useState<BroadcastPriority>('low')
  const [delay, setDelay] = useState('0')
  const [repeat, setRepeat] = useState('no')
  const [isAsking, setAsking] = useState(false)
  const { busy, give } = useControl(sendBroadcast, (why) => `Failed to send broadcast: ${why}`)
  const shown = styledText(style, text.trim())
  const send = async () => {
    const everyMinutes = repeatMinutes.find((minutes) => String(minutes) === repeat) ?? null
    const input = {
      server: mainServer,
      text,
      style,
      priority,
      delayMinutes: Number(delay),
      repeatMinutes: everyMinutes,
    }
    const { ok } = await give(input)
    setAsking(false)
    if (ok) clear()
  }
  const waits = Number(delay) > 0
  return (
    <>
      <Form
        label="Broadcast"
        action={waits ? 'Schedule broadcast' : 'Send broadcast'}
        busyLabel={busy ? 'Sending…' : null}
        // A waiting broadcast can be stopped, so it needs no confirmation.
        onSubmit={() => (waits ? void send() : setAsking(true))}
      >
        <Field
          label="Message"
          autoComplete="off"
          needed="❌ Please enter a message"
          longest={longestBroadcast}
          value={text}
          onValue={change}
        />
        <div className={styles.fields}>
          <Select label="Style" options={styleOptions} value={style} onValue={setStyle} />
          <Select label="Priority" options={priorityOptions} value={priority} onValue={setPriority} />
          <NumberField
            label="Delay in minutes"
            needed="Enter minutes, or 0."
            step={1}
            least={0}
            most={longestDelayMinutes}
            value={delay}
            onValue={setDelay}
          />
          <Select label="Repeat" options={repeatOptions} value={repeat} onValue={setRepeat} />
        </div>
        {text.trim() === '' ? null : <Preview text={shown} />}
      </Form>
      {isAsking ? (
        <Question
          shown={shown}
          priority={priority}
          repeat={repeat}
          isBusy={busy}
          onConfirm={() => void send()}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

interface QuestionProps {
  readonly shown: string
  readonly priority: BroadcastPriority
  readonly repeat: string
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Says how many read it, and how often it is sent. */
function Question({ shown, priority, repeat, isBusy, onConfirm, onCancel }: QuestionProps) {
  const online = useReaderCount()
  const title =
    online === null ? 'Send to everyone on the server?' : `Send to ${online} ${online === 1 ? 'player' : 'players'}?`
  return (
    <Confirm
      title={title}
      action="Send broadcast"
      busyLabel={isBusy ? 'Sending…' : null}
      refusal={null}
      tone="main"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Preview text={shown} />
      <LinkWarning isApart />
      <p>
        It is sent {timesText(repetitions[priority])}
        {repeat === 'no' ? '.' : `, now and every ${repeat} minutes until you stop it, for a day at most.`}
      </p>
    </Confirm>
  )
}

const Preview = ({ text }: { readonly text: string }) => (
  <figure className={styles.preview} aria-label="Players see">
    <figcaption>Players see</figcaption>
    <p>{text}</p>
  </figure>
)

/** Those that wait or are repeated, the next one first. */
function Waiting() {
  const waiting = Object.values(useDocument(broadcasts, mainServer).value?.waiting ?? {}).toSorted(
    (one, other) => one.nextAt - other.nextAt,
  )
  if (waiting.length === 0) return null
  return (
    <>
      <h3>Scheduled</h3>
      <ul className={styles.rows} aria-label="Scheduled broadcasts">
        {waiting.map(({ id, text, style, nextAt, everyMinutes, times }) => (
          <li key={id} className={styles.row}>
            <div>
              <p>{styledText(style, text)}</p>
              <p className={styles.soft}>
                In <Until at={nextAt} />
                {everyMinutes === null ? '' : `, every ${everyMinutes} min, sent ${timesText(times)} so far`}
              </p>
            </div>
            <ControlButton
              command={stopBroadcast}
              input={{ server: mainServer, id }}
              name="Stop"
              label={`Stop the broadcast “${text}”`}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const shownAtFirst = 5

/** The latest ones with what became of them: five at first, all on demand. */
function Sent() {
  const sent = useDocument(broadcasts, mainServer).value?.sent ?? []
  const { byId } = useDeliveries()
  const [isWhole, setWhole] = useState(false)
  if (sent.length === 0) return null
  return (
    <>
      <h3>History</h3>
      <ul className={styles.rows} aria-label="Sent broadcasts">
        {sent.slice(0, isWhole ? sent.length : shownAtFirst).map((one) => (
          <li key={one.id} className={styles.row}>
            <div>
              <p>{styledText(one.style, one.text)}</p>
              <p className={styles.soft}>{outcomeOf(one, byId)}</p>
            </div>
            <span className={styles.soft}>
              <Ago at={one.at} />
            </span>
          </li>
        ))}
      </ul>
      {sent.length > shownAtFirst ? (
        <p>
          <Button tone="quiet" flush aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${sent.length}`}
          </Button>
        </p>
      ) : null}
    </>
  )
}

const severity = { good: 0, waiting: 1, bad: 2 } as const

/** How often it was sent, and the worst of its deliveries. */
function outcomeOf({ deliveries, nth }: SentBroadcast, byId: Readonly<Record<string, Delivery | undefined>>): string {
  const known = deliveries.flatMap((id) => byId[id] ?? [])
  const [worst] = known
    .map((one) => outcomeText(one))
    .toSorted((one, other) => severity[other.tone] - severity[one.tone])
  const count = `${countText(known, deliveries.length)}${nth === null ? '' : `, round ${nth}`}`
  return worst ? `${count}. ${worst.message}` : count
}

/** @param ordered its deliveries, of which old ones are not at hand: what became of them is not known here */
function countText(known: readonly Delivery[], ordered: number): string {
  if (known.length < ordered) return `Ordered ${timesText(ordered)}`
  const isSent = ({ state, link }: Delivery) => (state === 'confirmed' || state === 'done') && link !== 'mock'
  const sent = known.filter(isSent).length
  if (sent === ordered) return `Sent ${timesText(ordered)}`
  if (sent > 0) return `Sent ${sent} of ${ordered} times`
  if (known.some(({ state }) => state === 'unknown')) return 'Perhaps sent'
  return known.some(({ state }) => isOpenState(state)) ? 'Not sent yet' : 'Not sent'
}
