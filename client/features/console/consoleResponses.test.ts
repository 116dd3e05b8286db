import { expect, test } from 'vitest'
import { readLine } from '../../../shared/features/console/consoleLine.ts'
import { orderRefusals } from '../../../shared/features/deliveries/refusals.ts'
import { confirmationOf, looksDangerous, targetRefusalOf } from './consoleResponses.ts'

const confirmationFor = (line: string) => {
  const read = readLine(line, ['Big Rex'])
  if (!read.ok) throw new Error(read.problem)
  return confirmationOf(read, line, 300)
}

test('[CQ1] a typed command asks the same question as its button, and names its target', () => {
  expect(confirmationFor('kick Big Rex too loud')).toMatchObject({
    title: 'Kick Big Rex?',
    player: { text: 'Big Rex' },
  })
  expect(confirmationFor('slay 76561198000000001')?.title).toBe('Slay 76561198000000001?')
  expect(confirmationFor('ban Rex 7 camping')?.title).toBe('Ban Rex for 7 days?')
  expect(confirmationFor('ban "$&" permanent')).toMatchObject({ title: 'Ban $& permanently?', action: 'Ban $&' })
  expect(confirmationFor('wipecorpses')).toMatchObject({ title: 'Wipe corpses?', player: null })
  expect(confirmationFor('broadcast hello')?.title).toBe('Send to 300 players?')
  expect(confirmationFor('announce hello')).toMatchObject({ title: 'Send to 300 players?', action: 'Send' })
  expect(confirmationFor('updateplayables Rex')?.harm).toContain('every player')
  expect(confirmationFor('slayme')?.title).toBe('Slay my own dinosaur?')
})

test('[CK17] a line is known to fail by its players as the hub reads them: by id, or by one name that fits', () => {
  const known = [
    { id: '76561198000000001', name: 'Rex' },
    { id: '76561198000000002', name: ' Mia ' },
    { id: '76561198000000003', name: 'mia' },
    { id: '76561198000000001', name: 'rex' },
  ]
  const refusalFor = (line: string) => {
    const read = readLine(line)
    if (!read.ok) throw new Error(read.problem)
    return targetRefusalOf(read, known)
  }
  for (const line of ['kick REX', 'ban 76561198000000099 7', `slay ${'aB'.repeat(16)}`, 'kick 76561198000000003'])
    expect(refusalFor(line), line).toBeNull()
  expect(refusalFor('kick Nemo')).toBe(orderRefusals.unknownPlayer)
  expect(refusalFor('ban mia permanent')).toBe(orderRefusals.ambiguous)
  expect(refusalFor('teleport Rex Nemo')).toBe(orderRefusals.unknownPlayer)
  expect(refusalFor('kick " "')).toBe(orderRefusals.noTarget)
  for (const line of ['wipecorpses', 'announce Nemo']) expect(refusalFor(line), line).toBeNull()
})

test('[CQ2] a harmless command asks nothing', () => {
  for (const line of [
    'save',
    'heal Rex',
    'unban Rex',
    'message Rex hello',
    'toggle humans on',
    'whitelist Rex off',
    'status',
    'playerlist',
    'getplayerdata Rex',
  ])
    expect(confirmationFor(line), line).toBeNull()
})

test('[CK1] a command that only the game has, and that changes it for all, asks with the line itself and says what it does', () => {
  expect(confirmationFor('aidensity 1.5')).toEqual({
    title: 'Run “aidensity 1.5”?',
    action: 'Run it',
    player: null,
    harm: 'Set how many AI animals spawn, from 0 to 2. It changes the game for every player.',
  })
})

test('[CQ3] dangerous text for a command mod asks with the text itself', () => {
  expect(confirmationFor('KickPlayer Rex')).toMatchObject({
    title: 'Send “KickPlayer Rex” to the command mod?',
    action: 'Send it',
  })
})

test.each([
  ...['/slay 7', 'KickPlayer Rex', 'AdminKick 7', 'ban_player 7', 'WipeCorpses', 'wipeall', 'server.restart 5'],
  ...['rcon kick 7', '  /Ban 7', 'SHUTDOWN', 'slayall', 'TeleportToPlayer 7 8'],
])('[CD3] “%s” needs a confirmation before it goes to the game', (text) => {
  expect(looksDangerous(text)).toBe(true)
})

test.each([
  ...['', 'status', 'say kick off at nine', 'listbanner', 'banner on', 'banana', 'urban', 'SetWeather rain'],
  ...['playerlist', 'help ban', 'getqueue'],
])('[CD4] “%s” needs none', (text) => {
  expect(looksDangerous(text)).toBe(false)
})
