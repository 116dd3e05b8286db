import { account } from '../../../shared/features/account/account.ts'
import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { isHeld } from '../../../shared/features/redemptions/redemption.ts'
import type { Context } from '../../engine/rule.ts'
import { forgetOldest, hasHappened, notifyOfEnd, redemptionOf, release, settleWeather, spend } from './ends.ts'

/** A delivery that is no more, as it was last known. */
type Gone = Pick<Delivery, 'id' | 'by' | 'kind' | 'state' | 'attempts' | 'link' | 'detail' | 'redemption'> & {
  /** Left out where it is not known any more. */
  readonly target?: Delivery['target']
}

/** Why it ended, for the receipt, which does not say who was erased. */
export interface ErasedWhys {
  readonly neverSent: string
  readonly maybeSent: string
}
const erasedWhys: ErasedWhys = {
  neverSent: "Its command named a player whose account was erased, so it wasn't sent to the game.",
  maybeSent: 'Its command named a player whose account was erased before we knew whether it arrived.',
}

/** All others are about the redeemer alone, and name the erased one by a name that the redeemer has chosen. */
const kindsAboutOthers: readonly DeliveryKind[] = ['teleport', 'message']

/** Not where the redeemer has unlinked the player to whom it went: another account of theirs may have been erased with that player. */
const isAboutOther = ({ read }: Context, { kind, by, target }: Gone) =>
  kindsAboutOthers.includes(kind) && (!target || target.id === read(account, by).steamId)

/**
 * Ends the redemption whose delivery was removed because someone was erased whom it named: no one can send or settle it any more. What was
 * certainly not begun goes back. What may be in the game, wholly or in part, is spent: the erased one may be a second account of its user,
 * who would get it for nothing. Only a teleport or a message goes back then too, while its user has the player to whom it went: they must
 * not pay for what they may never have got. No further step is sent: its target may be the player who was erased.
 */
export function followErased(context: Context, server: string, gone: Gone, whys = erasedWhys) {
  const { by: player, state, attempts, link } = gone
  const one = { ...gone, state: 'cancelled' } as const
  const found = redemptionOf(context, one)
  // Its user was erased.
  if (!found) return gone.kind === 'weather' ? settleWeather(context, server, one) : undefined
  const { own, step } = found
  // A free step that waits for staff, or of which nothing is known, has let the rest go on.
  const isAwaited = step.isPaid || state === 'queued' || state === 'sending'
  const wasSent = link !== 'mock' && (attempts > 0 || state === 'sending' || state === 'unknown')
  const why = wasSent ? whys.maybeSent : whys.neverSent
  Object.assign(step, { state: 'cancelled', settledAt: context.now, why })
  if (!isAwaited) return
  if (isHeld(own)) {
    const ending = { context, server, player, own, one }
    const mayBeInGame = wasSent || state === 'manual' || own.steps.some((each) => each.isPaid && hasHappened(each))
    if (!mayBeInGame || isAboutOther(context, gone)) return release(ending, why)
    spend(ending)
    own.why = whys.maybeSent
  }
  if (own.state !== 'finishing') return
  for (const next of own.steps) if (next.state === 'waiting') next.state = 'skipped'
  Object.assign(own, { state: 'done', isSeen: false })
  notifyOfEnd(context, player, own)
  forgetOldest(context, player)
}
