import { expect, test } from 'vitest'
import { permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
import { knownCommands } from './knownCommands.ts'
import { type Draft, draftWords, dueOf, emptyDraft, inputOfDraft, isWhole } from './paletteDraft.ts'
import { type Findable, type PaletteOption, paletteOptions } from './paletteOptions.ts'

const findableAs = (role: Role): Findable => ({
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
  if (option?.leads.to !== 'draft') throw new Error(`“${option?.name}” leads to no draft.`)
  return option.leads.draft
}
/** Takes the first of what each query finds. */
const walk = (...queries: readonly string[]) =>
  queries.reduce((draft, query) => draftOf(find(query, draft)[0]), emptyDraft)

test('[PO1] screens, commands and players are found by a part of their name', () => {
  expect(find('map')[0]?.leads).toEqual({ to: 'page', path: '/map' })
  expect(find('heal').map(({ name }) => name)).toContain('Heal a player')
  expect(find('ann').map(({ name }) => name)).toContain('Ann')
  expect(find('nothing like it')).toEqual([])
})

test('[PO2] a command and whom it is for can be said in one breath', () => {
  const draft = walk('kick rex')
  expect(draftWords(draft)).toBe('Kick Rex $& King')
  expect(dueOf(draft)).toBe('reason')
})

test('[PO3] each command is asked its parts until its own form takes it', () => {
  const said = {
    player: 'ann',
    destination: 'rex',
    length: '12',
    toggle: 'humans',
    onOff: 'off',
    text: 'hi',
    reason: '',
  }
  for (const known of knownCommands) {
    let draft: Draft = { ...emptyDraft, known }
    for (let due = dueOf(draft); due; due = dueOf(draft)) draft = draftOf(find(said[due], draft)[0])
    expect(isWhole(draft)).toBe(true)
    expect(known.command.input.safeParse(inputOfDraft(draft)).success, known.word).toBe(true)
  }
})

test('[PO4] whoever is chosen is meant by id; whoever is typed as typed', () => {
  expect(inputOfDraft(walk('kick ann', ''))).toMatchObject({ target: '76561198000000002', reason: '' })
  expect(inputOfDraft(walk('unban', '76561198000000099'))).toMatchObject({ target: '76561198000000099' })
  expect(draftWords(walk('ban ann', '7'))).toBe('Ban Ann for 7 days')
})

test('[PO5] a player who was found is offered what may be done to them', () => {
  const ann = draftOf(find('ann').at(-1))
  expect(find('', ann).map(({ name }) => name)).toEqual(expect.arrayContaining(['Kick Ann', 'Show Ann on the map']))
})

test('[V8.2.1] [PO6] what one may not do is not offered', () => {
  const player = { ...findableAs('player'), players: {}, pack: [{ id: 'bob', name: 'Bob' }] }
  expect(find('kick', emptyDraft, player)).toEqual([])
  expect(find('bob', emptyDraft, player)[0]?.leads).toEqual({ to: 'map', id: 'bob' })
  expect(find('', emptyDraft, player).map(({ name }) => name)).toContain('Slay my own dinosaur')
})
