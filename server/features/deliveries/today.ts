import { dayOf, isStillDay } from '../../../shared/engine/utcDay.ts'
import {
  type calledOffRefusals,
  mostCalledOffADay,
  redemptions,
} from '../../../shared/features/redemptions/redemption.ts'
import type { Context } from '../../engine/rule.ts'

type TodayContext = Pick<Context, 'edit' | 'now'>

/** Counts one of an item for the limits of the day. */
export function countToday(context: TodayContext, id: string, item: string) {
  const own = ofToday(context, id)
  own.today[item] = (own.today[item] ?? 0) + 1
}

/** Takes one off again, where the day on which it was counted is still the one that is kept. @param at epoch ms at which it was counted */
export function uncountToday(
  { read, edit }: Pick<Context, 'read' | 'edit'>,
  id: string,
  item: string | null,
  at: number,
) {
  const { day, today } = read(redemptions, id)
  const count = item !== null && day === dayOf(at) && Object.hasOwn(today, item) ? (today[item] ?? 0) : 0
  if (item !== null && count > 0) edit(redemptions, id).today[item] = count - 1
}

/** Counts what a user calls off themselves, by whichever command, and refuses it beyond the limit of the day. */
export function countCalledOff(
  context: TodayContext & { refuse(code: keyof typeof calledOffRefusals): never },
  id: string,
) {
  const own = ofToday(context, id)
  if (own.calledOff >= mostCalledOffADay) context.refuse('tooOften')
  own.calledOff += 1
}

/** A user's redemptions as a draft, with the counts of today. */
function ofToday({ edit, now }: TodayContext, id: string) {
  const own = edit(redemptions, id)
  if (!isStillDay(own.day, now)) Object.assign(own, { day: dayOf(now), today: {}, calledOff: 0 })
  return own
}
