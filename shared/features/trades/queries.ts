import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'
import { TradeSign } from './trades.ts'

const Sum = z.int().nonnegative()

/** What passed in one direction. Of a sale far from the usual price, what was paid too much or too little. */
const FlowSums = z.object({ voidPearls: Sum, razorTalons: Sum, sylvanShards: Sum, dinosaurs: Sum })
export type FlowSums = z.infer<typeof FlowSums>

/** An account. The name is empty if it was erased. */
const Party = z.object({ account: z.string(), name: z.string() })

/** Two accounts between which far more went one way than the other. */
export const OneWayFlow = z.object({
  from: Party,
  to: Party,
  there: FlowSums,
  back: FlowSums,
  /** Gifts and sales between the two, in both directions. */
  trades: Sum,
  /** Epoch ms. */
  lastAt: z.number(),
  /** How many of the trades have each sign. */
  signs: z.partialRecord(TradeSign, Sum),
  /** A Steam or Discord account was linked to both, since they traded. */
  isSamePerson: z.boolean(),
})
export type OneWayFlow = z.infer<typeof OneWayFlow>

/** Days of which staff can read the flows. */
export const flowDays = [7, 30, 90] as const
export const mostFlows = 100

/** The largest flows in one direction, the largest first. The hub only lists them: an honest gift looks the same. */
export const readOneWayFlows = defineQuery({
  name: 'trades.readOneWayFlows',
  permission: 'settleEconomy',
  input: z.strictObject({ days: z.literal(flowDays).default(30) }),
  output: z.object({
    flows: z.array(OneWayFlow).max(mostFlows),
    /** Pairs of accounts that traded at all. */
    pairs: Sum,
    /** Epoch ms back to which trades were read, where there were too many for all days; null otherwise. */
    readTo: z.number().nullable(),
  }),
  perMinute: 20,
})
