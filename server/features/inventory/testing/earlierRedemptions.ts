import { z } from 'zod'
import { defineCommand } from '../../../../shared/engine/command.ts'
import { account } from '../../../../shared/features/account/account.ts'
import { OneServer } from '../../../../shared/features/deliveries/commands.ts'
import { StoredAs } from '../../../../shared/features/deliveries/kinds.ts'
import { orderRefusals } from '../../../../shared/features/deliveries/refusals.ts'
import { entryRefusals } from '../../../../shared/features/inventory/commands.ts'
import { inventory, juvenileGrowth } from '../../../../shared/features/inventory/inventory.ts'
import { roster } from '../../../../shared/features/roster/roster.ts'
import type { Feature } from '../../../engine/feature.ts'
import { implement } from '../../../engine/rule.ts'
import { accountOf } from '../../account/rules.ts'
import { placeOrder, targetById } from '../../deliveries/orders.ts'
import { lockEntry } from '../entries.ts'

/** Holds a dinosaur by its delivery alone, as releases without redemptions did: such a delivery may still be open. */
export const redeemEarlier = defineCommand({
  name: 'inventoryTest.redeem',
  permission: 'play',
  input: z.object({ server: OneServer, dinosaur: z.string() }),
  output: z.object({ delivery: z.string() }),
  refusals: { ...orderRefusals, ...entryRefusals, notYoung: 'Join the game as a juvenile first.' },
})

export const earlierRedemptions: Feature = {
  name: 'inventoryTest',
  documents: [],
  queries: [],
  commands: [
    implement(redeemEarlier, (context, { server, dinosaur }) => {
      const { actor, read, refuse } = context
      const by = accountOf(actor)
      const player = read(account, by).steamId ?? refuse('notLinked')
      const { species, state, ...entry } = read(inventory, by).dinosaurs[dinosaur] ?? refuse('gone')
      // Before there is a delivery.
      if (state !== 'stored') return refuse('locked')
      const animal = read(roster, server).players[player]?.animal
      if (!animal || animal.dead || animal.growth > juvenileGrowth) return refuse('notYoung')
      const { data: stored } = StoredAs.safeParse(entry)
      const detail = { dinosaur, species, ...(stored && { stored }) }
      const target = targetById(context, server, player)
      const delivery = placeOrder(context, 'redeem', { server, action: { kind: 'redeem', target, detail } })
      const why = { operation: delivery, cause: 'redemption', subject: delivery, by } as const
      lockEntry(context, by, dinosaur, { kind: 'redemption', id: delivery, delivery }, why)
      return { delivery }
    }),
  ],
}
