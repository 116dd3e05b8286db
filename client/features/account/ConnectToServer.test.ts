import { expect, test } from 'vitest'
import { Account } from '../../../shared/features/account/account.ts'
import { connectAddress, gameAddressIn, joinStatusOf } from './ConnectToServer.tsx'

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

const steam = { provider: 'steam', steamId: '76561198000000001', displayName: 'Rex' }
const discord = { provider: 'discord', discordId: '1', username: 'rex', displayName: 'Rex' }

test.each([
  [{}, true, 'disconnected'],
  [{ steam }, true, 'partially-connected'],
  [{ discord }, false, 'partially-connected'],
  [{ steam, discord }, false, 'fully-connected'],
  [{ steam, discord }, true, 'live'],
] as const)('[ST66] with %o and in the game: %s, the status is %s', (linked, online, status) => {
  expect(joinStatusOf(Account.parse(linked), { online })).toBe(status)
})

test('[ST49] a guest is disconnected, and without vitals no user is live', () => {
  expect(joinStatusOf(null, { online: true })).toBe('disconnected')
  expect(joinStatusOf(Account.parse({ steam, discord }), null)).toBe('fully-connected')
})
