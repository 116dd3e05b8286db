import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { lengthOf } from '../../ui/durations.ts'
import { linkWords, stateWords } from './deliveryWords.ts'

/** A tenth of a second matters here: `0.2 s`; from a minute on `3 min`. @param ms since it was pressed */
export const tenths = (ms: number) => (ms < 60_000 ? `${(Math.max(0, ms) / 1_000).toFixed(1)} s` : lengthOf(ms))

/** The life of a delivery so far, each step with how long after the press it was: `sent 0.2 s over Evrima RCON`. */
export function deliverySteps(one: Delivery, pressedAt = one.queuedAt): string[] {
  const { state, queuedAt, sentAt, settledAt, link } = one
  // Never later than the hub had it: the page's guess at the server's clock may be some ms ahead.
  const since = (at: number) => tenths(at - Math.min(pressedAt, queuedAt))
  const steps = [`queued ${since(queuedAt)}`]
  if (sentAt !== null) steps.push(`sent ${since(sentAt)}${link ? ` over ${linkWords[link]}` : ''}`)
  if (state === 'byHand') steps.push('waits to be done by hand')
  else if (state !== 'queued' && state !== 'sending') {
    const word = stateWords[state].toLowerCase()
    steps.push(settledAt === null ? word : `${word} ${since(settledAt)}`)
  }
  return steps
}
