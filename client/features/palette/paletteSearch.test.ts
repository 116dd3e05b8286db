import { expect, test } from 'vitest'
import { permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
import { paletteActions } from './paletteActions.ts'
import { type NamedPlayer, type PaletteEntry, settingEntry } from './paletteEntries.ts'
import { isFirstChoice, type PaletteSources, searchPalette, searchTargets } from './paletteSearch.ts'

const player = (id: string, name: string, isOnline = true): NamedPlayer => ({ id, name, detail: '', isOnline })
const rex = player('76561198000000001', 'Rex $& King')
const ann = player('76561198000000002', 'Ann')
const gone = player('76561198000000003', 'Gonzo', false)

const sourcesFor = (role: Role, changes: Partial<PaletteSources> = {}): PaletteSources => ({
  pages: [
    { path: '/', name: 'Home', icon: 'home' },
    { path: '/map', name: 'Live Map', icon: 'map', words: 'island where' },
    { path: '/audit', name: 'Audit', icon: 'audit' },
  ],
  actions: paletteActions.filter(({ needs }) => permissionsOf[role].includes(needs)),
  players: role === 'player' ? [] : [rex, ann, gone],
  banned: [player('76561198000000004', 'Bo', false)],
  settings: [
    settingEntry('theme night', { name: 'Theme: Night', words: 'dark' }, () => {}),
    settingEntry('log out', { name: 'Log out', words: 'leave' }, () => {}),
  ],
  sold: [],
  suggested: ['page /map', 'action message'],
  recent: [],
  aim: null,
  showsPlaces: true,
  listsPlayers: false,
  why: { anywhere: null, inGame: null },
  ...changes,
})
const admin = sourcesFor('admin')
const entries = (query: string, sources = admin) => searchPalette(query, sources).flatMap((section) => section.entries)
const names = (query: string, sources = admin) => entries(query, sources).map(({ name }) => name)
const groups = (query: string, sources = admin) => searchPalette(query, sources).map(({ group }) => group)

test.each([
  ['kikc', 'Kick a player…'],
  ['night', 'Theme: Night'],
  ['dark', 'Theme: Night'],
  ['log out', 'Log out'],
  ['logout', 'Log out'],
  ['where', 'Live Map'],
  ['tp', 'Teleport a player…'],
  ['announce', 'Broadcast to everyone…'],
  ['anm', 'Ann'],
  [gone.id, 'Gonzo'],
])('[PW24] "%s" finds "%s" first', (query, name) => {
  expect(names(query)[0]).toBe(name)
})

test('[PW25] what is spelled right hides what would need a correction', () => {
  const found = names('ann', { ...admin, players: [ann, player('1', 'Ant')] })
  expect(found).toContain('Ann')
  expect(found).not.toContain('Ant')
})

test.each([
  ['', null],
  ['rex', null],
  ['kick', null],
  ['kick rex', null],
  ['rex slay', null],
  ['slay', null],
  ['corpses', null],
  ['whitelist', null],
  ['', rex],
  ['slay', rex],
  ['kick ann', rex],
  ['ban', rex],
])('[PW26] for "%s", aimed at %o, nothing harmful is first or before a harmless entry of its group', (query, aim) => {
  for (const role of ['moderator', 'admin', 'owner'] as const) {
    const sources = sourcesFor(role, { aim })
    const all = entries(query, sources)
    const isOnlyHarm = all.every(({ isHarmful }) => isHarmful)
    if (!isOnlyHarm) expect(isFirstChoice(all[0]), all[0]?.name).toBe(true)
    for (const section of searchPalette(query, sources)) {
      const harms = section.entries.map(({ isHarmful }) => isHarmful)
      expect(harms).toEqual([...harms].sort((one, other) => Number(one) - Number(other)))
    }
  }
})

test('[PW27] every harmful action asks before it is sent, and is marked', () => {
  for (const { key, form, harm, isHarmful, send } of paletteActions) {
    if (isHarmful) expect(form !== null || harm !== null, key).toBe(true)
    if (harm !== null) expect(isHarmful, key).toBe(true)
    if (send) expect(send.command.input.safeParse(send.inputOf(rex.id)).success, key).toBe(true)
  }
})

test('[PW28] an action and its player are typed together, in either order', () => {
  const kick = (query: string) => entries(query).find(({ name }) => name === 'Kick Rex $& King…')
  for (const query of ['kick rex', 'rex kick', 'kikc rex', 'boot king']) {
    expect(kick(query)?.target).toEqual({ to: 'player', id: rex.id, action: 'kick' })
    expect(names(query)[0]).toBe(rex.name)
  }
  expect(entries('heal ann')[0]?.target).toMatchObject({ to: 'order', player: ann })
  expect(entries('unban bo')[1]).toMatchObject({ name: 'Unban Bo…', target: { to: 'order' } })
})

test('[PW29] actions are aimed at the chosen player, harmless ones suggested', () => {
  const aimed = sourcesFor('admin', { aim: rex })
  const [suggested] = searchPalette('', aimed)
  expect(suggested?.group).toBe('Suggested')
  expect(suggested?.entries.map(({ name }) => name)).toEqual([
    'Show Rex $& King on the map',
    'Message Rex $& King…',
    'Heal Rex $& King',
    'Teleport Rex $& King…',
    'Give currency to Rex $& King…',
    'Put Rex $& King on the whitelist',
  ])
  expect(names('kick', aimed)).toEqual(['Kick Rex $& King…'])
  expect(names('', aimed)).not.toContain('Kick a player…')
})

test('[PW30] what is not possible now cannot be chosen, and says why', () => {
  const reasonOf = (query: string, sources: PaletteSources) =>
    entries(query, sources).map(({ name, why }) => [name, why])
  expect(reasonOf('kick', sourcesFor('admin', { aim: gone }))).toEqual([['Kick Gonzo…', "Gonzo isn't in the game."]])
  const linkDown = { anywhere: null, inGame: 'The game link is down.' }
  expect(reasonOf('kick', sourcesFor('admin', { aim: rex, why: linkDown }))[0]?.[1]).toBe('The game link is down.')
  expect(reasonOf('ban', sourcesFor('admin', { aim: gone, why: linkDown }))).toContainEqual(['Ban Gonzo…', null])
})

test('[PW31] the groups before anything is typed, and recent entries in them', () => {
  expect(groups('')).toEqual(['Suggested', 'Actions', 'Pages', 'Settings'])
  const recent = ['player 76561198000000002', 'page /audit', 'page /gone', 'action kick 76561198000000001']
  const sections = searchPalette('', { ...admin, recent })
  expect(sections.map(({ group }) => group)).toEqual(['Suggested', 'Recent', 'Actions', 'Pages', 'Settings'])
  expect(sections[1]?.entries.map(({ name }) => name)).toEqual(['Ann', 'Audit'])
  expect(groups('', { ...admin, players: [ann], listsPlayers: true })).toContain('Players')
})

test('[PW32] the players for an action: those on whom it is possible', () => {
  const targets = (key: string, query = '') => {
    const action = paletteActions.find((one) => one.key === key)
    if (!action) throw new Error(key)
    return searchTargets(query, action, admin).flatMap((section): readonly PaletteEntry[] => section.entries)
  }
  expect(targets('kick').map(({ name }) => name)).toEqual([rex.name, 'Ann'])
  expect(targets('ban').map(({ name }) => name)).toEqual([rex.name, 'Ann', 'Gonzo'])
  expect(targets('unban').map(({ name }) => name)).toEqual(['Bo'])
  expect(targets('kick', 'anm')[0]?.target).toEqual({ to: 'player', id: ann.id, action: 'kick' })
})

test('[CK12] only a banned player can be unbanned', () => {
  expect(names('', sourcesFor('admin', { aim: rex }))).not.toContain(`Unban ${rex.name}…`)
  expect(names('unban', sourcesFor('admin', { aim: rex }))).toEqual(['Unban a player…'])
  expect(names('unban', sourcesFor('admin', { aim: rex, banned: [rex] }))).toEqual([`Unban ${rex.name}…`])
})

test('[CK13] a player is shown on the map by "show" or "where" and the name, where places may be seen', () => {
  expect(entries('show ann')[0]).toMatchObject({ name: 'Show Ann on the map', target: { to: 'map', id: ann.id } })
  expect(names('where ann')).toContain('Show Ann on the map')
  expect(names('show gonzo')).not.toContain('Show Gonzo on the map')
  expect(names('show ann', { ...admin, showsPlaces: false })).not.toContain('Show Ann on the map')
})

test('[V8.2.1] [PW33] an action without the permission is not offered', () => {
  const own = sourcesFor('player', { listsPlayers: true, players: [player('bob', 'Bob')] })
  expect(names('kick', own)).toEqual([])
  expect(names('kick bob', own)).toEqual([])
  expect(names('bob', own)).toEqual(['Bob'])
  expect(names('slay', own)).toEqual(['Slay my dinosaur…'])
})

test('[RWB3] a broadcast may be typed with its text, which is kept as typed; a message to a player is none', () => {
  const [first] = entries('broadcast Restart in  5 minutes')
  expect(first).toMatchObject({ name: 'Broadcast “Restart in  5 minutes”…', why: null, isHarmful: false })
  expect(first?.target).toEqual({ to: 'broadcast', text: 'Restart in  5 minutes' })
  expect(names('announce hello')[0]).toBe('Broadcast “hello”…')
  expect(names('message ann').join()).not.toContain('Broadcast “')
  expect(names('broadcast hello', sourcesFor('moderator'))).toEqual([])
})
