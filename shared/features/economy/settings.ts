import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { defineDocument, everyone, holdersOf } from '../../engine/document.ts'
import { MarketSettings } from '../market/settings.ts'
import { TradeLimits } from '../trades/limits.ts'

/** The most that one reward may be, so that a slip of the finger floods no economy. */
export const mostReward = 1_000_000

const Amount = z.int().min(1).max(mostReward)

/** What the owner decides on rewards of the hub, whose amounts are Void Pearls, and on what passes between users. */
export const EconomySettings = z.object({
  /** At the first visit of each UTC day. */
  dailyBonus: z.object({ isOn: z.boolean().default(true), amount: Amount.default(50) }).prefault({}),
  /** Once, for accounts that were made after it was switched on. */
  welcomeGrant: z
    .object({
      isOn: z.boolean().default(false),
      amount: Amount.default(500),
      /** Epoch ms at which it was switched on. */
      since: z.number().default(0),
    })
    .prefault({}),
  /** For each right answer, once for each question of a UTC day. */
  trivia: z.object({ isOn: z.boolean().default(true), amount: Amount.default(10) }).prefault({}),
  /** For each achievement, once and permanently. */
  achievements: z.object({ isOn: z.boolean().default(true), amount: Amount.default(100) }).prefault({}),
  /** What passes from one user to another without its worth coming back. */
  trades: TradeLimits.prefault({}),
  market: MarketSettings.prefault({}),
})
export type EconomySettings = z.infer<typeof EconomySettings>

export const economySettings = defineDocument({
  kind: 'economySettings',
  schema: EconomySettings,
  readableBy: everyone,
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It holds amounts and limits, and nothing about persons.' },
  audited: 'settingChanges',
})

/** Owners who changed the settings, by releases before `settingChanges`. Nothing is added to it. */
export const economyAudit = defineArchive({
  kind: 'economyAudit',
  schema: z.object({
    act: z.enum([
      'changeDailyBonus',
      'changeWelcomeGrant',
      'changeTrivia',
      'changeAchievements',
      'changeTradeLimits',
      'changeMarket',
    ]),
    ...actorShape,
    /** As `50 Void Pearls`, `off`, or limits in words. */
    before: z.string(),
    after: z.string(),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: { act: 'event', before: 'event', after: 'event', ...actorOwners },
  erased: 'emptied',
  audited: ({ before, after, ...row }) => ({
    ...row,
    subject: 'settings',
    did: did[row.act],
    detail: { before, after },
  }),
})

const did = {
  changeDailyBonus: 'changed the daily bonus from {before} to {after}',
  changeWelcomeGrant: 'changed the welcome grant from {before} to {after}',
  changeTrivia: 'changed the trivia reward from {before} to {after}',
  changeAchievements: 'changed the achievement reward from {before} to {after}',
  changeTradeLimits: 'changed the limits of gifts from {before} to {after}',
  changeMarket: 'changed the market from {before} to {after}',
} as const
