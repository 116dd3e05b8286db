import { z } from 'zod'
import { defineArchive } from '../../shared/engine/archive.ts'
import { defineCommand } from '../../shared/engine/command.ts'
import {
  defineDocument,
  everyone,
  exportedAs,
  holdersOf,
  itsPlayer,
  notPersonal,
} from '../../shared/engine/document.ts'
import { defineQuery } from '../../shared/engine/query.ts'
import { type Feature, implementQuery } from '../engine/feature.ts'
import { implement } from '../engine/rule.ts'
import { plain } from '../engine/transaction.ts'

/** A feature for tests of the engine: purses with a constant sum of coins, a club and a sky. */
export const purse = defineDocument({
  kind: 'purse',
  schema: z.object({ coins: z.int().nonnegative().default(100) }),
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('purse', ({ coins }: { coins: number }) => ({ coins }), { coins: 'theirs' }),
  erased: 'deleted',
  audited: null,
})
export const club = defineDocument({
  kind: 'club',
  schema: z.object({ members: z.record(z.string(), z.object({ name: z.string() })).default({}) }),
  readableBy: ({ id }, _key, { members }) => id !== null && Object.hasOwn(members, id),
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})
export const sky = defineDocument({
  kind: 'sky',
  schema: z.object({ clouds: z.int().default(0), colour: z.string().default('blue') }),
  readableBy: everyone,
  memory: 'live',
  ...notPersonal('is about the weather'),
})
export const desk = defineDocument({
  kind: 'desk',
  schema: z.object({ notes: z.record(z.string(), z.object({ text: z.string() })).default({}) }),
  readableBy: holdersOf('kickPlayers'),
  memory: 'journaled',
  ...notPersonal('is a test'),
})

/** The clubs that an erasure looks through. */
const clubs = ['a', 'b']

/** Readable by users who were given something. */
export const giftsGiven = defineArchive({
  kind: 'gifts',
  schema: z.object({ coins: z.int(), from: z.string(), to: z.string(), now: z.number() }),
  readableBy: itsPlayer,
  persons: { to: 'to' },
  fields: { coins: 'event', from: [], to: 'to', now: 'event' },
  erased: 'delete',
  audited: null,
})

export const give = defineCommand({
  name: 'sample.give',
  permission: 'play',
  input: z.object({ to: z.string().min(1), coins: z.int().positive(), secretWord: z.string().optional() }),
  output: z.object({ left: z.int() }),
  refusals: { tooPoor: 'You do not have that many coins.', gone: 'Nobody of that name lives here.' },
  secrets: ['secretWord'],
})
export const join = defineCommand({
  name: 'sample.join',
  permission: 'play',
  input: z.object({ club: z.string(), member: z.string(), isIn: z.boolean() }),
  output: z.object({}),
  refusals: {},
})
export const blow = defineCommand({
  name: 'sample.blow',
  permission: 'play',
  input: z.object({ clouds: z.int() }),
  output: z.object({}),
  refusals: {},
})
export const stumble = defineCommand({
  name: 'sample.stumble',
  permission: 'play',
  input: z.object({ how: z.enum(['throw', 'strayDraft', 'refuse', 'copy', 'notANumber', 'notJson', 'badOutput']) }),
  output: z.object({}),
  refusals: { refused: 'No.' },
})
export const giveLater = defineCommand({
  name: 'sample.giveLater',
  permission: 'play',
  input: z.object({ to: z.string(), coins: z.int().positive(), afterMs: z.int() }),
  output: z.object({ timer: z.string() }),
  refusals: {},
})
export const gifts = defineQuery({
  name: 'sample.gifts',
  permission: 'play',
  input: z.object({ before: z.int().nullable() }),
  output: z.object({ coins: z.array(z.unknown()), next: z.int().nullable() }),
})

export const sample: Feature = {
  name: 'sample',
  documents: [purse, club, sky, desk],
  archives: [giftsGiven],
  removals: [
    {
      kind: club,
      remove({ read, edit }, { account }) {
        for (const key of clubs) if (read(club, key).members[account]) delete edit(club, key).members[account]
      },
    },
  ],
  commands: [
    implement(give, ({ edit, refuse, actor, archive, now }, { to, coins }) => {
      const mine = edit(purse, actor.id ?? '')
      if (to === 'nobody') refuse('gone')
      mine.coins -= coins
      if (mine.coins < 0) refuse('tooPoor')
      edit(purse, to).coins += coins
      archive(giftsGiven, { coins, from: actor.id ?? '', to, now })
      return { left: mine.coins }
    }),
    implement(join, ({ edit }, { club: key, member, isIn }) => {
      const { members } = edit(club, key)
      if (isIn) members[member] = { name: member }
      else delete members[member]
      return {}
    }),
    implement(blow, ({ edit }, { clouds }) => {
      edit(sky).clouds = clouds
      return {}
    }),
    implement(stumble, ({ edit, refuse, archive, actor }, { how }) => {
      const founder = edit(club, 'a').members.ann
      if (how === 'copy') {
        if (founder) edit(club, 'b').members.ann = plain(founder)
        return {}
      }
      edit(purse, actor.id ?? '').coins = 0
      edit(sky).clouds = 99
      if (how === 'notANumber') edit(purse, 'bob').coins = Number.NaN
      if (how === 'notJson') archive(giftsGiven, { coins: 1n as never, from: '', to: 'bob', now: 0 })
      if (how === 'badOutput') return null as never
      if (how === 'notANumber' || how === 'notJson') return {}
      if (how === 'refuse') refuse('refused')
      if (how === 'throw') throw new TypeError('a bug')
      edit(desk).notes.stray = founder as never
      return {}
    }),
    implement(giveLater, ({ schedule, now, newId, actor }, { to, coins, afterMs }) => {
      const timer = newId()
      schedule.set(timer, now + afterMs, receive.name, { to, coins, from: actor.id ?? '' })
      return { timer }
    }),
  ],
  queries: [
    implementQuery(gifts, async ({ page, principal }, { before }) => {
      const { rows, next } = await page(giftsGiven, { about: principal.id ?? '', before, limit: 2 })
      return { coins: rows.map(({ row }) => row.coins), next }
    }),
  ],
}

const receive = defineCommand({
  name: 'sample.receive',
  permission: 'hub',
  input: z.object({ from: z.string(), to: z.string(), coins: z.int() }),
  output: z.object({}),
  refusals: { tooPoor: 'They no longer have that many coins.' },
})
const receiving = implement(receive, ({ edit, refuse }, { from, to, coins }) => {
  const giver = edit(purse, from)
  giver.coins -= coins
  if (giver.coins < 0) refuse('tooPoor')
  edit(purse, to).coins += coins
  return {}
})

/** The test hub with the command that its timers give. */
export const sampleFeatures: readonly Feature[] = [
  sample,
  { name: 'sampleTimers', documents: [], commands: [receiving], queries: [] },
]
