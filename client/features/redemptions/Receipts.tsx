import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { cancelRedemption, dismissNotice } from '../../../shared/features/redemptions/commands.ts'
import {
  handTimes,
  isFree,
  isRunning,
  paidWeather,
  type Redemption,
  type RedemptionStep,
  usuallyWithinMs,
} from '../../../shared/features/redemptions/redemption.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { lengthOf, timeOf } from '../../ui/durations.ts'
import { Part } from '../../ui/Part.tsx'
import { Price } from '../../ui/Price.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Ago } from '../../ui/Time.tsx'
import styles from './Redemptions.module.css'
import type { StandProblem } from './useRedeemer.ts'

/** How long staff usually take for this kind; as far as it is known. */
export function useByHandNote(kind: RedemptionStep['kind'] | undefined): string {
  const { value } = useDocument(handTimes, mainServer)
  const ms = kind && usuallyWithinMs(value?.ms[kind])
  return ms
    ? `Staff complete this by hand, usually within ${lengthOf(Math.max(ms, 60_000))}.`
    : 'Staff complete this by hand.'
}

/** What the player still has to do in the game, with the way to it. */
export const StandText = ({ problem: { text, canPark } }: { readonly problem: StandProblem }) => (
  <>
    {text} {canPark ? <Link href="/profile">Go to your dinosaur</Link> : null}
  </>
)

/** The weather that was paid for, and until when it lasts. */
export function PaidWeather() {
  const { value } = useDocument(paidWeather, mainServer)
  if (!value?.running) return null
  return <Countdown label={value.running.weather} to={value.running.until} over="over" />
}

/** It was spent, and no one knows whether it arrived: the receipt says why. */
const hasUnsureEnd = ({ state, why }: Redemption) => state === 'done' && why !== null

/** Null where the end is known, or where it has none yet. */
export const unsureEndText = (one: Redemption): string | null =>
  hasUnsureEnd(one) ? `${one.name} may have arrived, so nothing was given back. ${one.why}` : null

interface LatestOutcomeProps {
  readonly one: Redemption | undefined
  readonly text: string | undefined
}

/** What became of the last press, live. */
export const LatestOutcome = ({ one, text }: LatestOutcomeProps) => (
  <p
    className={text ? styles.status : 'unseen'}
    data-tone={
      one?.state === 'released' ? 'bad' : one && (one.state === 'unknown' || hasUnsureEnd(one)) ? 'unsure' : 'good'
    }
    role="status"
  >
    {text}
  </p>
)

interface ReceiptsProps {
  readonly receipts: readonly Redemption[]
  /** `now`: what is on its way, and of what ended and was not put away yet the newest. `past`: all others. */
  readonly show: 'now' | 'past'
}

/** What the user redeemed, each with its steps and their times. */
export function Receipts({ receipts, show }: ReceiptsProps) {
  // One result is news; more of them would push what the page offers below the fold of a phone.
  const news = receipts.find((one) => !isRunning(one) && !one.isSeen)
  const shown = receipts.filter((one) => (isRunning(one) || one === news) === (show === 'now'))
  if (shown.length === 0) return null
  return (
    <Part title={show === 'now' ? 'Your redemptions' : 'Earlier redemptions'}>
      <ul className={styles.receipts}>
        {shown.map((one) => (
          <Receipt key={one.id} one={one} />
        ))}
      </ul>
    </Part>
  )
}

/** The first entry of the steps: what was set aside. */
function firstStepText(one: Redemption): string {
  if (one.price) return `${numberText(one.price.amount)} held`
  return isFree(one) ? 'Requested' : one.ownedSkin === null ? 'Dinosaur held' : 'Skin held'
}

const stateText = (one: Redemption): string => {
  const { state, price, why, steps } = one
  if (state === 'unknown') return "We're checking whether this arrived"
  if (state === 'released')
    return `${price ? 'Refunded' : isFree(one) ? 'Not done' : 'Yours again'}: ${why ?? "it didn't happen"}`
  if (hasUnsureEnd(one)) return `Not given back: ${why}`
  if (state === 'done')
    return steps.some(({ state: step }) => failedStates.includes(step)) ? 'Arrived, but not all of it' : 'Arrived'
  if (steps.some(({ state: step }) => step === 'manual')) return 'Waiting for staff'
  return state === 'finishing' ? 'Arrived, finishing' : 'On its way'
}
const failedStates: readonly RedemptionStep['state'][] = ['refused', 'failed', 'dropped', 'cancelled', 'unknown']

function Receipt({ one }: { readonly one: Redemption }) {
  const { id, name, price, state, steps, at, isSeen } = one
  const cancel = useCommand(cancelRedemption)
  const dismiss = useCommand(dismissNotice)
  const byHand = steps.find((step) => step.state === 'manual')
  const note = useByHandNote(byHand?.kind)
  const canCancel = state === 'open' && steps[0]?.state === 'queued'
  return (
    <li className={styles.receipt} data-state={state}>
      <div className={styles.top}>
        <h3>{name}</h3>
        {price ? (
          <Price currency={price.currency} amount={price.amount} />
        ) : (
          <span className={styles.soft}>{isFree(one) ? 'Free' : 'Your own'}</span>
        )}
      </div>
      <div className={styles.top}>
        <p className={styles.state} role="status">
          {stateText(one)}
        </p>
        {isSeen ? null : (
          <Button tone="quiet" busyLabel={dismiss.busy ? 'Dismissing…' : null} onClick={() => void dismiss.run({ id })}>
            Dismiss
          </Button>
        )}
      </div>
      <StepsAndTimes isFolded={!isRunning(one)}>
        <p className={styles.soft}>
          {holdStateText(one)} Asked <Ago at={at} isInSentence />.
        </p>
        <ol className={styles.steps} aria-label={`Steps of ${name}`}>
          <li data-tone="good">
            <span>{firstStepText(one)}</span>
            <time>{timeOf(at)}</time>
          </li>
          {steps.map((step) => (
            <Step key={step.delivery ?? `${step.kind} ${step.text}`} step={step} />
          ))}
        </ol>
      </StepsAndTimes>
      {byHand ? <p className={styles.note}>{note}</p> : null}
      {canCancel ? (
        <div className={styles.actions}>
          <Button busyLabel={cancel.busy ? 'Cancelling…' : null} onClick={() => void cancel.run({ id })}>
            Cancel
          </Button>
        </div>
      ) : null}
      {cancel.refusal ? <Problem onDismiss={cancel.dismiss}>{cancel.refusal.message}</Problem> : null}
    </li>
  )
}

/** Where what was set aside is now, as a sentence; empty where nothing was. */
function holdStateText(one: Redemption): string {
  const { state, price, steps, ownedSkin, why } = one
  if (isFree(one)) return ''
  const what = price ? 'The currency' : ownedSkin === null ? 'The dinosaur' : 'The skin'
  const isPart = steps.some(({ isPaid, state: step }) => isPaid && step !== 'unknown' && failedStates.includes(step))
  if (state === 'open' && isPart)
    return `${what} stays held: a part arrived, the rest didn't. Staff finish it, or give ${price ? 'it all' : 'it'} back.`
  if (state === 'open') return `${what} is held until the game has it.`
  if (state === 'unknown') return `${what} stays held until staff have settled it. Nothing is lost.`
  if (state === 'released') return `${what} is yours again.`
  if (why !== null)
    return price
      ? 'The currency is spent: what it paid for may have arrived.'
      : `${what} is ${ownedSkin === null ? 'gone from your inventory' : 'used up'}: it may have arrived.`
  return price ? 'The currency is spent.' : `${what} is in the game.`
}

/** The steps of a redemption; folded once it is over. */
const StepsAndTimes = ({ isFolded, children }: { readonly isFolded: boolean; readonly children: ReactNode }) =>
  isFolded ? (
    <details>
      <summary className={styles.summary}>Steps and times</summary>
      {children}
    </details>
  ) : (
    children
  )

const kindNames: Readonly<Partial<Record<RedemptionStep['kind'], string>>> = {
  spawn: 'Spawn as',
  grow: 'Grow to',
  redeem: 'Bring back as it was',
  mutate: 'Mutations',
  skin: 'Skin',
  heal: 'Heal',
  teleport: 'Teleport',
  message: 'Message',
  weather: 'Weather',
}
export const stepText = ({ kind, text, parents }: Pick<RedemptionStep, 'kind' | 'text' | 'parents'>) => {
  const shown = kind === 'grow' ? `${Math.round(Number(text) * 100)}%` : [text, parents].filter(Boolean).join(', ')
  return [kindNames[kind] ?? kind, shown].filter(Boolean).join(' ')
}
const stepStateLabels: Readonly<Record<RedemptionStep['state'], string>> = {
  waiting: 'next',
  skipped: 'skipped',
  queued: 'asked',
  sending: 'sent to the game',
  confirmed: 'seen in the game',
  done: 'done by staff',
  manual: 'waiting for staff',
  unknown: 'being checked',
  refused: 'refused',
  failed: 'failed',
  dropped: 'dropped by staff',
  cancelled: 'cancelled',
}
const toneOf = (state: RedemptionStep['state']) => {
  if (state === 'confirmed' || state === 'done') return 'good'
  if (state === 'unknown') return 'unsure'
  return failedStates.includes(state) ? 'bad' : undefined
}

/** It had been sent when its command went: it may have happened. What users cancel was never sent. */
const isNotKnown = ({ state, sentAt }: RedemptionStep) => state === 'cancelled' && sentAt !== null

function Step({ step }: { readonly step: RedemptionStep }) {
  const { state, settledAt, manualAt, sentAt, queuedAt, why, isPaid } = step
  const tone = isNotKnown(step) ? 'unsure' : toneOf(state)
  const at = settledAt ?? manualAt ?? sentAt ?? queuedAt
  const isCurrent = ['queued', 'sending', 'manual', 'unknown'].includes(state)
  return (
    <li data-tone={tone} aria-current={isCurrent ? 'step' : undefined}>
      <span>
        {stepText(step)}
        {isPaid ? '' : ' (free)'}: {isNotKnown(step) ? 'outcome not known' : stepStateLabels[state]}
      </span>
      {at === null ? null : <time>{timeOf(at)}</time>}
      {why && tone ? <p>{why}</p> : null}
    </li>
  )
}
