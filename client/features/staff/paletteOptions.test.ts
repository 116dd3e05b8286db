import { expect, test } from 'vitest'
import { permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
import { knownCommands } from '../../../shared/features/console/knownCommands.ts'
import { type Draft, draftLabel, emptyDraft, inputOfDraft, isComplete, nextPart } from './paletteDraft.ts'
import { type PaletteOption, paletteOptions, type SearchSources } from './paletteOptions.ts'

const findableAs = (role: Role): SearchSources => ({
  pages: [
    { path: '/', name: 'Home' },
    { path: '/map', name: 'Live Map' },
  ],
  commands: knownCommands.filter(({ command }) => permissionsOf[role].includes(command.permission)),
  players: {
    '76561198000000001': { id: '76561198000000001', name: 'Rex $& King', animal: null },
    '76561198000000002': { id: '76561198000000002', name: 'Ann', animal: null },
  },
  pack: [],
})
const admin = findableAs('admin')
const find = (query: string, draft = emptyDraft, findable = admin) => paletteOptions(draft, query, findable)
const draftOf = (option: PaletteOption | undefined): Draft => {
  if (option?.target.to !== 'draft') throw new Error(`“${option?.name}” leads to no draft.`)
  return option.target.draft
}
/** Takes the first option of each query. */
const walk = (...queries: readonly string[]) =>
  queries.reduce((draft, query) => draftOf(find(query, draft)[0]), emptyDraft)

test('[PO28] screens, commands and players are found by a part of their name', () => {
  expect(find('map')[0]?.target).toEqual({ to: 'page', path: '/map' })
  expect(find('heal').map(({ name }) => name)).toContain('Heal a player')
  expect(find('ann').map(({ name }) => name)).toContain('Ann')
  expect(find('nothing like it')).toEqual([])
})

test('[PO29] a command and its target can be typed together', () => {
  const draft = walk('kick rex')
  expect(draftLabel(draft)).toBe('Kick Rex $& King')
  expect(nextPart(draft)).toBe('reason')
})

test('[PO30] each command asks for its parts until its schema accepts them', () => {
  const said = {
    player: 'ann',
    destination: 'rex',
    length: '12',
    toggle: 'humans',
    onOff: 'off',
    text: 'hi',
    reason: '',
    filter: '',
    number: '1',
    list: 'Carnotaurus',
  }
  for (const known of knownCommands) {
    let draft: Draft = { ...emptyDraft, known }
    for (let due = nextPart(draft); due; due = nextPart(draft)) draft = draftOf(find(said[due], draft)[0])
    expect(isComplete(draft)).toBe(true)
    expect(known.command.input.safeParse(inputOfDraft(draft)).success, known.word).toBe(true)
  }
})

test('[PO31] a chosen player is sent as an id, a typed one as typed', () => {
  expect(inputOfDraft(walk('kick ann', ''))).toMatchObject({ target: '76561198000000002', reason: '' })
  expect(inputOfDraft(walk('unban', '76561198000000099'))).toMatchObject({ target: '76561198000000099' })
  expect(draftLabel(walk('ban ann', '7'))).toBe('Ban Ann for 7 days')
})

test('[PO32] a found player offers the commands on that player', () => {
  const ann = draftOf(find('ann').at(-1))
  expect(find('', ann).map(({ name }) => name)).toEqual(expect.arrayContaining(['Kick Ann', 'Show Ann on the map']))
})

test('[V8.2.1] [PO33] a command without the permission is not offered', () => {
  const player = { ...findableAs('player'), players: {}, pack: [{ id: 'bob', name: 'Bob' }] }
  expect(find('kick', emptyDraft, player)).toEqual([])
  expect(find('bob', emptyDraft, player)[0]?.target).toEqual({ to: 'map', id: 'bob' })
  expect(find('', emptyDraft, player).map(({ name }) => name)).toContain('Slay my own dinosaur')
})
