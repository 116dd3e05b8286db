import { expect, test } from 'vitest'
import { readLine } from '../../../shared/features/console/consoleLine.ts'
import { deliveryStates } from '../../../shared/features/deliveries/delivery.ts'
import { outcomeExamples } from '../../../shared/features/deliveries/testing/outcomes.ts'
import { confirmationOf, endOf, looksDangerous, replyOf } from './consoleResponses.ts'

const answered = { problem: null, end: null, id: 'd1' }
const one: Parameters<typeof endOf>[0] = {
  state: 'confirmed',
  kind: 'console',
  target: null,
  detail: { text: 'save' },
  link: 'evrima',
  command: 'save',
  reply: null,
  why: null,
  settledBy: null,
  settledByName: '',
}

test('[CR1] a reply of the game is shown unchanged', () => {
  expect(replyOf(answered, { ...one, reply: 'Saved.' })).toEqual({ tone: 'good', text: 'Saved.' })
  expect(replyOf(answered, one).text).toContain('save')
})

test('[CR2] a failure shows its reason, or that it failed', () => {
  expect(replyOf(answered, { ...one, state: 'failed' }).text).toBe('Command failed')
  expect(replyOf(answered, { ...one, state: 'refused', why: 'Not there.' }).text).toBe('Error: Not there.')
  expect(replyOf({ ...answered, problem: '❌ Please enter a message' }, undefined).text).toBe(
    'Error: Please enter a message',
  )
})

test('[CR3] only a confirmed delivery is good, and only a settled one is kept', () => {
  for (const state of deliveryStates) {
    expect(replyOf(answered, { ...one, state }).tone === 'good').toBe(state === 'confirmed' || state === 'done')
    expect(endOf({ ...one, state }) === null).toBe(['queued', 'sending', 'unknown', 'manual'].includes(state))
  }
})

test('[CR4] a delivery that is no longer in the document keeps its outcome', () => {
  const end = { tone: 'good', text: 'Saved.' } as const
  expect(replyOf({ ...answered, end }, undefined)).toBe(end)
  expect(replyOf(answered, undefined).tone).toBe('waiting')
})

test('[CR5] the outcome of a switch comes from the game’s settings, whatever it replied', () => {
  const turn = { ...one, kind: 'toggle', detail: { toggle: 'humans', on: false }, reply: 'Humans are now On' } as const
  expect(replyOf(answered, turn).text).toBe(
    'It is off now, as the settings of the game say. Its reply was “Humans are now On”.',
  )
  expect(replyOf(answered, { ...turn, why: 'It was off already.' }).text).toBe('It was off already.')
  expect(replyOf(answered, { ...turn, settledBy: 'ann', settledByName: 'Ann' }).text).toBe('Seen to be off by Ann.')
  expect(replyOf(answered, { ...turn, link: 'mock' }).text).toBe('Humans are now On')
})

test.each(outcomeExamples)('[BH11] the console, $way: the line below the command says the same as $text', (example) => {
  const { delivery, text } = example
  const shown = replyOf(answered, delivery).text
  const message = text.replace(/^(✅ Success|✅ Command queued|❌ Error): /, '')
  expect([text, message, `Error: ${message}`, delivery.reply]).toContain(shown)
  if (delivery.settledBy !== null) expect(shown).not.toBe(delivery.reply)
})

const confirmationFor = (line: string) => {
  const read = readLine(line, ['Big Rex'])
  if (!read.ok) throw new Error(read.problem)
  return confirmationOf(read, line)
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
  expect(confirmationFor('broadcast hello')?.title).toBe('Broadcast to everyone?')
  expect(confirmationFor('announce hello')?.title).toBe('Broadcast to everyone?')
  expect(confirmationFor('updateplayables Rex')?.harm).toContain('every player')
  expect(confirmationFor('slayme')?.title).toBe('Slay my own dinosaur?')
})

test('[CQ2] a harmless command asks nothing', () => {
  for (const line of [
    'save',
    'heal Rex',
    'unban Rex',
    'message Rex hello',
    'toggle humans on',
    'status',
    'playerlist',
    'getplayerdata Rex',
  ])
    expect(confirmationFor(line), line).toBeNull()
})

test('[CQ3] dangerous text for the game asks with the text itself', () => {
  expect(confirmationFor('KickPlayer Rex')).toMatchObject({
    title: 'Send “KickPlayer Rex” to the game?',
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
