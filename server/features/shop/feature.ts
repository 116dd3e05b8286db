import { buyDinosaur as command } from '../../../shared/features/shop/commands.ts'
import { purchaseCounts } from '../../../shared/features/shop/purchases.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { switchedBy } from '../settings/hubSettings.ts'
import { buyDinosaur } from './rules.ts'

/** Sells dinosaurs of the catalogue for Void Pearls, into the inventory. */
export const shopFeature: Feature = {
  name: 'shop',
  switch: switchedBy('shop'),
  documents: [purchaseCounts],
  commands: [implement(command, buyDinosaur)],
  queries: [],
}
