import { mainServer } from '../../../shared/engine/ids.ts'
import type { ScheduledEvent } from '../../../shared/features/events/events.ts'
import { rewardSetters } from '../../../shared/features/events/rewardSetters.ts'
import type { Price } from '../../../shared/features/ledger/accounts.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
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

export function eraseSetter({ read, edit }: Context, erased: string) {
  for (const [event, setter] of Object.entries(read(rewardSetters, mainServer).setters))
    if (setter === erased) delete edit(rewardSetters, mainServer).setters[event]
}
