import type { Delivery } from './delivery.ts'

/** How long after it was sent to the host an order is watched for its effect, ms. It is `unknown` meanwhile, if it takes longer than others. */
export const hostWatchedForMs = 10 * 60_000

/** Whether the host carries an order out now, as far as that can be known. @param now epoch ms */
export function isUnderWay({ state, sentAt }: Pick<Delivery, 'state' | 'sentAt'>, now: number): boolean {
  return state === 'sending' || (state === 'unknown' && sentAt !== null && now - sentAt < hostWatchedForMs)
}
