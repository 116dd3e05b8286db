import { dayOf, isStillDay } from '../../../shared/engine/utcDay.ts'
import { type cancelRefusals, mostCancelledADay, redemptions } from '../../../shared/features/redemptions/redemption.ts'
import type { Context } from '../../engine/rule.ts'

type CountContext = Pick<Context, 'edit' | 'now'>

/** Counts one of an item for the owner's limit per day. */
export function countRedeemed(context: CountContext, player: string, item: string) {
  const own = ofToday(context, player)
  own.today[item] = (own.today[item] ?? 0) + 1
}

/** Takes one off again, if it was counted on the day that is kept. @param at epoch ms at which it was counted */
export function uncountRedeemed(
  { read, edit }: Pick<Context, 'read' | 'edit'>,
  player: string,
  item: string | null,
  at: number,
) {
  const { day, today } = read(redemptions, player)
  const count = item !== null && day === dayOf(at) && Object.hasOwn(today, item) ? (today[item] ?? 0) : 0
  if (item !== null && count > 0) edit(redemptions, player).today[item] = count - 1
}

/** Counts what a user cancels, by either command, and refuses it beyond the limit of the day. */
export function countCancelled(
  context: CountContext & { refuse(code: keyof typeof cancelRefusals): never },
  player: string,
) {
  const own = ofToday(context, player)
  if (own.calledOff >= mostCancelledADay) context.refuse('tooOften')
  own.calledOff += 1
}

/** A user's redemptions as a draft, with the counts of today. */
function ofToday({ edit, now }: CountContext, player: string) {
  const own = edit(redemptions, player)
  if (!isStillDay(own.day, now)) Object.assign(own, { day: dayOf(now), today: {}, calledOff: 0 })
  return own
}
