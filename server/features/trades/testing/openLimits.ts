import { z } from 'zod'
import { defineCommand } from '../../../../shared/engine/command.ts'
import { unlink } from '../../../../shared/features/account/commands.ts'
import { sendGift } from '../../../../shared/features/gifts/gifts.ts'
import { tradeRefusals } from '../../../../shared/features/trades/limits.ts'
import type { Feature } from '../../../engine/feature.ts'
import { type Context, implement, Refusal } from '../../../engine/rule.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { inSession, person } from '../../../testing/principals.ts'
import { checkTrade, recordTrade, type Trade } from '../rules.ts'
import { openTrades } from './openTrades.ts'

const sell = defineCommand({
  name: 'tradesTest.sell',
  permission: 'hub',
  input: z.object({ from: z.string(), to: z.string(), amount: z.int(), usual: z.int().nullable() }),
  output: z.object({}),
  refusals: tradeRefusals,
})
const saleOf = ({ from, to, amount, usual }: z.infer<typeof sell.input>): Trade => {
  const price = { currency: 'razorTalons', amount } as const
  return { kind: 'sale', from, to, price, usual, item: 'Troodon' }
}

/** Sales of which only the limits know: nothing is moved. */
const testFeature: Feature = {
  name: 'tradesTest',
  documents: [],
  queries: [],
  commands: [
    implement(sell, (context, input) => {
      const trade = saleOf(input)
      checkTrade(context, trade)
      recordTrade(context as unknown as Context, context.newId(), trade)
      return {}
    }),
  ],
}

/** A hub on which gifts are sent, and sales of which only the limits know. */
export async function openLimits() {
  const app = await openTrades({ more: [testFeature] })
  const { dispatch, hub, clock } = app
  return {
    ...app,
    pearls: (from: string, to: string, amount: number) =>
      dispatch(person(from), sendGift.name, { to, gift: { kind: 'currency', currency: 'voidPearls', amount } }),
    /** Moves a Steam account from one account to another, which is made where there is none. */
    async moveSteam(steamId: string, from: string, to: string) {
      await dispatch(inSession(person(from)), unlink.name, { provider: 'steam' })
      await ensureAccount(hub, clock.now(), { account: to, steamId })
    },
    sell: (from: string, to: string, amount: number, usual: number | null) =>
      hub.execute('test', sell.name, { from, to, amount, usual }),
    /** Asks as the rule of a sale does: null where it may happen, otherwise the refusal. */
    sale(from: string, to: string, amount: number, usual: number | null) {
      const trade = saleOf({ from, to, amount, usual })
      try {
        const refuse = (code: string, values = {}): never => {
          throw new Refusal(code, JSON.stringify(values))
        }
        checkTrade({ read: hub.read as never, now: clock.now(), refuse }, trade)
        return null
      } catch (error) {
        if (error instanceof Refusal) return error.code
        throw error
      }
    },
  }
}
