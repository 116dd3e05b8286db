import { expect, test } from 'vitest'
import { Account } from '../../../shared/features/account/account.ts'
import { profileOf } from './profileOf.ts'

const steam = {
  provider: 'steam',
  steamId: '765',
  displayName: 'Rex',
  realName: 'Rosa',
  country: 'NZ',
  accountCreated: 2015,
}
const discord = {
  provider: 'discord',
  discordId: '42',
  username: 'rex',
  displayName: 'Rexy',
  fullUsername: 'rex#0007',
  verified: true,
  premium_type: 2,
  locale: 'de',
}
const of = (parts: object) => profileOf(Account.parse(parts))

test('[PO25] the profile shows the active identity', () => {
  expect(of({ steam, discord, active: 'steam' })).toMatchObject({
    idLabel: 'Steam ID',
    id: '765',
    displayName: 'Rex',
    realName: 'Rosa',
    country: 'New Zealand',
    verified: false,
    premium: false,
    language: '',
    madeIn: 2015,
  })
  expect(of({ steam, discord, active: 'discord' })).toMatchObject({
    idLabel: 'Discord ID',
    id: '42',
    displayName: 'Rexy',
    username: 'rex#0007',
    realName: '',
    verified: true,
    premium: true,
    language: 'German',
    madeIn: null,
  })
})

test('[PO26] without the active identity the profile shows the other one, and without both there is none', () => {
  expect(of({ discord, active: 'steam' })).toMatchObject({ provider: 'discord' })
  expect(of({})).toBeNull()
})

test('[PO27] an unknown country or language code is shown as received, and no premium type means no premium', () => {
  expect(of({ steam: { ...steam, country: '??' } })?.country).toBe('??')
  expect(of({ discord: { ...discord, premium_type: 0, locale: '!' } })).toMatchObject({ premium: false, language: '!' })
})
