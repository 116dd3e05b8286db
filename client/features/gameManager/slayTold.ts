import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { commandFailedText, slayFailedText, slaySentText } from '../../../shared/features/deliveries/outcomeWords.ts'

/** What is told when a slay of one's own dinosaur has come to an end; null while it has not, or nobody can tell. */
export function slayTold({ state, target, reply, why }: Pick<Delivery, 'state' | 'target' | 'reply' | 'why'>) {
  if (state === 'confirmed' || state === 'done') return slaySentText(target?.name || 'Your dinosaur', reply)
  if (state === 'refused' || state === 'failed') return slayFailedText(why || reply || commandFailedText)
  return null
}
