import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { longestTarget } from '../deliveries/commands.ts'
import { featureOffText } from '../server/hubFeatures.ts'
import { currencies } from '../world/currencies.ts'
import { PositiveAmount } from './accounts.ts'

/** Why an operation is not posted. Commands that move currency include these refusals. */
export const moneyRefusals = {
  tooPoor: 'Not enough currency.',
  tooRich: 'A wallet holds at most 1,000,000,000,000 of each currency.',
} as const

export const amountProblem = '❌ Please enter a valid amount'
export const playerProblem = '❌ Please enter a player name'

interface Added {
  readonly amount: number
  readonly player: string
  readonly newBalance: number
}
/** The message for staff who gave currency. */
export const addedText = ({ amount, player, newBalance }: Added) =>
  `✅ Added ${amount} currency to ${player}. New balance: ${newBalance}`

/** How many players one command can give currency to. */
export const mostGiven = 300

export const longestReason = 200
const given = {
  currency: z.enum(currencies).default('voidPearls'),
  amount: PositiveAmount,
  reason: z
    .string()
    .trim()
    .max(longestReason)
    .default('')
    .transform((text) => text || 'Admin grant'),
}

const grantRefusals = {
  ...moneyRefusals,
  above: 'You can give currency only to players of a lower role than yours.',
  notYourself: "You can't give currency to yourself. Ask an owner.",
  noAccount: 'This player has never signed in here, so they have no wallet yet. Ask them to sign in with Steam once.',
  off: featureOffText('realCurrency'),
} as const

/** Staff give currency to one player. Owners may give it to anyone, others only to players of a lower role. */
export const addCurrency = defineCommand({
  name: 'ledger.addCurrency',
  permission: 'addCurrency',
  /** `target`: the game's id, an account id, or the exact name of a player in the game. */
  input: z.object({ target: z.string().trim().max(longestTarget), ...given }),
  output: z.object({
    operation: z.string(),
    player: z.object({ account: z.string(), name: z.string() }),
    newBalance: z.int(),
    /** As it was asked for: a program sees whether a repeated id had the same contents. */
    asked: z.object({ target: z.string(), currency: z.enum(currencies), amount: PositiveAmount }),
  }),
  refusals: {
    ...grantRefusals,
    noTarget: playerProblem,
    unknownPlayer: "No player online has that name. For a player who isn't online, enter their SteamID64.",
    notReadYet: "The hub hasn't read who is online yet. Try again in a few seconds, or enter the SteamID64.",
    ambiguous: 'Several players online have that name. Enter the SteamID64 of one.',
  },
  refusalKinds: { noTarget: 'input', above: 'forbidden', notYourself: 'forbidden', unknownPlayer: 'missing' },
})

const Skipped = z.array(z.object({ id: z.string(), name: z.string(), why: z.string() }))

/** A grant: whose, and its operation. */
const GrantName = z.object({ account: Id, operation: Id })

/** The same amount to each of several players. Needs `addCurrency` too. */
export const addCurrencyToMany = defineCommand({
  name: 'ledger.addCurrencyToMany',
  permission: 'bulkOperations',
  /** `targets`: the game's ids or account ids. A player who is named twice gets it once. */
  input: z.object({ targets: z.array(Id).min(1).max(mostGiven), ...given }),
  /** `skipped`: the players who got nothing, each with the reason. */
  output: z.object({
    given: z.int(),
    /** To all players together. */
    total: z.int(),
    skipped: Skipped,
    /** Each grant that was given, by which it can be undone. */
    grants: z.array(GrantName),
  }),
  refusals: {
    ...grantRefusals,
    mayNot: "You don't have permission to give currency.",
    noneLeft:
      'None of these players can be given currency: they have never signed in here, or you may not give them any.',
  },
})
export type GivenToMany = z.infer<(typeof addCurrencyToMany)['output']>

const reversalRefusals = {
  ...moneyRefusals,
  above: grantRefusals.above,
  notYourself: grantRefusals.notYourself,
  gone: 'That grant can no longer be undone.',
  reversed: 'It has already been undone.',
  tooPoor: 'It has already been spent, so it can no longer be undone.',
} as const

/** Takes back what staff gave, by an operation of its own. */
export const reverseGrant = defineCommand({
  name: 'ledger.reverseGrant',
  permission: 'addCurrency',
  input: GrantName,
  output: z.object({ operation: z.string(), newBalance: z.int() }),
  refusals: reversalRefusals,
})

/** Takes back what staff gave to many. Needs `addCurrency` too. What was spent meanwhile stays, and is named. */
export const reverseGrants = defineCommand({
  name: 'ledger.reverseGrants',
  permission: 'bulkOperations',
  input: z.object({
    grants: z
      .array(GrantName)
      .min(1)
      .max(mostGiven * currencies.length),
  }),
  output: z.object({ reversed: z.int(), skipped: Skipped }),
  refusals: {
    ...reversalRefusals,
    mayNot: "You don't have permission to give currency.",
    noneLeft: 'None of it can be taken back: it was spent, or undone already.',
  },
})
