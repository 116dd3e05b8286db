// One file because the commands and queries on pins share the shape of what a pin keeps.
import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, exportedAs, holdersOf, nobody, notPersonal, type Person } from '../../engine/document.ts'
import { givenName, givenText } from '../../engine/givenName.ts'
import { Id, mainServer } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { gameChat } from '../gameLog/archives.ts'
import { Circle, Moment, mostPersons, PersonId, TimelineKind, TimelineServer, timelineKinds } from './queries.ts'

/** The quota: minutes of all pins together, and how many there may be. A minute of the map with 300 players takes about 100 kB. */
export const mostPinnedMinutes = 240
export const mostPins = 40
/** The longest pin, ms. */
export const longestPinMs = 3_600_000
/** Chat messages that one pin keeps. */
export const mostPinnedChat = 500
/** How many bans one pin may be attached to. */
export const mostBansOfPin = 20
export const longestPinName = 60
export const longestPinNote = 1_000

/** Minutes that a pin takes of the quota: the whole ones that it touches. */
export const pinMinutes = ({ from, until }: { readonly from: number; readonly until: number }) =>
  Math.max(1, Math.ceil((until - from) / 60_000))

const Named = z.object({ id: z.string(), name: z.string() })

/** A time of the timeline that staff keep. */
export const Pin = z.object({
  name: z.string(),
  note: z.string().default(''),
  /** Epoch ms. */
  from: z.number(),
  until: z.number(),
  /** What the page shows of that time. */
  place: Circle.nullable().default(null),
  persons: z.array(Named).default([]),
  kinds: z.array(TimelineKind).default([]),
  /** Whether the recorded map of that time is kept. */
  withMap: z.boolean().default(false),
  /** Whether the chat of that time is kept. */
  withChat: z.boolean().default(false),
  /** How many messages are kept; null until they are copied. */
  chat: z.int().nullable().default(null),
  /** Ids of the players whose messages are kept. */
  writers: z.array(z.string()).default([]),
  /** The players to whose bans it is attached. */
  bans: z.array(Named).default([]),
  by: z.string(),
  byName: z.string(),
  /** Epoch ms. */
  at: z.number(),
})
export type Pin = z.infer<typeof Pin>

const Pins = z.object({ pins: z.record(z.string(), Pin).default({}) })
type Pins = z.infer<typeof Pins>

const isOf = ({ account, players }: Person, id: string) => account === id || players.includes(id)
/** Whether a pin names this person as one whom it is about. */
export const isPinAbout = ({ persons, bans, writers }: Pin, person: Person) =>
  [...persons, ...bans].some(({ id }) => isOf(person, id)) || writers.some((id) => isOf(person, id))
/** Whether staff named this person in a pin, or attached it to their ban. */
export const namesPerson = ({ persons, bans }: Pin, person: Person) =>
  [...persons, ...bans].some(({ id }) => isOf(person, id))
/** A note about one person is that person's; one that may be about several is nobody's. */
const isAboutAlone = ({ persons, bans }: Pin, person: Person) => {
  const named = [...persons, ...bans]
  return named.length > 0 && named.every(({ id }) => isOf(person, id))
}

const exportedPins = ({ pins }: Pins, person: Person) =>
  Object.values(pins)
    .filter((pin) => pin.by === person.account || isPinAbout(pin, person))
    .map((pin) => ({
      from: pin.from,
      until: pin.until,
      withMap: pin.withMap,
      at: pin.at,
      note: isAboutAlone(pin, person) ? pin.note : '',
    }))

/** The pins of a server, by id. The key is the server's. Staff read them by `readPins`, without those about themselves. */
export const timelinePins = defineDocument({
  kind: 'timelinePins',
  schema: Pins,
  readableBy: nobody,
  memory: 'journaled',
  about: () => [mainServer],
  exported: exportedAs('timelinePins', exportedPins, {
    from: 'theirs',
    until: 'theirs',
    withMap: 'theirs',
    at: 'theirs',
    note: 'theirs',
  }),
  erased: 'byFeature',
  typedTexts: ['pins.*.name', 'pins.*.note'],
  audited: 'timelineAudit',
})

/** Changes with every change of the pins: pages read them again. The key is the server's. */
export const pinChanges = defineDocument({
  kind: 'pinChanges',
  schema: z.object({ revision: z.int().nonnegative().default(0) }),
  readableBy: holdersOf('banPlayers'),
  memory: 'live',
  ...notPersonal('counts changes of the pins'),
})

/** A message as the archive had it. */
export const PinnedMessage = z.object({
  /** Of its row in the archive. */
  position: z.number(),
  seq: z.number(),
  at: z.number(),
  row: gameChat.schema,
})
export type PinnedMessage = z.infer<typeof PinnedMessage>

const PinnedChat = z.object({ pins: z.record(z.string(), z.array(PinnedMessage)).default({}) })

/** The messages of one player that pins keep beyond the days of the chat, by pin. The key is the player's id in the game. */
export const pinnedChat = defineDocument({
  kind: 'pinnedChat',
  schema: PinnedChat,
  readableBy: nobody,
  memory: 'journaled',
  about: 'player',
  exported: exportedAs(
    'pinnedChat',
    ({ pins }: z.infer<typeof PinnedChat>) =>
      Object.values(pins)
        .flat()
        .map(({ row }) => ({ happenedAt: row.happenedAt, channel: row.channel, text: row.text })),
    { happenedAt: 'theirs', channel: 'theirs', text: 'theirs' },
  ),
  erased: 'deleted',
  typedTexts: ['pins.*.*.row.text'],
  audited: null,
})

/** Staff who pinned a time, changed, unpinned or attached it. */
export const timelineAudit = defineArchive({
  kind: 'timelineAudit',
  schema: z.object({
    act: z.enum(['pin', 'change', 'unpin', 'attach', 'detach']),
    ...actorShape,
    pin: z.string(),
    /** Empty where the pin names players: staff may have written theirs into it, and the row is not about them. */
    name: z.string(),
    /** Epoch ms. */
    from: z.number(),
    until: z.number(),
    /** Of the ban to which it was attached. */
    target: Named.nullable(),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { target: 'target.id', by: 'by' },
  fields: {
    act: 'event',
    pin: 'event',
    name: { emptied: ['target', 'by'] },
    from: 'event',
    until: 'event',
    target: { emptied: 'target' },
    ...actorOwners,
  },
  erased: 'emptied',
  audited: ({ act, name, from, until, pin, ...row }) => ({
    ...row,
    subject: 'timeline',
    act: `timeline.${act}`,
    did: (name === '' ? didUnnamed : did)[act],
    detail: { pinName: name, from, until, pin },
  }),
})

const did = {
  pin: 'pinned {pinName}, from {from} to {until}',
  change: 'changed the pin {pinName}',
  unpin: 'unpinned {pinName}',
  attach: 'attached the pin {pinName} to the ban of {target}',
  detach: 'detached the pin {pinName} from the ban of {target}',
} as const

const didUnnamed = {
  pin: 'pinned a time with players, from {from} to {until}',
  change: 'changed a pin of players',
  unpin: 'unpinned a time with players',
  attach: 'attached a pin to the ban of {target}',
  detach: 'detached a pin from the ban of {target}',
} as const

const server = TimelineServer
const PinName = givenName({ what: "A pin's name", needed: 'Enter a name for the pin.', longest: longestPinName })
const Note = givenText({ what: "A pin's note", longest: longestPinNote })
/** For staff who may ban: a pin is what a ban rests on. */
const permission = 'banPlayers'
const gone = 'That pin is not there any more.'
/** Owners may, and its maker: it is evidence for those who judge. */
const namesYou = 'This pin names you, so only other staff can change it.'

/** Keeps a time of the timeline. The map and the chat are kept as far as the actor may see them. */
export const pinTimeline = defineCommand({
  name: 'timeline.pin',
  permission,
  input: z.object({
    server,
    name: PinName,
    note: Note.default(''),
    from: Moment,
    until: Moment,
    place: Circle.nullable().default(null),
    persons: z
      .array(z.object({ id: PersonId, name: z.string().max(200) }))
      .max(mostPersons)
      .default([]),
    kinds: z.array(TimelineKind).max(timelineKinds.length).default([]),
  }),
  output: z.object({ id: z.string() }),
  refusals: {
    backwards: 'The end of the time is before its beginning.',
    tooLong: 'A pin keeps at most 60 minutes. Choose a shorter time.',
    notYet: "That time isn't over yet. Choose an earlier end.",
    quotaFull: `This needs {minutes} min, and {left} of ${mostPinnedMinutes} min are left. Unpin something first.`,
    tooMany: `There are ${mostPins} pins, which is the limit. Unpin something first.`,
  },
})

export const changePin = defineCommand({
  name: 'timeline.changePin',
  permission,
  input: z.object({ server, id: Id, name: PinName, note: Note }),
  output: z.object({}),
  refusals: { gone, namesYou },
})

/** Drops a pin. What it kept of the map and the chat is deleted, unless another pin keeps it. */
export const unpinTimeline = defineCommand({
  name: 'timeline.unpin',
  permission,
  input: z.object({
    server,
    id: Id,
    /** Also where it is attached to a ban. */
    evenAttached: z.boolean().default(false),
  }),
  output: z.object({}),
  refusals: { gone, namesYou, attached: 'This pin is attached to a ban. Confirm that you want to unpin it anyway.' },
})

/** Attaches a pin to the ban of a player, or detaches it, which staff whom it names cannot. Doing it twice changes nothing. */
export const attachPin = defineCommand({
  name: 'timeline.attachPin',
  permission,
  input: z.object({ server, id: Id, player: z.string().min(1).max(40), attached: z.boolean() }),
  output: z.object({}),
  refusals: {
    gone,
    namesYou,
    notBanned: 'This player is not banned. A pin is attached to a ban.',
    tooMany: `A pin can be attached to ${mostBansOfPin} bans at most.`,
  },
})

/** The pins that the asker may see: not those that name them, unless the asker made them, or is an owner. */
export const readPins = defineQuery({
  name: 'timeline.readPins',
  permission,
  /** `revision`: that of `pinChanges` as the page has it, so that the page asks again when it changes. */
  input: z.object({ server, revision: z.int().default(0) }),
  /** `minutes`: what all pins together take of the quota. */
  output: z.object({ pins: Pins.shape.pins, minutes: z.int() }),
  perMinute: 240,
})

/** Records the messages that the hub has copied for a pin. */
export const keepChat = defineCommand({
  name: 'timeline.keepChat',
  permission: 'hub',
  input: z.object({ server, id: Id, messages: z.array(PinnedMessage).max(mostPinnedChat) }),
  output: z.object({}),
  refusals: {},
})

/** The messages that a pin is to keep, for the hub itself. */
export const chatOfPin = defineQuery({
  name: 'timeline.chatOfPin',
  permission: 'hub',
  input: z.object({ server, id: Id }),
  /** Null while the game's log may still bring some. */
  output: z.object({ messages: z.array(PinnedMessage).nullable() }),
})
