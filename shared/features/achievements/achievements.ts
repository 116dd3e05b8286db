import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, exportedAs, itsPlayer, nobody } from '../../engine/document.ts'
import { Id } from '../../engine/ids.ts'
import { moneyRefusals } from '../ledger/commands.ts'
import { PlayedId } from '../play/commands.ts'

/** What the hub knows of a user and counts. Times are in hours, whole or not. */
export const facts = [
  'grownCarnivores',
  'grownHerbivores',
  'grownSpecies',
  'carnivoreHours',
  'herbivoreHours',
  'carnivorePack',
  'herbivorePack',
  'kills',
  'huntingChallenges',
  'challenges',
  'playHours',
  'longestStay',
  'stays',
  'regions',
  'nights',
  'dinosaurs',
  'ownedSpecies',
  'skins',
  'pearlsSpent',
  'linked',
  'friends',
  'events',
  'visits',
  'triviaRight',
  'perfectDays',
  'triviaStreak',
] as const
export type Fact = (typeof facts)[number]

export const categories = ['Predator', 'Herbivore', 'Survival', 'Collection', 'Community', 'Knowledge'] as const
export type Category = (typeof categories)[number]

export interface Achievement {
  readonly id: string
  readonly category: Category
  readonly name: string
  readonly description: string
  /** It is earned when the fact reaches the total. */
  readonly fact: Fact
  readonly total: number
}

type Row = readonly [id: string, name: string, description: string, fact: Fact, total: number]

/** An id is never used again: it is the natural key of what was paid. */
const rows: Readonly<Record<Category, readonly Row[]>> = {
  Predator: [
    ['carnivore-grown', 'Apex', 'Grow a carnivore to 100%.', 'grownCarnivores', 1],
    ['carnivores-grown-5', 'Five ways to hunt', 'Grow five different carnivores to 100%.', 'grownCarnivores', 5],
    ['kill-1', 'First blood', "Kill another player's dinosaur.", 'kills', 1],
    ['kills-25', 'Seasoned hunter', "Kill 25 other players' dinosaurs.", 'kills', 25],
    ['kills-100', 'Terror of the island', "Kill 100 other players' dinosaurs.", 'kills', 100],
    ['hunting-challenges-10', 'Hunter for hire', 'Complete 10 hunting challenges.', 'huntingChallenges', 10],
    ['carnivore-hours-10', 'On the prowl', 'Play carnivores for 10 hours.', 'carnivoreHours', 10],
    ['carnivore-pack-6', 'Full pack', 'Be in the game with a pack of six carnivores.', 'carnivorePack', 6],
  ],
  Herbivore: [
    ['herbivore-grown', 'Full grown', 'Grow a herbivore to 100%.', 'grownHerbivores', 1],
    ['herbivores-grown-5', 'Five ways to graze', 'Grow five different herbivores to 100%.', 'grownHerbivores', 5],
    ['herbivore-hours-10', 'Grazer', 'Play herbivores for 10 hours.', 'herbivoreHours', 10],
    ['herbivore-hours-50', 'Elder of the herd', 'Play herbivores for 50 hours.', 'herbivoreHours', 50],
    ['herbivore-pack-6', 'Safety in numbers', 'Be in the game with a herd of six herbivores.', 'herbivorePack', 6],
    ['herbivore-pack-12', 'Great herd', 'Be in the game with a herd of twelve herbivores.', 'herbivorePack', 12],
  ],
  Survival: [
    ['play-1', 'Ashore', 'Play for an hour.', 'playHours', 1],
    ['play-10', 'Settler', 'Play for 10 hours.', 'playHours', 10],
    ['play-100', 'Islander', 'Play for 100 hours.', 'playHours', 100],
    ['stay-6', 'Long haul', 'Stay in the game for 6 hours as one species.', 'longestStay', 6],
    ['stays-50', 'Regular', 'Join the game 50 times.', 'stays', 50],
    ['regions-11', 'Cartographer', 'Visit all eleven regions.', 'regions', 11],
    ['nights-3', 'Night watch', 'Live through three whole nights.', 'nights', 3],
    ['species-10', 'Shapeshifter', 'Grow ten different species to 100%.', 'grownSpecies', 10],
  ],
  Collection: [
    ['dinosaur-1', 'First of many', 'Have a dinosaur in your inventory.', 'dinosaurs', 1],
    ['dinosaurs-10', 'Keeper', 'Have ten dinosaurs in your inventory at once.', 'dinosaurs', 10],
    ['owned-species-5', 'Collector', 'Have five different species in your inventory at once.', 'ownedSpecies', 5],
    ['skin-1', 'Dressed up', 'Own a skin.', 'skins', 1],
    ['shop-10000', 'Good customer', 'Spend 10,000 Void Pearls in the shop.', 'pearlsSpent', 10_000],
  ],
  Community: [
    ['linked', 'Connected', 'Link both Steam and Discord.', 'linked', 2],
    ['visits-7', 'Week on the island', 'Open the hub on 7 days.', 'visits', 7],
    ['visits-30', 'Month on the island', 'Open the hub on 30 days.', 'visits', 30],
    ['friend-1', 'Not alone', 'Make a friend.', 'friends', 1],
    ['friends-5', 'Circle of friends', 'Have five friends.', 'friends', 5],
    ['event-1', 'I was there', 'Take part in an event.', 'events', 1],
    ['challenges-10', 'Challenger', 'Complete 10 challenges.', 'challenges', 10],
    ['challenges-50', 'Unstoppable', 'Complete 50 challenges.', 'challenges', 50],
  ],
  Knowledge: [
    ['trivia-1', 'Good question', 'Answer a trivia question correctly.', 'triviaRight', 1],
    ['trivia-60', 'Well read', 'Answer 60 trivia questions correctly.', 'triviaRight', 60],
    ['trivia-perfect', 'Flawless', 'Answer every question of one day correctly.', 'perfectDays', 1],
    ['trivia-streak-7', 'Student of the week', 'Answer every trivia question seven days in a row.', 'triviaStreak', 7],
  ],
}

export const achievementList: readonly Achievement[] = categories.flatMap((category) =>
  rows[category].map(([id, name, description, fact, total]) => ({ id, category, name, description, fact, total })),
)

const Count = z.number().nonnegative().default(0)

const Progress = z.object({
  /** The most that the fact ever was, at most the total. */
  value: Count,
  /** Epoch ms at which it was earned; null until then. */
  at: z.number().nullable().default(null),
  /** Void Pearls. */
  paid: z.int().nonnegative().default(0),
})

/** How far a user is. The key is the account id. */
export const AchievementRecord = z.object({
  /** By achievement; those at nothing are left out. */
  progress: z.record(z.string(), Progress).default({}),
  /**
   * Challenges of all time: their document keeps the latest runs, of which `counted` has those that were counted, by id. Null: an earlier
   * release counted those that ended until then, epoch ms.
   */
  challenges: z
    .object({
      all: Count,
      hunting: Count,
      until: Count,
      counted: z.record(z.string(), z.literal(true)).nullable().default(null),
    })
    .prefault({}),
})
export type AchievementRecord = z.infer<typeof AchievementRecord>

export const achievementRecord = defineDocument({
  kind: 'achievementRecord',
  schema: AchievementRecord,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('achievements', (own: AchievementRecord) => own, { progress: 'theirs', challenges: 'theirs' }),
  erased: 'cleared',
  audited: null,
})

const Flags = z.record(z.string(), z.literal(true)).default({})

/** What was seen of a player in the game, beside the play record. The key is the game's id. */
export const Sights = z.object({
  /** Species that were grown to 100%, and ids of regions. */
  grown: Flags,
  regions: Flags,
  nights: Count,
  /** The most animals of one diet of the player's pack that were in the game at once, with the player's. */
  carnivorePack: Count,
  herbivorePack: Count,
  /** Ms as a carnivore and as a herbivore, and the longest stay, of the stays up to `stays`. */
  carnivoreMs: Count,
  herbivoreMs: Count,
  longestMs: Count,
  stays: Count,
  /** Achievements that were paid to an account to which the player was linked: another account is not paid for the same play. */
  paid: Flags,
})
export type Sights = z.infer<typeof Sights>

export const sights = defineDocument({
  kind: 'sights',
  schema: Sights,
  readableBy: nobody,
  memory: 'journaled',
  about: 'player',
  exported: exportedAs('sights', (own: Sights) => own, {
    grown: 'theirs',
    regions: 'theirs',
    nights: 'theirs',
    carnivorePack: 'theirs',
    herbivorePack: 'theirs',
    carnivoreMs: 'theirs',
    herbivoreMs: 'theirs',
    longestMs: 'theirs',
    stays: 'theirs',
    paid: 'theirs',
  }),
  erased: 'deleted',
  audited: null,
})

/** What one reading has shown of a player for the first time. */
export const Sight = z.object({
  player: PlayedId,
  grown: z.array(z.string().max(64)).max(4).default([]),
  regions: z.array(z.string().max(64)).max(4).default([]),
  nights: z.int().min(0).max(1).default(0),
  carnivorePack: z.int().nonnegative().default(0),
  herbivorePack: z.int().nonnegative().default(0),
})
export type Sight = z.infer<typeof Sight>

export const recordSights = defineCommand({
  name: 'achievements.recordSights',
  permission: 'hub',
  input: z.object({ seen: z.array(Sight).max(1_000) }),
  output: z.object({}),
  refusals: {},
})

/** Compares what the hub knows of users with what they have earned, and pays what is new. */
export const updateAchievements = defineCommand({
  name: 'achievements.update',
  permission: 'hub',
  input: z.object({ accounts: z.array(Id).max(50) }),
  output: z.object({}),
  refusals: moneyRefusals,
})
