import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { moneyRefusals } from '../ledger/commands.ts'
import { MarketSettings } from '../market/settings.ts'
import { TradeLimits } from '../trades/limits.ts'
import { currencies } from '../world/currencies.ts'
import { mostReward } from './settings.ts'

/** What a visit paid. */
const Reward = z.object({
  cause: z.enum(['dailyBonus', 'welcomeGrant']),
  currency: z.enum(currencies),
  amount: z.int(),
})
export type Reward = z.infer<typeof Reward>

/**
 * A page was opened, or the `nextAt` of its last answer came while it was open. The first one of the day pays the daily bonus; the first one
 * ever of a new account the welcome grant. Every later one, of whatever tab, node or device, pays nothing.
 */
export const visit = defineCommand({
  name: 'economy.visit',
  permission: 'play',
  input: z.object({}),
  output: z.object({
    paid: z.array(Reward),
    /** When the next visit counts, epoch ms: when the next UTC day begins, or in an hour while the bonus is off, since owners may switch it on. */
    nextAt: z.number(),
  }),
  refusals: { ...moneyRefusals, notAPage: 'Only a browser can make a visit.' },
})

const Setting = z.object({ isOn: z.boolean(), amount: z.int().min(1).max(mostReward) })

/** Whole numbers without the defaults of the document: a change names all of them. */
const Limits = z.strictObject({
  fromHours: TradeLimits.shape.fromHours.unwrap(),
  perHour: TradeLimits.shape.perHour.unwrap(),
  hoursPerDinosaur: TradeLimits.shape.hoursPerDinosaur.unwrap(),
})

const { feePermille, feeFloor, feeCap, listingDays, resaleLockHours } = MarketSettings.shape
const Market = z.strictObject({
  feePermille: feePermille.unwrap(),
  feeFloor: feeFloor.unwrap(),
  feeCap: feeCap.unwrap(),
  listingDays: listingDays.unwrap(),
  resaleLockHours: resaleLockHours.unwrap(),
})

const settings = {
  dailyBonus: Setting.optional(),
  welcomeGrant: Setting.optional(),
  trivia: Setting.optional(),
  achievements: Setting.optional(),
  trades: Limits.optional(),
  market: Market.optional(),
}

/** Changes the given settings, each as a whole. Open listings keep the fee and the end that their sellers were shown. */
export const changeEconomySettings = defineCommand({
  name: 'economy.changeSettings',
  permission: 'ownerPanel',
  // A token may hold `ownerPanel` alone. Rewards pay everyone.
  alsoNeeds: ['addCurrency'],
  input: z.strictObject({
    ...settings,
    /** What the owner saw of those that they change. One that is different now refuses the whole change. */
    seen: z.strictObject(settings).optional(),
  }),
  output: z.object({}),
  refusals: {
    changedSince: 'Someone else changed {name} to {now} while you edited it. Nothing of yours was saved.',
    floorAboveCap: 'The lowest fee of {floor} is above the highest of {cap}.',
  },
})

/** What demo accounts have to begin with. */
export const demoBalances = { voidPearls: 25_000, razorTalons: 15_000, sylvanShards: 18_000 } as const

/** Gives a demo account its balances, once. Of a real account it does nothing. */
export const grantDemoBalances = defineCommand({
  name: 'economy.grantDemoBalances',
  permission: 'hub',
  input: z.object({ account: Id }),
  output: z.object({}),
  refusals: moneyRefusals,
})
