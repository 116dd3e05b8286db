import type { Delivery, LinkName } from '../../../shared/features/deliveries/delivery.ts'
import { end, requeue } from '../../../shared/features/deliveries/hubCommands.ts'
import type { Clock } from '../../engine/clock.ts'
import type { DeliveryLink, Outcome } from './deliveryLink.ts'
import { isNotSent } from './deliveryLink.ts'
import type { Pauses } from './pauses.ts'
import type { Reporting } from './reporting.ts'

/** So long the game is asked what became of one, before nobody can tell. */
export const settleWithinMs = 10_000
const askAgainMs = 1_000
/** Of what is harmless twice. */
export const mostAttempts = 3

interface FateParts {
  readonly links: readonly DeliveryLink[]
  readonly clock: Clock
  readonly pauses: Pauses
  readonly reporting: Reporting
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * What becomes of one whose reply was lost, or whose sender is gone: the game's own word where it has one, another attempt where
 * that does no harm, and else `unknown`. Its line waits meanwhile, so that nothing later blurs what the game shows.
 */
export function createFate({ links, clock, pauses, reporting, onFault }: FateParts) {
  const ask = async (link: DeliveryLink, one: Delivery, until: number): Promise<Outcome | null> => {
    while (clock.now() < until && !pauses.isStopped()) {
      try {
        const asked = link.settle?.(one, one.sentAt ?? one.queuedAt) ?? Promise.resolve(null)
        return (await pauses.within(until - clock.now(), asked))?.brought ?? null
      } catch (error) {
        if (!isNotSent(error)) {
          onFault(`asking ${link.name} what became of it`, error)
          return null
        }
        await pauses.pause(askAgainMs)
      }
    }
    return null
  }
  const told = async (one: Delivery): Promise<Outcome | null> => {
    const until = clock.now() + settleWithinMs
    const asked = links.filter(({ settle }) => settle)
    for (const link of asked.toSorted((a, b) => Number(b.name === one.link) - Number(a.name === one.link))) {
      const outcome = await ask(link, one, until)
      if (outcome) return outcome
    }
    return null
  }
  /** @param one as it is while it is being sent */
  return async (one: Delivery, why: string): Promise<void> => {
    const named = { id: one.id, attempt: one.attempts }
    const outcome = await told(one)
    if (outcome) return reporting.insist(end, ended(one, outcome))
    // The next run will ask better than one that has no time left.
    if (pauses.isStopped()) return
    if (one.attempts < mostAttempts && isHarmless(links, one.link, one.kind))
      return reporting.insist(requeue, { ...named, sent: true, why })
    return reporting.insist(end, { ...named, state: 'unknown', reply: null, why })
  }
}
export type Fate = ReturnType<typeof createFate>

/** What an attempt has come to. That the game refused a repeat says nothing of the one before, whose reply was lost. */
export function ended({ id, attempts: attempt }: Delivery, outcome: Outcome) {
  if (outcome.state === 'confirmed' || attempt === 1) return { id, attempt, ...outcome }
  return { id, attempt, state: 'unknown', reply: outcome.reply, why: 'An earlier attempt may have been carried out.' }
}

const isHarmless = (links: readonly DeliveryLink[], name: LinkName | null, kind: Delivery['kind']) =>
  links.find((link) => link.name === name)?.isHarmlessTwice(kind) ?? false
