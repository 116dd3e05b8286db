import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { longestBanMs } from '../deliveries/banLength.ts'
import { bulkRefusals } from '../deliveries/bulk.ts'
import { orderRefusalKinds } from '../deliveries/refusals.ts'
import { mostCurrency } from '../ledger/accounts.ts'
import { longestReason, moneyRefusals } from '../ledger/commands.ts'
import { featureOffText } from '../server/hubFeatures.ts'
import { mostChosenUsers } from './users.ts'

const Users = z.array(Id).min(1).max(mostChosenUsers)

const Skipped = z.array(z.object({ id: z.string(), name: z.string(), why: z.string() }))
export type SkippedUsers = z.infer<typeof Skipped>

/** Where only one user is named, the reason is that of this user. */
const refusals = {
  ...bulkRefusals,
  noUser: 'There is no such user.',
  noPlayer: "This user hasn't linked a Steam account, so there is no player to ban.",
  notBanned: "This user isn't banned.",
  owner: "Owners can't be banned. Take the role away first.",
  noneLeft: 'None of these users can be banned or unbanned. Choose others.',
} as const

const refusalKinds = {
  ...orderRefusalKinds,
  noUser: 'missing',
  owner: 'forbidden',
} as const

/** `run`: in `bulkRuns`. `skipped`: the users to whom nothing was done, each with the reason. */
const output = z.object({ run: z.string(), done: z.int(), skipped: Skipped })
export type UsersAnswer = z.infer<typeof output>

/** A ban of one user, by which it can be undone. In an undo `user` may also be the SteamID64 of the banned player. */
const BanName = z.object({ user: Id, delivery: Id })

/** Bans the players of several users. The hub's bans are in force from the answer on; each has a delivery of its own. */
export const banUsers = defineCommand({
  name: 'users.ban',
  permission: 'ownerPanel',
  input: z.object({
    users: Users,
    reason: z.string().trim().max(longestReason).default(''),
    /** Null for a permanent ban. There is no default. */
    durationMs: z.int().min(60_000).max(longestBanMs).nullable(),
  }),
  /** `newly`: the users who were not banned before. */
  output: output.extend({ newly: z.array(BanName) }),
  refusals,
  refusalKinds,
})

/** Takes back what one command has newly banned: of a user whose ban was changed or lifted since, nothing is changed. */
export const undoBans = defineCommand({
  name: 'users.undoBans',
  permission: 'ownerPanel',
  input: z.object({ bans: z.array(BanName).min(1).max(mostChosenUsers) }),
  output,
  refusals: { ...refusals, changedSince: 'This ban has been changed since.' },
})

/** Lifts the bans of several users. */
export const unbanUsers = defineCommand({
  name: 'users.unban',
  permission: 'ownerPanel',
  input: z.object({ users: Users }),
  output,
  refusals,
  refusalKinds,
})

const Amount = z.int().min(0).max(mostCurrency).default(0)
/** To each user. */
export const GivenCurrencies = z.object({ voidPearls: Amount, razorTalons: Amount, sylvanShards: Amount })
export type GivenCurrencies = z.infer<typeof GivenCurrencies>

/** A grant of one currency to one user, by which it can be undone. */
const GrantName = z.object({ account: Id, operation: Id })

/** The same currencies to each of several users, each of them once. */
export const giveToUsers = defineCommand({
  name: 'users.give',
  permission: 'ownerPanel',
  input: z.object({
    users: Users,
    currencies: GivenCurrencies,
    reason: z
      .string()
      .trim()
      .max(longestReason)
      .default('')
      .transform((text) => text || 'Admin grant'),
  }),
  output: z.object({
    /** To how many users. */
    given: z.int(),
    skipped: Skipped,
    grants: z.array(GrantName),
  }),
  refusals: {
    ...moneyRefusals,
    mayNot: "You don't have permission to give currency.",
    off: featureOffText('realCurrency'),
    nothing: 'Enter an amount above 0 in at least one currency.',
    noUser: 'There is no such user.',
    above: 'You can give currency only to players of a lower role than yours.',
    notYourself: "You can't give currency to yourself. Ask an owner.",
    noAccount: 'There is no such user.',
    noneLeft: 'None of these users can be given currency. Choose others.',
  },
  refusalKinds: {
    mayNot: 'forbidden',
    nothing: 'input',
    noUser: 'missing',
    above: 'forbidden',
    notYourself: 'forbidden',
    noAccount: 'missing',
  },
})
export type GivenToUsers = z.infer<(typeof giveToUsers)['output']>

/** The texts of the panel. Failed: the hub refused it. Error: there was no answer. */
export const userTexts = {
  noneChosen: 'Please select at least one user',
  tooMany: `Select at most ${mostChosenUsers} users.`,
  ban: { failed: 'Failed to ban user', error: 'Error banning user' },
  unban: { failed: 'Failed to unban user', error: 'Error unbanning user' },
  give: { failed: 'Failed to give currency', error: 'Error giving currency' },
} as const

/** Accounts have changed since the last report. */
export const reportUserChanges = defineCommand({
  name: 'users.reportChanges',
  permission: 'hub',
  input: z.object({ changes: z.int().positive() }),
  output: z.object({}),
  refusals: {},
})
