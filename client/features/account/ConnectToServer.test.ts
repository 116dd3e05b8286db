import { expect, test } from 'vitest'
import { connectAddress, gameAddressIn } from './ConnectToServer.tsx'

test.each([
  [
    { ip: 'play.example.org', port: 16_006 },
    { state: 'here', address: 'play.example.org:16006' },
  ],
  [
    { ip: '[::1]', port: 7_777 },
    { state: 'here', address: '[::1]:7777' },
  ],
  [{ ip: null, port: null }, { state: 'notConfigured' }],
  [{ ip: 'evil/../x', port: 1 }, { state: 'unanswered' }],
  [{ error: 'no' }, { state: 'unanswered' }],
  [null, { state: 'unanswered' }],
])('[GA1] the status %o gives %o', (body, expected) => {
  expect(gameAddressIn(body)).toEqual(expected)
})

test('[GA2] the launcher receives the address of the game', () => {
  expect(connectAddress('play.example.org:16006')).toBe('steam://connect/play.example.org:16006')
})
