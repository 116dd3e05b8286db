import { type Delivery, deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { wholeOf } from '../../../shared/features/deliveries/deliveryWords.ts'
import { begin, end, requeue } from '../../../shared/features/deliveries/hubCommands.ts'
import type { Hub } from '../../engine/hub.ts'
import { type DeliveryLink, isLost, isNotSent, isUnsendable, type Outcome } from './deliveryLink.ts'
import { ended, type Fate } from './fate.ts'
import type { Pauses } from './pauses.ts'
import type { Reporting } from './reporting.ts'

/** So long an attempt may run. The waiting before it does not count. */
export const runWithinMs = 15_000

interface SendingParts {
  readonly hub: Pick<Hub, 'read'>
  readonly server: string
  readonly pauses: Pauses
  readonly reporting: Reporting
  readonly fate: Fate
  /** It does not fit this link. */
  readonly onUnfit: (one: Delivery, link: DeliveryLink) => void
  /** The link is not as up as it says. */
  readonly onNotSent: (one: Delivery, link: DeliveryLink) => void
  readonly onFault: (what: string, error: unknown) => void
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const noTurn = `It waited ${runWithinMs / 1_000} seconds for its turn on the connection and was not sent.`
const noReply = `No reply within ${runWithinMs / 1_000} seconds.`

/** Whether it has left for the game, and that it leaves no more once it was called off. */
function createDeparture() {
  let stands: 'open' | 'left' | 'calledOff' = 'open'
  return {
    leaving() {
      if (stands === 'calledOff') throw new Error('It was called off before it was its turn.')
      stands = 'left'
    },
    callOff(): 'left' | 'stays' {
      if (stands === 'left') return 'left'
      stands = 'calledOff'
      return 'stays'
    },
  }
}

/** A fault of the link's own must not be met again and again. */
function wordFor({ onUnfit, onFault }: SendingParts, one: Delivery, link: DeliveryLink): string | null {
  try {
    return link.word(one)
  } catch (error) {
    if (!isUnsendable(error)) onFault(`wording for ${link.name}`, error)
    onUnfit(one, link)
    return null
  }
}

/** One attempt over one link: noted, then sent, then told. */
export function createSending(parts: SendingParts) {
  const { hub, server, pauses, reporting, fate, onUnfit, onNotSent, onFault } = parts
  /** What comes when its time is over can still tell what nobody could. */
  const hearLate = (answer: Promise<Outcome>, one: Delivery) =>
    void answer.then((outcome) => reporting.attempt(end, ended(one, outcome))).catch(() => {})

  const stays = (one: Delivery, link: DeliveryLink, why: string) => {
    onNotSent(one, link)
    return reporting.insist(requeue, { id: one.id, attempt: one.attempts, sent: false, why })
  }
  const fail = async (one: Delivery, link: DeliveryLink, error: unknown) => {
    const isUnfit = isUnsendable(error)
    if (isUnfit || isNotSent(error)) {
      const note = isUnfit ? onUnfit : onNotSent
      note(one, link)
      return reporting.insist(requeue, { id: one.id, attempt: one.attempts, sent: false, why: wordsOf(error) })
    }
    if (!isLost(error)) onFault(`sending over ${link.name}`, error)
    return fate(one, wordsOf(error))
  }
  const perform = async (one: Delivery, link: DeliveryLink) => {
    const departure = createDeparture()
    const answer = (async () => link.perform(one, departure.leaving))()
    try {
      const inTime = await pauses.within(runWithinMs, answer)
      if (inTime) return await reporting.insist(end, ended(one, inTime.brought))
    } catch (error) {
      return fail(one, link, error)
    }
    // From here on it leaves no more, so that what has not left is as if it had never been its turn.
    if (departure.callOff() === 'stays' && link.tellsLeaving) return stays(one, link, noTurn)
    await fate(one, noReply)
    hearLate(answer, one)
  }
  return async (one: Delivery, link: DeliveryLink): Promise<void> => {
    const command = wordFor(parts, one, link)
    if (command === null) return
    const attempting = { id: one.id, link: link.name, command, again: one.attempts > 0 }
    const begun = await reporting.attempt(begin, attempting)
    // Whoever is erased meanwhile has nothing left to be done.
    const sending = hub.read(deliveries, server).entries[one.id]
    if (begun && sending?.state === 'sending') await perform(wholeOf(hub.read, server, sending), link)
  }
}
