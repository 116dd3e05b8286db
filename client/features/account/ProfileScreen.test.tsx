// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mainServer, PackId } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { readOwnPerks } from '../../../shared/features/donations/commands.ts'
import { ownDonations } from '../../../shared/features/donations/donations.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { friends } from '../../../shared/features/friends/friends.ts'
import { inventory, ownActions } from '../../../shared/features/inventory/inventory.ts'
import { listings } from '../../../shared/features/market/listing.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { patron } from '../../../shared/features/patrons/patrons.ts'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import { server } from '../../../shared/features/server/server.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { skinPresets } from '../../../shared/features/skins/presets.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import {
  answering,
  given,
  refusal,
  refusedDocument,
  renderScreen,
  screenNow,
  signedIn,
} from '../../testing/renderScreen.tsx'
import { ProfileScreen } from './ProfileScreen.tsx'

const ann = given(account, 'ann', {
  name: 'Ann',
  createdAt: 1,
  steam: { provider: 'steam', steamId: '76561198000000001', displayName: 'Ann' },
})

test('[SC34] a guest sees a sample that is marked as one', () => {
  renderScreen(<ProfileScreen />)
  expect(screen.getByRole('region', { name: 'Demo profile' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Sign in with Steam' })).toBeDefined()
})

test('[BH16] the demo profile has level 42 and 245 hours of play', () => {
  renderScreen(<ProfileScreen />, { hello: { demo: true } })
  expect(screen.getByTestId('level').textContent).toMatch(/^42,/)
  expect(screen.getByText('245 h')).toBeDefined()
})

test('[BH17] a hub that is not a demo shows no sample profile to a guest, only the ways to sign in', () => {
  renderScreen(<ProfileScreen />, { hello: { demo: false } })
  expect(screen.getByRole('link', { name: 'Sign in with Steam' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Demo profile' })).toBeNull()
  expect(screen.queryByTestId('level')).toBeNull()
  expect(screen.queryByText(/Sample|25,000/)).toBeNull()
})

test('[SC6] the profile is shown as loading until the account arrives, and a refusal shows nothing of it', () => {
  const { change } = renderScreen(<ProfileScreen />, { hello: signedIn('player') })
  expect(screen.getByText('Loading…')).toBeDefined()
  change(refusedDocument(account, 'ann'))
  expect(screen.getByText(/^This session can't see your account\./)).toBeDefined()
})

test('[SC7] a stale profile stays, with the time of its data', () => {
  const { connect } = renderScreen(<ProfileScreen />, { hello: signedIn('player'), documents: [ann] })
  expect(screen.queryByText(/Can't reach the hub/)).toBeNull()
  connect('stale')
  expect(screen.getByText(/Can't reach the hub/)).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Ann' })).toBeDefined()
})

test('[SC8] the account is erased only after its name was typed, and a refusal is shown in the dialog', async () => {
  const { sent } = renderScreen(<ProfileScreen />, { hello: signedIn('player'), documents: [ann] })
  fireEvent.click(screen.getByRole('button', { name: 'Erase my account' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Erase permanently' }))
  expect(dialog.getByRole('alert').textContent).toContain('Type Ann')
  expect(sent).toEqual([])
  fireEvent.change(dialog.getByLabelText('Type Ann to confirm'), { target: { value: 'Ann' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Erase permanently' }))
  expect(sent).toMatchObject([{ name: eraseMe.name, input: { confirm: 'Ann' } }])
  expect(dialog.getByRole('button', { name: 'Erasing…' })).toHaveProperty('disabled', true)
  await sent[0]?.answer(refusal('busy', 'Not now.'))
  expect(dialog.getByRole('alert').textContent).toBe('Not now.')
})

test('[SC400] before an account is erased, the user reads what they lose: dinosaurs, skins, listings, friends and the lead of a pack', () => {
  const nothing = given(inventory, 'ann', {})
  const { change } = renderScreen(<ProfileScreen />, { hello: signedIn('player'), documents: [ann, nothing] })
  fireEvent.click(screen.getByRole('button', { name: 'Erase my account' }))
  const lost = () => within(screen.getByRole('dialog')).getByText('Lost:').closest('p')?.textContent
  // Without counts while they are not known.
  expect(lost()).toBe('Lost: skins, skin presets, listings on the market and friends.')
  const stored = {
    state: 'stored',
    source: 'shop',
    species: 'Troodon',
    gender: null,
    storedAt: 1,
    delivery: null,
  } as const
  change(given(inventory, 'ann', { dinosaurs: { d1: { id: 'd1', ...stored }, d2: { id: 'd2', ...stored } } }))
  change(given(ownedSkins, 'ann', {}))
  change(given(skinPresets, 'ann', {}))
  change(given(listings, 'ann', {}))
  change(given(friends, 'ann', { friends: { bob: { since: 1 } } }))
  const packId = PackId.parse('6f1b0f6e-8a1c-4a53-9f43-111111111111')
  const members = {
    ann: { name: 'Ann', joinedAt: 1, sharedSince: null },
    bob: { name: 'Bob', joinedAt: 2, sharedSince: null },
  }
  change(given(membership, 'ann', { pack: packId }))
  change(given(packLife, packId, {}))
  change(given(pack, packId, { name: 'Hunters', leader: 'ann', members }))
  expect(lost()).toBe('Lost: the 2 dinosaurs in your inventory and 1 friend.')
  expect(
    screen.getByText('You leave your pack Hunters, and the member who has been in it longest leads it.'),
  ).toBeDefined()
})

test('[SC40] once the account is erased, the guest who is left reads that it is', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { sent, sayHello } = renderScreen(<ProfileScreen />, { hello: signedIn('player'), documents: [ann] })
  fireEvent.click(screen.getByRole('button', { name: 'Erase my account' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Type Ann to confirm'), { target: { value: 'Ann' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Erase permanently' }))
  sayHello({ principal: null, may: [] })
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  expect(screen.getByText('Your account has been erased.')).toBeDefined()
})

const steamId = '76561198000000001'
const linkedAnn = given(account, 'ann', { name: 'Ann', createdAt: 1, steamId })
const animal = {
  species: 'Carnotaurus',
  gender: 'Female',
  growth: 40,
  health: 50,
  stamina: 90,
  hunger: 10,
  thirst: 80,
  dead: false,
  region: null,
} as const

test('[HG4] the profile draws the dinosaur of its species and age, and its vitals turn to warning and danger at their limits', () => {
  const { change } = renderScreen(<ProfileScreen />, {
    hello: signedIn('player'),
    documents: [linkedAnn, given(vitals, 'ann', { online: true, readAt: screenNow, animal })],
  })
  const panel = within(screen.getByRole('region', { name: 'Your dinosaur' }))
  const toneOf = (name: string) => panel.getByText(name).closest('[data-tone]')?.getAttribute('data-tone')
  expect(['Health', 'Hunger', 'Thirst', 'Growth'].map(toneOf)).toEqual(['warn', 'danger', 'thirst', 'growth'])
  expect(panel.getByText('low')).toBeDefined()
  expect(panel.getByRole('link', { name: 'Show on the map' }).getAttribute('href')).toBe('/map')
  const drawing = () => document.querySelector('svg[data-diet]')?.innerHTML
  const young = drawing()
  change(given(vitals, 'ann', { online: true, readAt: screenNow, animal: { ...animal, growth: 90 } }))
  expect(drawing()).not.toBe(young)
  change(given(vitals, 'ann', { online: false, readAt: screenNow, animal: null }))
  expect(drawing()).toBeUndefined()
  expect(panel.getByText('Not on the server')).toBeDefined()
})

test('[HG5] play time stops at the moment at which the hub was lost', () => {
  const isPlayingSince = { playMs: 0, since: screenNow - 90 * 60_000, firstSeenAt: 1 }
  const { connect } = renderScreen(<ProfileScreen />, {
    hello: signedIn('player'),
    documents: [linkedAnn, given(playRecord, steamId, isPlayingSince)],
  })
  expect(screen.getByText('90 min')).toBeDefined()
  connect('stale', screenNow - 30 * 60_000)
  expect(screen.getByText('60 min')).toBeDefined()
})

test('[FK2] the profile says "now" only while the game is read, and a missing dinosaur is not said to be loading without a link', () => {
  const status = (link: 'up' | 'down') =>
    given(server, mainServer, { link: { name: link, since: screenNow - 60_000 }, readAt: screenNow - 5_000 })
  const { change, connect } = renderScreen(<ProfileScreen />, {
    hello: signedIn('player'),
    documents: [
      linkedAnn,
      status('up'),
      given(vitals, 'ann', { online: true, readAt: screenNow, animal }),
      given(playRecord, steamId, { playMs: 0, since: screenNow - 60_000, firstSeenAt: 1 }),
    ],
  })
  const claims = () => document.body.textContent?.match(/in the game now|On the server (now|at the last reading)/g)
  expect(claims()).toEqual(['in the game now', 'On the server now'])
  change(status('down'))
  expect(claims()).toEqual(['On the server at the last reading'])
  change(given(vitals, 'ann', {}))
  expect(screen.getByText('No data from the game yet')).toBeDefined()
  change(status('up'))
  expect(screen.getByText('Loading your dinosaur…')).toBeDefined()
  connect('reconnecting')
  expect(claims()).toEqual(['On the server at the last reading'])
})

test('[FK4] a wrong name in the question about erasure is named at its field, which gets the focus; spaces around it do not matter', () => {
  const { sent } = renderScreen(<ProfileScreen />, { hello: signedIn('player'), documents: [ann] })
  fireEvent.click(screen.getByRole('button', { name: 'Erase my account' }))
  const dialog = within(screen.getByRole('dialog'))
  const field = dialog.getByLabelText('Type Ann to confirm')
  for (const typed of ['', '   ', 'ann', 'Ann \u{1F995}', 'x'.repeat(500)]) {
    fireEvent.change(field, { target: { value: typed } })
    dialog.getByRole('button', { name: 'Erase permanently' }).focus()
    fireEvent.click(dialog.getByRole('button', { name: 'Erase permanently' }))
    expect(dialog.getByRole('alert').textContent).toBe('Type Ann, exactly as shown.')
    expect(document.activeElement).toBe(field)
  }
  expect(sent).toEqual([])
  fireEvent.change(field, { target: { value: ' Ann ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Erase permanently' }))
  expect(sent).toMatchObject([{ name: eraseMe.name, input: { confirm: 'Ann' } }])
})

test('[GE8] a growing dinosaur says when it is likely to be adult, with its error; nothing is shown while that is not known', () => {
  const animal = { species: 'Troodon', gender: null, growth: 60, health: 90, stamina: 90, hunger: 80, thirst: 80 }
  const whereabouts = { dead: false, isPlaced: false, region: null, square: null, near: null }
  const seen = { readAt: screenNow, online: true, animal: { ...animal, ...whereabouts } }
  const adult = { at: new Date(2026, 10, 21, 21, 40).getTime(), giveMs: 6 * 60_000 }
  const { change } = renderScreen(<ProfileScreen />, {
    hello: signedIn('player'),
    documents: [
      linkedAnn,
      given(server, mainServer, { link: { name: 'up', since: screenNow - 60_000 }, readAt: screenNow - 5_000 }),
      given(vitals, 'ann', { ...seen, adult }),
    ],
  })
  expect(screen.getByText('Adult at about 21:40 at this rate, give or take 6 min')).toBeDefined()
  change(given(vitals, 'ann', seen))
  expect(screen.queryByText(/Adult at about/)).toBeNull()
  change(given(vitals, 'ann', { ...seen, adult }))
  change(given(server, mainServer, { link: { name: 'down', since: screenNow - 60_000 }, readAt: screenNow - 5_000 }))
  expect(screen.queryByText(/Adult at about/)).toBeNull()
})

test('[DNT55] the own profile names the tier, its end, what it gives and the donations; without any of them it says nothing', async () => {
  const { change, settle } = renderScreen(<ProfileScreen />, {
    hello: signedIn('player'),
    documents: [ann, given(patron, 'ann', {}), given(ownDonations, 'ann', {})],
    queries: [answering(readOwnPerks, () => ({ perks: 'A name in gold.' }))],
  })
  expect(screen.queryByRole('region', { name: 'Patron' })).toBeNull()
  const donation = { source: 'kofi', amount: 2_500, currency: 'EUR', tier: 'Gold', days: 30, record: 'aa/b' } as const
  const own = { ...donation, at: screenNow, from: screenNow, isRefunded: false }
  change(given(ownDonations, 'ann', { donations: { d1: own } }))
  change(given(patron, 'ann', { tier: 'Gold', until: screenNow + 30 * 86_400_000, source: 'donation' }))
  await settle()
  const part = screen.getByRole('region', { name: 'Patron' })
  expect(part.textContent).toMatch(/You are a Gold patron until .*\.A name in gold\.EUR 25\.00 on .*, for Gold/)
  change(given(patron, 'ann', { tier: 'None', source: 'ended' }))
  change(given(ownDonations, 'ann', { donations: { d1: { ...own, isRefunded: true } } }))
  expect(part.textContent).toMatch(/You have no patron tier at the moment\..*, refunded/)
})

test('[IN12] Park is not offered while the inventory is switched off', () => {
  const animal = {
    species: 'Carnotaurus',
    gender: null,
    growth: 80,
    health: 100,
    stamina: 100,
    hunger: 100,
    thirst: 100,
    dead: false,
    region: null,
  }
  const documents = [
    ann,
    given(vitals, 'ann', { readAt: screenNow, online: true, animal }),
    given(ownActions, mainServer, { canPark: true }),
  ]
  const { change } = renderScreen(<ProfileScreen />, { hello: signedIn('player'), documents })
  expect(screen.getByRole('button', { name: 'Park' })).toBeDefined()
  change(given(server, mainServer, { features: { realInventory: false } }))
  expect(screen.queryByRole('button', { name: 'Park' })).toBeNull()
})
