import { expect, test } from 'vitest'
import { latestChanges, undoSetting } from '../../../shared/features/settings/changes.ts'
import { changeHubText, setSwitch } from '../../../shared/features/settings/commands.ts'
import { hubSettings } from '../../../shared/features/settings/hubSettings.ts'
import {
  type SwitchName,
  switchedOffText,
  switches,
  switchNames,
  switchOf,
} from '../../../shared/features/settings/switches.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import { ownerSettings } from '../index.ts'
import { hubOwnerSettings } from './hubSettings.ts'

const olga = person('olga', 'owner')
const commandsOf = (name: SwitchName) =>
  allFeatures
    .filter((feature) => feature.name === switches[name].feature)
    .flatMap(({ commands }) => commands.map(({ command }) => command))

const open = async () => {
  const app = await openApp(allFeatures)
  return {
    ...app,
    turn: (name: SwitchName, isOn: boolean) => app.dispatch(olga, setSwitch.name, { name, isOn }),
    set: (text: string, to: unknown, seen: unknown, who = olga) =>
      app.dispatch(who, changeHubText.name, { text, to, seen }),
  }
}

test.each(switchNames)(
  '[SWI1] with %s off each of its commands is refused with one sentence, and none with it on',
  async (name) => {
    const { dispatch, turn } = await open()
    const named = commandsOf(name).filter(({ permission }) => permission !== 'hub')
    expect(named.length).toBeGreaterThan(0)
    const answers = () => Promise.all(named.map((command) => dispatch(olga, command.name, { none: 'of it' })))
    const before = await answers()
    expect(before.map((answer) => !answer.ok && answer.code)).not.toContain('featureOff')
    await turn(name, false)
    const off = await answers()
    for (const [at, { name: command }] of named.entries()) {
      const isOver = off[at]?.ok === false && off[at].code === 'featureOff'
      expect([command, isOver]).toEqual([command, !switches[name].goesOn.includes(command)])
      if (isOver) expect(off[at]).toMatchObject({ message: switchedOffText(name) })
    }
    await turn(name, true)
    expect((await answers()).map((answer) => !answer.ok && answer.code)).toEqual(
      before.map((answer) => !answer.ok && answer.code),
    )
  },
)

test('[SWI23] an undo does not bring back a text that named a user who was erased since', async () => {
  const { hub, set, dispatch } = await open()
  const discordId = '223344556677889900'
  await set('joinText', `# Join\nAsk <@${discordId}>`, null)
  const seen = hub.read(hubSettings).joinText
  await set('joinText', 'Ask in the Discord', seen)
  await hub.erase({ ids: ['ann'], externalIds: [discordId], documents: [] })
  const changes = Object.entries(hub.read(latestChanges).changes)
  expect(JSON.stringify(changes)).not.toContain(discordId)
  const [change] = changes.find(([, { after }]) => after === 'Ask in the Discord') ?? []
  expect(await dispatch(olga, undoSetting.name, { change })).toMatchObject({ ok: false, code: 'gone' })
  expect(hub.read(hubSettings).joinText).toBe('Ask in the Discord')
})

test('[SWI24] a text for players who join loses only the line that names an erased user', async () => {
  const { hub, set } = await open()
  const discordId = '223344556677889900'
  await set('joinText', `# Join\nAsk <@${discordId}>\nBe kind`, null)
  await hub.erase({ ids: ['ann'], externalIds: [discordId], documents: [] })
  expect(hub.read(hubSettings).joinText).toBe('# Join\n[erased]\nBe kind')
})

test('[SWI2] each switch names one feature, which it is listed with, and commands that there are', () => {
  for (const name of switchNames) {
    const { feature, goesOn } = switches[name]
    const declared = allFeatures.find((one) => one.name === feature)
    expect([name, declared?.switch?.says]).toEqual([name, switchedOffText(name)])
    const commands = commandsOf(name).map((command) => command.name)
    expect(commands).toEqual(expect.arrayContaining([...goesOn]))
    expect(commands.every((command) => command.startsWith(`${feature}.`))).toBe(true)
  }
  expect(
    allFeatures
      .filter((feature) => feature.switch)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(switchNames.map((name) => switches[name].feature).toSorted())
  expect(switchOf('marketing.openListing')).toBeNull()
})

test('[SWI3] the permission comes before the switch, and the commands of the hub are carried out', async () => {
  const { dispatch, turn, hub } = await open()
  await turn('events', false)
  await turn('challenges', false)
  expect(await dispatch(person('ann'), 'events.schedule', {})).toMatchObject({ code: 'forbidden' })
  await expect(hub.execute('tests', 'challenges.turnSets', {})).resolves.toBeDefined()
})

test('[SWI4] a switch is in the history, and is set back by its undo', async () => {
  const { hub, dispatch, turn } = await open()
  const answer = await turn('market', false)
  const change = answer.ok ? (answer.output as { change: string }).change : ''
  expect(hub.read(latestChanges).changes[change]).toMatchObject({ name: 'the market', from: 'on', to: 'off' })
  expect(await turn('market', false)).toMatchObject({ ok: true, output: { change: null } })
  expect(await dispatch(olga, undoSetting.name, { change })).toMatchObject({ ok: true })
  expect(hub.read(hubSettings).off).toEqual({})
})

test('[SWI5] owners alone switch and write; everyone may read what they set', async () => {
  const { dispatch, set, hub } = await open()
  for (const role of ['player', 'moderator', 'admin'] as const) {
    const who = person('ann', role)
    expect(await dispatch(who, setSwitch.name, { name: 'market', isOn: false })).toMatchObject({ code: 'forbidden' })
    expect(await set('communityName', 'Mine', null, who)).toMatchObject({ code: 'forbidden' })
    expect(hub.mayRead(who, 'hubSettings/')).toBe(true)
  }
})

test('[SWI6] of two owners who edit one text the second is refused, reads what it is now, and nothing is lost', async () => {
  const { set, hub } = await open()
  expect(await set('communityName', '  Isla Verde ', null)).toMatchObject({ ok: true })
  expect(hub.read(hubSettings).communityName).toBe('Isla Verde')
  const late = await set('communityName', 'Isla Roja', null, person('otto', 'owner'))
  expect(late).toMatchObject({ code: 'changedSince', message: expect.stringContaining('Isla Verde') })
  expect(hub.read(hubSettings).communityName).toBe('Isla Verde')
  // Both wanted the same.
  expect(await set('communityName', 'Isla Verde', null)).toMatchObject({ ok: true, output: { change: null } })
  expect(await set('communityName', null, 'Isla Verde')).toMatchObject({ ok: true })
  expect(hub.read(hubSettings).communityName).toBeNull()
})

test.each([
  ['communityName', 'x'.repeat(61), 'at most 60'],
  ['communityName', ' ', 'Enter a name'],
  ['communityName', 'Isla\u0007', 'hidden control'],
  ['communityName', 'Isla\nVerde', 'line breaks'],
  ['communityName', '\u202eIsla', 'hidden control'],
  ['gameMode', 'x'.repeat(61), 'at most 60'],
  ['discordInvite', 'http://discord.gg/abc', 'https://discord.gg'],
  ['discordInvite', 'https://discord.gg.evil.example/abc', 'https://discord.gg'],
  ['discordInvite', 'javascript:alert(1)', 'https://discord.gg'],
  ['joinText', 'x'.repeat(501), 'at most 500'],
  ['joinText', 'a\u0000b', 'hidden control'],
  ['joinText', 'half \ud800', 'halves'],
  ['joinText', '', 'Enter a text'],
  ['secret', 'x', ''],
])('[SWI7] a wrong %s (%j) is refused with words', async (text, to, words) => {
  const { set, hub } = await open()
  const answer = await set(text, to, null)
  expect(answer).toMatchObject({ code: 'badInput', problems: [expect.stringContaining(words)] })
  expect(hub.read(hubSettings)).toEqual(hubSettings.schema.parse({}))
})

test('[STC7] each setting of the product reads a value of its own schema in words, has a key of its own feature, and is set back', async () => {
  const { hub, dispatch } = await open()
  const features = new Set(allFeatures.map(({ name }) => name))
  for (const setting of [...hubOwnerSettings, ...ownerSettings]) {
    const read: Parameters<typeof setting.read>[0]['read'] = (kind, key) => hub.read(kind, key)
    const value = setting.read({ read })
    expect([setting.key, setting.schema.safeParse(value).success]).toEqual([setting.key, true])
    expect([setting.key, setting.inWords(value), setting.name]).not.toContain('')
    expect(features).toContain(setting.key.split('.')[0])
  }
  await dispatch(olga, 'notifications.setPosted', { type: 'eventAnnounced', isOn: false })
  await dispatch(olga, 'friends.setTeleports', { on: false })
  const changes = Object.entries(hub.read(latestChanges).changes)
  expect(changes.map(([, { setting, to }]) => [setting, to])).toEqual([
    ['notifications.posted.eventAnnounced', 'off'],
    ['friends.teleports', 'off'],
  ])
  for (const [change] of changes) expect(await dispatch(olga, undoSetting.name, { change })).toMatchObject({ ok: true })
})
