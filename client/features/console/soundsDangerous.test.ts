import { expect, test } from 'vitest'
import { soundsDangerous } from './soundsDangerous.ts'

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
