import { expect, test } from 'vitest'
import { deliveryStates } from '../../../shared/features/deliveries/delivery.ts'
import { readLine } from './consoleLine.ts'
import { endOf, questionOf, replyOf, soundsDangerous } from './consoleResponses.ts'

const asked = { problem: null, end: null, id: 'd1' }
const one: Parameters<typeof endOf>[0] = {
  ...{ state: 'confirmed', kind: 'console', target: null, detail: { text: 'save' }, link: 'evrima' },
  ...{ command: 'save', reply: null, why: null, settledByName: '' },
}

test('[CR1] what the game said is shown as it said it', () => {
  expect(replyOf(asked, { ...one, reply: 'Saved.' })).toEqual({ tone: 'good', text: 'Saved.' })
  expect(replyOf(asked, one).text).toContain('save')
})

test('[CR2] a failure says why, or that it failed', () => {
  expect(replyOf(asked, { ...one, state: 'failed' }).text).toBe('Command failed')
  expect(replyOf(asked, { ...one, state: 'refused', why: 'Not there.' }).text).toBe('Error: Not there.')
  expect(replyOf({ ...asked, problem: '❌ Please enter a message' }, undefined).text).toBe(
    'Error: Please enter a message',
  )
})

test('[CR3] only what has happened is good, and only what is over is kept', () => {
  for (const state of deliveryStates) {
    expect(replyOf(asked, { ...one, state }).tone === 'good').toBe(state === 'confirmed' || state === 'done')
    expect(endOf({ ...one, state }) === null).toBe(['queued', 'sending', 'unknown', 'manual'].includes(state))
  }
})

test('[CR4] what is no longer at hand is told as it ended', () => {
  const end = { tone: 'good', text: 'Saved.' } as const
  expect(replyOf({ ...asked, end }, undefined)).toBe(end)
  expect(replyOf(asked, undefined).tone).toBe('waiting')
})

test('[CR5] how a switch stands is told by the settings of the game, whatever it replied', () => {
  const turn = { ...one, kind: 'toggle', detail: { toggle: 'humans', on: false }, reply: 'Humans are now On' } as const
  expect(replyOf(asked, turn).text).toBe(
    'It is off now, as the settings of the game say. Its reply was “Humans are now On”.',
  )
  expect(replyOf(asked, { ...turn, why: 'It was off already.' }).text).toBe('It was off already.')
  expect(replyOf(asked, { ...turn, settledByName: 'Ann' }).text).toBe('Seen to be off by Ann.')
  expect(replyOf(asked, { ...turn, link: 'mock' }).text).toBe('Humans are now On')
})

const askedOfConsoleResponses = (line: string) => {
  const read = readLine(line, ['Big Rex'])
  if (!read.ok) throw new Error(read.problem)
  return questionOf(read, line)
}

test('[CQ1] what is asked before a button is asked before the same as typed, and names whom it reaches', () => {
  expect(askedOfConsoleResponses('kick Big Rex too loud')).toMatchObject({
    title: 'Kick Big Rex?',
    player: { text: 'Big Rex' },
  })
  expect(askedOfConsoleResponses('slay 76561198000000001')?.title).toBe('Slay 76561198000000001?')
  expect(askedOfConsoleResponses('ban Rex 7 camping')?.title).toBe('Ban Rex for 7 days?')
  expect(askedOfConsoleResponses('ban "$&" permanent')).toMatchObject({ title: 'Ban $& for ever?', act: 'Ban $&' })
  expect(askedOfConsoleResponses('wipecorpses')).toMatchObject({ title: 'Wipe corpses?', player: null })
  expect(askedOfConsoleResponses('slayme')?.title).toBe('Slay my own dinosaur?')
})

test('[CQ2] what does nobody harm is not asked about', () => {
  for (const line of [
    'save',
    'heal Rex',
    'unban Rex',
    'message Rex hello',
    'broadcast hello',
    'toggle humans on',
    'status',
  ])
    expect(askedOfConsoleResponses(line), line).toBeNull()
})

test('[CQ3] text for the game that sounds like it is asked about as it stands', () => {
  expect(askedOfConsoleResponses('KickPlayer Rex')).toMatchObject({
    title: 'Send “KickPlayer Rex” to the game?',
    act: 'Send it',
  })
})

test.each([
  ...['/slay 7', 'KickPlayer Rex', 'AdminKick 7', 'ban_player 7', 'WipeCorpses', 'wipeall', 'server.restart 5'],
  ...['rcon kick 7', '  /Ban 7', 'SHUTDOWN', 'slayall', 'TeleportToPlayer 7 8'],
])('[CD1] “%s” is asked about before it goes to the game', (text) => {
  expect(soundsDangerous(text)).toBe(true)
})

test.each([
  ...['', 'status', 'say kick off at nine', 'listbanner', 'banner on', 'banana', 'urban', 'SetWeather rain'],
  ...['playerlist', 'help ban', 'getqueue'],
])('[CD2] “%s” is not', (text) => {
  expect(soundsDangerous(text)).toBe(false)
})
