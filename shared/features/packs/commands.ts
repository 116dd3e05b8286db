import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { PackId, PlayerId } from '../../engine/ids.ts'
import { Place } from '../world/place.ts'
import { mostCarnivores, mostHerbivores, packNameLength } from './pack.ts'

const notInPack = 'You are in no pack.'
const notLeader = 'Only the leader of the pack can do that.'
const outside = 'That place is outside the map.'
const nobody = z.object({})

const visible = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u
/** Neither breaks of lines, nor halves of characters, nor what turns the text after it round. */
const inLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u

const PackName = z
  .string()
  .trim()
  .min(1, { error: 'Give the pack a name.', abort: true })
  .max(packNameLength, `A pack's name has at most ${packNameLength} characters.`)
  .regex(visible, "A pack's name has at least one character that can be seen.")
  .regex(inLine, "A pack's name has no line breaks and no control characters.")

export const createPack = defineCommand({
  name: 'packs.create',
  permission: 'play',
  input: z.object({ name: PackName }),
  output: z.object({ pack: PackId }),
  refusals: {
    inPack: 'You are in a pack already. Leave it first.',
    tooOften: 'You have created several packs in a row. Wait a minute, then create another.',
  },
})

/** The code is taken as it was typed: what is wrong with it is told by a refusal of its own. */
export const joinPack = defineCommand({
  name: 'packs.join',
  permission: 'play',
  input: z.object({ code: z.string().max(1_000) }),
  output: z.object({ pack: PackId }),
  refusals: {
    emptyCode: 'Enter the code of a pack.',
    strangeCode: 'That is no pack code: it has 6 letters and digits, and never 0, O, 1, I or L.',
    unknownCode: 'No pack has that code. Ask for the current one: it may have been renewed.',
    ownPack: 'That is the code of your own pack.',
    inPack: 'You are in another pack. Leave it first.',
    tooManyCarnivores: `The pack is full for you: it has its ${mostCarnivores} carnivores.`,
    tooManyHerbivores: `The pack is full for you: it has its ${mostHerbivores} herbivores.`,
    full: `The pack is full: it has ${mostHerbivores} members.`,
  },
  // What cannot be a code is a slip of the fingers: it finds out nothing, and must shut nobody out who shares the address.
  guesses: { refusals: ['unknownCode'], perMinute: 5 },
})

export const leavePack = defineCommand({
  name: 'packs.leave',
  permission: 'play',
  input: nobody,
  output: nobody,
  refusals: { notInPack },
})

const OneMember = z.object({ member: PlayerId })

/** The code is renewed as well, since whoever is removed knows it. */
export const removeMember = defineCommand({
  name: 'packs.removeMember',
  permission: 'play',
  input: OneMember,
  output: nobody,
  refusals: {
    notInPack,
    notLeader,
    notMember: 'They are not in your pack any more.',
    yourself: 'You cannot remove yourself. Leave the pack, or disband it.',
  },
})

export const handOverPack = defineCommand({
  name: 'packs.handOver',
  permission: 'play',
  input: OneMember,
  output: nobody,
  refusals: {
    notInPack,
    notLeader,
    notMember: 'They are not in your pack any more.',
    yourself: 'You lead the pack already.',
  },
})

export const renewCode = defineCommand({
  name: 'packs.renewCode',
  permission: 'play',
  input: nobody,
  output: z.object({ code: z.string() }),
  refusals: { notInPack, notLeader },
})

export const disbandPack = defineCommand({
  name: 'packs.disband',
  permission: 'play',
  input: nobody,
  output: nobody,
  refusals: { notInPack, notLeader },
})

/** Hides from the pack, or shows oneself to it. */
export const setSharing = defineCommand({
  name: 'packs.setSharing',
  permission: 'play',
  input: z.object({ shares: z.boolean() }),
  output: nobody,
  refusals: { notInPack },
})

export const pingPlace = defineCommand({
  name: 'packs.pingPlace',
  permission: 'play',
  input: Place,
  output: nobody,
  refusals: { notInPack, outside, tooSoon: 'Your ping interval has not passed yet.' },
})

export const setWaypoint = defineCommand({
  name: 'packs.setWaypoint',
  permission: 'play',
  input: z.object({ place: Place.nullable() }),
  output: nobody,
  refusals: { notInPack, notLeader, outside },
})

/** What one reading of the game shows of the members of one pack who share. */
export const reportPack = defineCommand({
  name: 'packs.report',
  permission: 'hub',
  input: z.object({
    pack: PackId,
    readAt: z.number(),
    everyMs: z.number().positive(),
    /** By account; whoever is not named was not there. */
    seen: z.record(
      z.string(),
      z.object({
        species: z.string(),
        growth: z.int().nonnegative(),
        dead: z.boolean(),
        slot: z.int().positive().nullable(),
        region: z.string().nullable(),
      }),
    ),
  }),
  output: nobody,
  refusals: {},
})
