import { expect, test } from 'vitest'
import { Account } from '../../../shared/features/account/account.ts'
import { standingOf } from './standing.ts'

const steam = { provider: 'steam', steamId: '76561198000000001', displayName: 'Rex' }
const discord = { provider: 'discord', discordId: '1', username: 'rex', displayName: 'Rex' }

test.each([
  [{}, true, 'disconnected'],
  [{ steam }, true, 'partially-connected'],
  [{ discord }, false, 'partially-connected'],
  [{ steam, discord }, false, 'fully-connected'],
  [{ steam, discord }, true, 'live'],
] as const)('[ST1] with %o and in the game: %s, somebody is %s', (linked, online, standing) => {
  expect(standingOf(Account.parse(linked), { online })).toBe(standing)
})

test('[ST2] a guest is disconnected, and who is not known to play is not live', () => {
  expect(standingOf(null, { online: true })).toBe('disconnected')
  expect(standingOf(Account.parse({ steam, discord }), null)).toBe('fully-connected')
})
