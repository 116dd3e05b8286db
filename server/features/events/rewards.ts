import { mainServer } from '../../../shared/engine/ids.ts'
import { eventSeries, events, type ScheduledEvent } from '../../../shared/features/events/events.ts'
import { rewardSetters } from '../../../shared/features/events/rewardSetters.ts'
import type { Price } from '../../../shared/features/ledger/accounts.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { isSamePerson } from '../account/persons.ts'
import { accountOf } from '../account/rules.ts'

type Setting = Context & { refuse(code: 'noReward'): never }

/** A reward gives currency to everyone who comes, so it needs the permission to give currency. Notes who has set it. */
export function setReward(context: Setting, event: string, reward: Price | null) {
  const { actor, edit, refuse } = context
  if (reward === null) return forgetSetter(context, event)
  if (!actor.can('addCurrency')) return refuse('noReward')
  if (actor.role === 'owner') return forgetSetter(context, event)
  edit(rewardSetters, mainServer).setters[event] = accountOf(actor)
}

const setterOf = (read: Reading, event: string): string | undefined => {
  const { setters } = read(rewardSetters, mainServer)
  return Object.hasOwn(setters, event) ? setters[event] : undefined
}

/** Each event of a series has the reward, and the setter, of the series. */
export function inheritSetter({ read, edit }: Context, series: string, event: string) {
  const setter = setterOf(read, series)
  if (setter !== undefined) edit(rewardSetters, mainServer).setters[event] = setter
}

export function forgetSetter({ read, edit }: Pick<Context, 'read' | 'edit'>, event: string) {
  if (setterOf(read, event) !== undefined) delete edit(rewardSetters, mainServer).setters[event]
}

/** Whether the person of an account has set the reward of this event, with that account or another one. */
export function isSetter(read: Reading, { id }: Pick<ScheduledEvent, 'id'>, own: string): boolean {
  const setter = setterOf(read, id)
  return setter !== undefined && isSamePerson(read, setter, own)
}

/**
 * What an account has set, and was not paid yet, is paid to no one: the account is erased, and would be paid when its user signs in again, or an
 * owner took the permission to give currency from it.
 */
export function dropRewardsOf({ read, edit }: Context, own: string) {
  for (const [id, setter] of Object.entries(plain(read(rewardSetters, mainServer).setters))) {
    if (setter !== own) continue
    delete edit(rewardSetters, mainServer).setters[id]
    const { events: all } = read(events, mainServer)
    const event = Object.hasOwn(all, id) && !all[id]?.isSettled ? edit(events, mainServer).events[id] : undefined
    if (event) event.reward = null
    const isSeries = Object.hasOwn(read(eventSeries, mainServer).series, id)
    const series = isSeries ? edit(eventSeries, mainServer).series[id] : undefined
    if (series) series.reward = null
  }
}
