import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, exportedAs, type Viewer } from '../../engine/document.ts'
import { Id } from '../../engine/ids.ts'

export const longestNote = 1_000
/** About one player. */
export const mostNotes = 100

const Note = z.object({
  /** Account id of the staff who wrote it. */
  by: z.string(),
  /** Epoch ms. */
  at: z.number(),
  text: z.string(),
})
export type StaffNote = z.infer<typeof Note>

const Notes = z.object({ notes: z.record(z.string(), Note).default({}) })

/** Staff who may remove players from the game. */
export const readsNotes = ({ can }: Pick<Viewer, 'can'>) => can('banPlayers') || can('kickPlayers')

/** Whether notes under a key are about this user: about their account, or about a player to whom it is or was linked. */
export const isAboutUser = ({ id, playsAs, playedAs = [] }: Omit<Viewer, 'can'>, key: string) =>
  key === id || key === playsAs || playedAs.includes(key)

const common = {
  schema: Notes,
  // Staff never read the notes about themselves here.
  readableBy: (viewer: Viewer, key: string) => readsNotes(viewer) && !isAboutUser(viewer, key),
  memory: 'journaled',
  erased: 'deleted',
  typedTexts: ['notes.*.text'],
  audited: 'staffNoteAudit',
} as const
// A text that staff wrote about a player is the player's. Who wrote it is not.
const owners = { by: 'another', at: 'theirs', text: 'theirs' } as const
const listOf = ({ notes }: z.infer<typeof Notes>) => Object.values(notes)

/** What staff wrote about a player of the game, by id of the note. The key is the game's id. */
export const staffNotes = defineDocument({
  kind: 'staffNotes',
  ...common,
  about: 'player',
  exported: exportedAs('staffNotes', listOf, owners),
})

/** The same about an account without a linked player. The key is the account id. They stay when it is linked to a player. */
export const accountNotes = defineDocument({
  kind: 'accountNotes',
  ...common,
  about: 'account',
  exported: exportedAs('accountNotes', listOf, owners),
})

/** Who wrote or deleted a note about whom. The texts are not in it. */
export const staffNoteAudit = defineArchive({
  kind: 'staffNoteAudit',
  schema: z.object({
    act: z.enum(['write', 'remove']),
    ...actorShape,
    target: z.object({ id: z.string(), name: z.string() }),
  }),
  readableBy: ({ can }) => can('runConsole'),
  persons: { target: 'target.id', by: 'by' },
  fields: {
    act: 'event',
    target: { emptied: 'target' },
    ...actorOwners,
  },
  erased: 'emptied',
  audited: (row) => ({
    ...row,
    subject: 'notes',
    did: row.act === 'write' ? 'wrote a note about {target}' : 'deleted a note about {target}',
  }),
})

const mayNot = 'Only staff who may kick or ban can use notes.'

export const writeNote = defineCommand({
  name: 'staffNotes.write',
  /** And `kickPlayers` or `banPlayers`. */
  permission: 'viewPendingCommands',
  /** `player`: the game's id, or an account's. */
  input: z.object({ player: Id, text: z.string().trim().min(1).max(longestNote) }),
  output: z.object({ id: z.string() }),
  refusals: {
    mayNot,
    noPlayer: 'Waterhole has no player or account with this ID.',
    yourself: "You can't write notes about yourself.",
    full: `There are ${mostNotes} notes about this player. Delete one first.`,
  },
})

/** Staff delete their own notes, owners all. */
export const removeNote = defineCommand({
  name: 'staffNotes.remove',
  permission: 'viewPendingCommands',
  input: z.object({ player: Id, id: Id }),
  output: z.object({}),
  refusals: { mayNot, gone: 'That note has already been deleted.', notYours: 'You can delete only your own notes.' },
})
