import * as commands from '../../../shared/features/inventory/commands.ts'
import { inventoryHistory } from '../../../shared/features/inventory/history.ts'
import { inventory, ownActions } from '../../../shared/features/inventory/inventory.ts'
import { entryHistory } from '../../../shared/features/inventory/queries.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { consumeAll } from './entries.ts'
import { historyOf, renameDinosaur, setDinosaurFree } from './manage.ts'
import { followDeliveries, followLinks, parkDinosaur, redeemDinosaur } from './rules.ts'

/** The dinosaurs of users outside of the game: parked by them, and redeemed into the game again. */
export const inventoryFeature: Feature = {
  name: 'inventory',
  documents: [inventory, ownActions],
  archives: [inventoryHistory],
  commands: [
    implement(commands.parkDinosaur, parkDinosaur),
    implement(commands.redeemDinosaur, redeemDinosaur),
    implement(commands.renameDinosaur, renameDinosaur),
    implement(commands.setDinosaurFree, setDinosaurFree),
  ],
  queries: [implementQuery(entryHistory, historyOf)],
  derivations: [followDeliveries, followLinks],
  removals: [
    {
      kind: inventory,
      remove: (context, { account }) =>
        consumeAll(context, account, { operation: context.newId(), cause: 'erasure', by: 'erasure', byHub: true }),
    },
  ],
}
