import { mainServer } from '../../../shared/engine/ids.ts'
import { eventSeries, events, type ScheduledEvent } from '../../../shared/features/events/events.ts'
import { rewardSetters } from '../../../shared/features/events/rewardSetters.ts'
import type { Price } from '../../../shared/features/ledger/accounts.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
import { ofPersons } from '../account/persons.ts'
import { accountOf } from '../account/rules.ts'

export type RewardContext = Context & { refuse(code: 'noReward'): never }

/**
 * A reward gives currency to everyone who comes, so it needs the permission to give currency. Notes who has set it: all of them, since another
 * amount of a colleague is still theirs, until an owner sets it.
 */
export function setReward(context: RewardContext, event: string, reward: Price | null) {
  const { actor, read, refuse } = context
  if (actor.role === 'owner') return forgetSetters(context, event)
  // Those who set it before are still not paid if it comes back.
  if (reward === null) return
  if (!actor.can('addCurrency')) return refuse('noReward')
  const own = accountOf(actor)
  noteSetters(context, event, [...settersOf(read, event).filter((one) => one !== own), own])
}

/** The latest is the last. */
function settersOf(read: Reading, event: string): readonly string[] {
  const { setters, earlier } = read(rewardSetters, mainServer)
  const latest = Object.hasOwn(setters, event) ? setters[event] : undefined
  if (latest === undefined) return []
  return [...((Object.hasOwn(earlier, event) && earlier[event]) || []), latest]
}

function noteSetters({ edit }: Pick<Context, 'edit'>, event: string, all: readonly string[]) {
  const latest = all.at(-1)
  if (latest === undefined) return
  const document = edit(rewardSetters, mainServer)
  document.setters[event] = latest
  if (all.length > 1) document.earlier[event] = all.slice(0, -1)
}

/** Each event of a series has the reward, and the setters, of the series. */
export function inheritSetters(context: Context, series: string, event: string) {
  noteSetters(context, event, settersOf(context.read, series))
}

export function forgetSetters({ read, edit }: Pick<Context, 'read' | 'edit'>, event: string) {
  if (settersOf(read, event).length === 0) return
  const { setters, earlier } = edit(rewardSetters, mainServer)
  delete setters[event]
  delete earlier[event]
}

/** Whether the person of an account has set the reward of this event, with that account or another one. */
export const isSetter = (read: Reading, { id }: Pick<ScheduledEvent, 'id'>, own: string): boolean =>
  ofPersons(read, settersOf(read, id))(own)

/**
 * What an account has set, even with others, and was not paid yet, is paid to no one: the account is erased, and would be paid when its user
 * signs in again.
 */
export const dropRewardsOf = (context: Context, own: string) => dropRewards(context, (setters) => setters.includes(own))

/**
 * An owner took the permission to give currency from an account: what it has set is paid to no one. What a colleague has set after it is given
 * by that colleague; the account stays among those who are not paid.
 */
export const dropRewardsGivenBy = (context: Context, own: string) =>
  dropRewards(context, (setters) => setters.at(-1) === own)

function dropRewards(context: Context, isDropped: (setters: readonly string[]) => boolean) {
  const { read, edit } = context
  for (const id of Object.keys(read(rewardSetters, mainServer).setters)) {
    if (!isDropped(settersOf(read, id))) continue
    forgetSetters(context, id)
    const { events: all } = read(events, mainServer)
    const event = Object.hasOwn(all, id) && !all[id]?.isSettled ? edit(events, mainServer).events[id] : undefined
    if (event) event.reward = null
    const isSeries = Object.hasOwn(read(eventSeries, mainServer).series, id)
    const series = isSeries ? edit(eventSeries, mainServer).series[id] : undefined
    if (series) series.reward = null
  }
}
