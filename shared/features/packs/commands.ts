import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { givenName } from '../../engine/givenName.ts'
import { PackId, PlayerId } from '../../engine/ids.ts'
import { Place } from '../world/frame.ts'
import { mostCarnivores, mostMembers, packNameLength } from './pack.ts'
import { PingKind, Seen } from './packLife.ts'

const notInPack = "You're not in a pack."
const notLeader = 'Only the pack leader can do that.'
const outside = 'That place is outside the map.'
const empty = z.object({})

export const packNameWords = "A pack's name"
const PackName = givenName({ what: packNameWords, needed: 'Enter a name for the pack.', longest: packNameLength })

export const createPack = defineCommand({
  name: 'packs.create',
  permission: 'play',
  input: z.object({ name: PackName }),
  output: z.object({ pack: PackId }),
  refusals: {
    inPack: "You're already in a pack. Leave it first.",
    tooOften: 'You created several packs in a row. Try again in a minute.',
  },
})

/** Takes the code as typed, so that each kind of mistake has its own refusal. */
export const joinPack = defineCommand({
  name: 'packs.join',
  permission: 'play',
  input: z.object({ code: z.string().max(1_000) }),
  output: z.object({ pack: PackId }),
  refusals: {
    emptyCode: 'Enter a pack code.',
    strangeCode: "That isn't a pack code. A code has 6 letters and digits, never 0, O, 1, I or L.",
    unknownCode: 'No pack has that code. It may have changed: ask for the new one.',
    ownPack: "You're already in this pack.",
    inPack: "You're in another pack. Leave it first.",
    tooManyCarnivores: `This pack already has ${mostCarnivores} carnivores.`,
    tooManyHerbivores: `This pack already has ${mostMembers} herbivores.`,
    full: `This pack is full: it has ${mostMembers} members.`,
  },
  // Only codes of the right form count: a typing error reveals nothing and must not lock out others at the same address.
  attemptLimit: { refusals: ['unknownCode'], perMinute: 5 },
})

export const leavePack = defineCommand({
  name: 'packs.leave',
  permission: 'play',
  input: empty,
  output: empty,
  refusals: { notInPack },
})

const OneMember = z.object({ member: PlayerId })

/** Renews the code too, since the removed member knows it. */
export const removeMember = defineCommand({
  name: 'packs.removeMember',
  permission: 'play',
  input: OneMember,
  output: empty,
  refusals: {
    notInPack,
    notLeader,
    notMember: "They're no longer in your pack.",
    yourself: "You can't remove yourself. Leave the pack or disband it.",
  },
})

export const handOverPack = defineCommand({
  name: 'packs.handOver',
  permission: 'play',
  input: OneMember,
  output: empty,
  refusals: {
    notInPack,
    notLeader,
    notMember: "They're no longer in your pack.",
    yourself: 'You already lead the pack.',
  },
})

export const renewCode = defineCommand({
  name: 'packs.renewCode',
  permission: 'play',
  input: empty,
  output: z.object({ code: z.string() }),
  refusals: { notInPack, notLeader },
})

export const disbandPack = defineCommand({
  name: 'packs.disband',
  permission: 'play',
  input: empty,
  output: empty,
  refusals: { notInPack, notLeader },
})

/** Hides the user from the pack, or shows them. */
export const setSharing = defineCommand({
  name: 'packs.setSharing',
  permission: 'play',
  input: z.object({ shares: z.boolean() }),
  output: empty,
  refusals: { notInPack },
})

export const pingPlace = defineCommand({
  name: 'packs.pingPlace',
  permission: 'play',
  input: Place.extend({ kind: PingKind.default('look') }),
  output: empty,
  refusals: { notInPack, outside, tooSoon: 'You can ping again in a moment.' },
})

export const setWaypoint = defineCommand({
  name: 'packs.setWaypoint',
  permission: 'play',
  input: z.object({ place: Place.nullable() }),
  output: empty,
  refusals: { notInPack, notLeader, outside },
})

/** One reading of the sharing members of a pack. */
export const reportPack = defineCommand({
  name: 'packs.report',
  permission: 'hub',
  input: z.object({
    pack: PackId,
    readAt: z.number(),
    everyMs: z.number().positive(),
    /** By account; a member who is missing was not in the game. */
    seen: z.record(z.string(), Seen.omit({ goneAt: true })),
  }),
  output: empty,
  refusals: {},
})
