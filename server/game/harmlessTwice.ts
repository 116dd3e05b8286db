import type { DeliveryKind } from '../../shared/features/deliveries/kinds.ts'

/**
 * What has one and the same end however often it is done. Not so: whoever comes back after a kick would be thrown out
 * again, the second slay hits the next animal, and a message said twice is read twice.
 */
const harmless: ReadonlySet<DeliveryKind> = new Set<DeliveryKind>([
  'heal',
  'ban',
  'unban',
  'save',
  'wipeCorpses',
  'whitelist',
  'toggle',
])

export const isHarmlessTwice = (kind: DeliveryKind): boolean => harmless.has(kind)
