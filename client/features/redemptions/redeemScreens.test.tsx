// @vitest-environment happy-dom
// One file because its tests open the pages of redeeming over the same documents.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { catalogue, catalogueKey } from '../../../shared/features/catalogue/catalogue.ts'
import { mainMutations } from '../../../shared/features/catalogue/mutations.ts'
import { inventory, OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import { redeemOwned } from '../../../shared/features/redemptions/commands.ts'
import {
  handTimes,
  Redemption,
  RedemptionStep,
  redeemRules,
  redeemWays,
  redemptions,
} from '../../../shared/features/redemptions/redemption.ts'
import { server } from '../../../shared/features/server/server.ts'
import { purchaseCounts } from '../../../shared/features/shop/purchases.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { DinosaurSelectionScreen } from './DinosaurSelectionScreen.tsx'
import { PlayerShopScreen } from './PlayerShopScreen.tsx'
import { RedeemRulesPart } from './RedeemRulesPart.tsx'
import { RedeemScreen } from './RedeemScreen.tsx'
import { RedemptionNotices } from './RedemptionNotices.tsx'

const hello = signedIn('player')
const me = hello.principal?.id ?? ''
const name = hello.principal?.name ?? ''

const animal = {
  species: 'Triceratops',
  gender: null,
  growth: 25,
  health: 100,
  stamina: 100,
  hunger: 100,
  thirst: 100,
  dead: false,
  region: null,
}
const owned = (more: Partial<OwnedDinosaur> = {}) =>
  OwnedDinosaur.parse({
    id: 'd1',
    state: 'stored',
    source: 'shop',
    species: 'Triceratops',
    gender: null,
    storedAt: 1,
    delivery: null,
    ...more,
  })
const has = (one: OwnedDinosaur) => given(inventory, me, { dinosaurs: { [one.id]: one } })

interface Setup {
  readonly pearls?: number
  readonly kinds?: readonly ('grow' | 'spawn' | 'mutate' | 'heal')[]
  readonly plays?: Partial<typeof animal> | null
  readonly receipts?: readonly Redemption[]
}
const documents = ({ pearls = 1_000, kinds = ['grow', 'mutate', 'heal'], plays = {}, receipts = [] }: Setup = {}) => [
  given(catalogue, catalogueKey, {}),
  given(account, me, { name, steamId: '76561198000000001', createdAt: screenNow }),
  given(wallet, me, {
    voidPearls: pearls,
    flows: { 'sink:redemption': { voidPearls: -3_700, razorTalons: 0, sylvanShards: 0 } },
  }),
  given(redeemWays, mainServer, { kinds: [...kinds] }),
  given(handTimes, mainServer, { ms: { spawn: [600_000, 1_200_000, 3_600_000] } }),
  given(purchaseCounts, me, { ever: 2 }),
  given(redemptions, me, { purchases: 3, entries: Object.fromEntries(receipts.map((one) => [one.id, one])) }),
  given(vitals, me, { readAt: screenNow, online: plays !== null, animal: plays && { ...animal, ...plays } }),
  has(owned()),
]
const open = (path: string, setup: Setup = {}) =>
  renderScreen(<RedeemScreen />, { hello, documents: documents(setup), path })
const drawer = () => within(screen.getByRole('dialog'))
const redeem = () => drawer().getByRole<HTMLButtonElement>('button', { name: 'Redeem' })

const receipt = (more: Partial<Redemption>): Redemption =>
  Redemption.parse({
    id: 'r1',
    group: 'dinosaurs',
    state: 'open',
    item: 'redeem-triceratops',
    name: 'Triceratops',
    price: { currency: 'voidPearls', amount: 300 },
    dinosaur: null,
    steps: [{ kind: 'grow', text: '1', isPaid: true, state: 'sending', delivery: 'd', queuedAt: screenNow }],
    at: screenNow,
    ...more,
  })

test('[RQ70] the centre lists seven dinosaurs, five perks and four mutations with prices and free mutations', () => {
  const show = (group: string) => {
    fireEvent.click(screen.getByRole('button', { name: group }))
    return screen.getByRole('list', { name: group }).querySelectorAll('article').length
  }
  open('/redeem')
  expect([show('Dinosaurs'), show('Perks'), show('Mutations')]).toEqual([7, 5, 4])
  show('Dinosaurs')
  const triceratops = screen.getByRole('heading', { name: 'Triceratops' }).closest('article') as HTMLElement
  expect(within(triceratops).getByLabelText('Free mutations').textContent).toBe('AlbinoMelanistic')
  expect(triceratops.textContent).toContain('300')
  expect(screen.queryByText('Insufficient Currency')).toBeNull()
})

test('[RQ71] a user who has too little sees it on the card and beside the button, with both figures', () => {
  open('/redeem?item=redeem-triceratops', { pearls: 299 })
  expect(screen.getAllByText('Insufficient Currency').length).toBeGreaterThan(0)
  expect(drawer().getByText('❌ Insufficient currency. Need 300, have 299')).toBeDefined()
  expect(redeem().disabled).toBe(true)
})

test('[RQ72] without a player name, and with that of another player, nothing can be redeemed', () => {
  open('/redeem?item=redeem-triceratops')
  expect(redeem().disabled).toBe(false)
  const field = screen.getByLabelText('Player name')
  fireEvent.change(field, { target: { value: '  ' } })
  expect(drawer().getByText('❌ Please enter your player name')).toBeDefined()
  fireEvent.change(field, { target: { value: 'Somebody' } })
  expect(redeem().disabled).toBe(true)
  fireEvent.change(field, { target: { value: '76561198000000001' } })
  expect(redeem().disabled).toBe(false)
})

test('[RQ73] without a mod that spawns the page waits until the player is in the game as a young one', () => {
  open('/redeem?item=redeem-triceratops', { plays: { species: 'Carnotaurus' } })
  expect(drawer().getByText(/Spawn as a Triceratops, then come back: waiting…/)).toBeDefined()
  expect(redeem().disabled).toBe(true)
})

test('[RQ74] what no link can do says before that staff do it and how long that takes, and needs the consent', () => {
  open('/redeem?item=redeem-triceratops', { kinds: [], plays: null })
  expect(drawer().getByText('Staff complete this by hand, usually within 1 h.')).toBeDefined()
  expect(redeem().disabled).toBe(true)
  fireEvent.click(drawer().getByLabelText("I'll wait for staff"))
  expect(redeem().disabled).toBe(false)
})

test('[RQ75] a receipt shows each step with its time, and says what is held while that is checked', () => {
  open('/redeem', {
    receipts: [
      receipt({ id: 'r1', state: 'unknown', group: 'perks', name: 'Full Heal' }),
      receipt({ id: 'r2', state: 'released', why: 'player has no pawn', isSeen: false }),
    ],
  })
  expect(screen.getByText("We're checking whether this arrived")).toBeDefined()
  expect(screen.getByText(/stays held until staff have settled it/)).toBeDefined()
  expect(screen.getByText('Refunded: player has no pawn')).toBeDefined()
  expect(screen.getByLabelText('Steps of Full Heal').textContent).toMatch(
    /300 held\d\d:\d\d:\d\dGrow to 100%: sent to the game/,
  )
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeDefined()
})

test('[RQ144] a receipt says that what may have arrived was not given back, and why', () => {
  open('/redeem', { receipts: [receipt({ state: 'done', why: 'Its command is gone.', isSeen: false })] })
  expect(screen.getByText('Not given back: Its command is gone.')).toBeDefined()
  expect(screen.getByText(/The currency is spent: what it paid for may have arrived\./)).toBeDefined()
})

test('[RQ1001] a step that was sent before its command went is not called cancelled', () => {
  const step = { kind: 'grow', text: '1', isPaid: true, state: 'cancelled', delivery: 'd', settledAt: screenNow }
  const stepIn = (sentAt: number | null) => {
    const steps = [RedemptionStep.parse({ ...step, sentAt, why: 'Its command is gone.' })]
    const { unmount } = open('/redeem', { receipts: [receipt({ state: 'done', why: 'Its command is gone.', steps })] })
    const item = screen.getByText(/^Grow to 100%/).closest('li')
    const shown = [item?.textContent?.replace(/\d\d:.*/, ''), item?.dataset.tone]
    unmount()
    return shown
  }
  expect(stepIn(screenNow - 1_000)).toEqual(['Grow to 100%: outcome not known', 'unsure'])
  expect(stepIn(null)).toEqual(['Grow to 100%: cancelled', 'bad'])
})

test('[RQ1000] the last press is not called a success where no one knows whether it arrived', {
  tags: 'slow',
}, async () => {
  for (const Page of [RedeemScreen, PlayerShopScreen]) {
    const path = '/redeem?item=redeem-triceratops'
    const { sent, change, unmount } = renderScreen(<Page />, { hello, documents: documents(), path })
    fireEvent.click(redeem())
    await sent[0]?.answer({ ok: true, output: { id: 'r1', isByHand: false }, seq: 1 })
    const over = receipt({ state: 'done', why: 'Its command is gone.', isSeen: false })
    change(given(redemptions, me, { entries: { r1: over } }))
    const said = screen.getByText(/Triceratops may have arrived, so nothing was given back\. Its command is gone\./)
    expect(said.dataset.tone).toBe('unsure')
    expect(screen.queryByText(/Successfully|instantly/)).toBeNull()
    unmount()
  }
})

test('[RQ83] of what is over only the newest is above the offers, folded; the others are below, and each can be put away', () => {
  const over = { state: 'done', isSeen: false, group: 'perks' } as const
  open('/redeem', {
    receipts: [
      receipt({ id: 'r1', ...over, name: 'Full Heal', at: screenNow - 2_000 }),
      receipt({ id: 'r2', ...over, name: 'Half Growth', at: screenNow - 1_000 }),
      receipt({ id: 'r3', name: 'Storm' }),
    ],
  })
  const namesIn = (part: string) =>
    [...(screen.getByRole('heading', { name: part }).closest('section')?.querySelectorAll('h3') ?? [])].map(
      ({ textContent }) => textContent,
    )
  expect([namesIn('Your redemptions'), namesIn('Earlier redemptions')]).toEqual([
    ['Storm', 'Half Growth'],
    ['Full Heal'],
  ])
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(2)
  const isFolded = (name: string) => screen.getByLabelText(`Steps of ${name}`).closest('details')?.open
  expect([isFolded('Storm'), isFolded('Half Growth')]).toEqual([undefined, false])
})

test('[RQ82] where a part arrived the receipt says what did, what did not, and that staff finish it', () => {
  const [spawn, grow] = [
    { kind: 'spawn', text: 'Triceratops', isPaid: true, state: 'confirmed', delivery: 'd1', settledAt: screenNow },
    { kind: 'grow', text: '1', isPaid: true },
  ] as const
  const failed = { ...grow, state: 'refused', delivery: 'd2', settledAt: screenNow, why: 'player has no pawn' } as const
  const byHand = { ...grow, state: 'manual', delivery: 'd3', manualAt: screenNow } as const
  const steps = [spawn, failed, byHand].map((step) => RedemptionStep.parse(step))
  open('/redeem', { receipts: [receipt({ steps })] })
  expect(screen.getByText('Waiting for staff')).toBeDefined()
  expect(
    screen.getByText(/stays held: a part arrived, the rest didn't. Staff finish it, or give it all back/),
  ).toBeDefined()
  expect(screen.getByLabelText('Steps of Triceratops').textContent).toMatch(
    /Spawn as Triceratops: seen in the game.*Grow to 100%: refused.*player has no pawn.*Grow to 100%: waiting for staff/,
  )
})

test('[RQ76] the dialog takes three main and three parent mutations, by its exact texts', { tags: 'slow' }, () => {
  open('/redeem?dinosaur=d1')
  const list = within(screen.getByLabelText('Mutations'))
  const press = (mutation: RegExp) => fireEvent.click(list.getAllByRole('button', { name: mutation })[0] as HTMLElement)
  const says = (text: string) => expect(drawer().getByText(text)).toBeDefined()
  const parents = list.getAllByRole<HTMLButtonElement>('button', { name: /Parent\./ })
  expect(parents.every(({ disabled }) => disabled)).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'REDEEM DINOSAUR' }))
  says('Please select at least one mutation before redeeming.')
  for (const mutation of [/^Wader/, /^Nocturnal/, /^Hemomania/]) press(mutation)
  press(/^Featherweight/)
  says('All mutation slots are full.')
  press(/^Tactile Endurance/)
  expect(screen.getByRole('button', { name: 'Slot 4: Tactile Endurance. Take out' })).toBeDefined()
  for (const mutation of [/^Wader/, /^Nocturnal/, /^Hemomania/]) press(mutation)
  says('Parent mutations need a main one, so they were taken out too.')
  expect(screen.getByRole('button', { name: 'Slot 4: empty' })).toBeDefined()
})

test('[RQ77] a link to a build opens the choice of a dinosaur, and the dialog with these mutations', async () => {
  const { unmount } = renderScreen(<DinosaurSelectionScreen />, {
    hello,
    documents: documents(),
    path: '/dinosaur-selection?build=wader~nocturnal-parent',
  })
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })
  expect(next.disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Triceratops' }))
  expect(next.disabled).toBe(false)
  unmount()
  open('/redeem?dinosaur=d1&build=wader~nocturnal-parent')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Slot 1: Wader. Take out' })).toBeDefined())
  expect(screen.getByRole('button', { name: 'Slot 4: Nocturnal. Take out' })).toBeDefined()
})

test('[RQ78] the player shop has three tabs and the figures of the player; weathers are in the third', () => {
  renderScreen(<PlayerShopScreen />, { hello, documents: documents(), path: '/player-shop' })
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Dinosaurs', 'Perks', 'Weather'])
  expect(screen.getByText('Transform into a Triceratops')).toBeDefined()
  expect(screen.getByLabelText('Your account').textContent).toBe(
    'Currency1,000Total Purchases5Total Spent3,700Member Since21 Nov 2026',
  )
  fireEvent.click(screen.getByRole('tab', { name: 'Perks' }))
  expect(screen.getByLabelText<HTMLInputElement>('Custom message').maxLength).toBe(100)
  expect(screen.getByText('send yourself a custom message in-game')).toBeDefined()
  fireEvent.click(screen.getByRole('tab', { name: 'Weather' }))
  expect(screen.getByText('Change server weather to Storm')).toBeDefined()
})

test('[RQ79] an owner sets what players need before they redeem; a number that is none is named', async () => {
  const { sent } = renderScreen(<RedeemRulesPart />, {
    hello: signedIn('owner'),
    documents: [given(redeemRules, mainServer, { minHealth: 20 })],
  })
  const health = screen.getByLabelText<HTMLInputElement>('Minimum health, percent')
  expect(health.value).toBe('20')
  fireEvent.change(health, { target: { value: '101' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toEqual([])
  fireEvent.change(health, { target: { value: '60' } })
  fireEvent.change(screen.getByLabelText('Distance from others'), { target: { value: '2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const rules = { minHealth: 60, squaresFromOthers: 2, pauseMinutes: 0, usualWeather: 'Clear', server: mainServer }
  expect(sent).toMatchObject([{ name: 'redemptions.setRules', input: rules }])
})

test('[RQ80] the price that is shown is sent, with the consent and the free mutations; a refusal is shown at the button', async () => {
  const { sent } = open('/redeem?item=redeem-triceratops')
  fireEvent.click(drawer().getByLabelText('Albino'))
  fireEvent.click(redeem())
  expect(sent).toMatchObject([
    {
      name: 'redemptions.redeemItem',
      input: { item: 'redeem-triceratops', price: 300, byHand: false, variants: ['albino'] },
    },
  ])
  await sent[0]?.answer({ ok: false, code: 'repriced', message: 'You saw 300, it is 400 now.' })
  expect(drawer().getByText('❌ Redemption failed: You saw 300, it is 400 now.')).toBeDefined()
  fireEvent.click(redeem())
  await sent[1]?.answer({ ok: false, code: 'unknown', message: 'The connection was lost.' })
  expect(drawer().getByText('❌ Connection error: The connection was lost.')).toBeDefined()
})

test('[RQ2491] the player shop says only why a purchase was refused, with a cross', async () => {
  const { sent } = renderScreen(<PlayerShopScreen />, {
    hello,
    documents: documents(),
    path: '/player-shop?item=redeem-triceratops',
  })
  fireEvent.click(redeem())
  await sent[0]?.answer({ ok: false, code: 'repriced', message: 'You saw 300, it is 400 now.' })
  expect(drawer().getByText('❌ You saw 300, it is 400 now.')).toBeDefined()
})

test('[RQ81] on every page the user learns that what they redeemed is being checked; its end is a notification', () => {
  const old = receipt({ id: 'r0', state: 'released', isSeen: false })
  const entries = (one: Redemption) => given(redemptions, me, { entries: { r0: old, r1: one } })
  const { change } = renderScreen(
    <>
      <RedemptionNotices />
      <Toasts />
    </>,
    { hello, documents: [entries(receipt({}))] },
  )
  expect(screen.queryByText(/redeemed|arrived/)).toBeNull()
  change(entries(receipt({ state: 'unknown' })))
  expect(screen.getByText("We're checking whether Triceratops arrived. The price is still on hold.")).toBeDefined()
  const toasts = () => document.querySelectorAll('[role="status"] > div').length
  expect(toasts()).toBe(1)
  change(entries(receipt({ state: 'released', why: 'player has no pawn' })))
  expect(toasts()).toBe(1)
})

test('[RQ86] with currency or the inventory off the pages say so, and no address opens a form', () => {
  const off = given(server, mainServer, { features: { realCurrency: false, realInventory: false } })
  const show = (page: ReactElement, path: string) =>
    renderScreen(page, { hello, path, documents: [...documents(), off] })
  const texts = ['Currency is switched off on this hub.', 'The inventory is switched off on this hub.'] as const
  for (const [path, shown] of [
    ['/redeem?item=redeem-triceratops', texts[0]],
    ['/redeem?dinosaur=d1', texts[1]],
  ] as const) {
    const { unmount } = show(<RedeemScreen />, path)
    expect([screen.getByText(shown).textContent, screen.queryByRole('dialog')]).toEqual([shown, null])
    expect(screen.queryByText(/Void Pearls/)).toBeNull()
    unmount()
  }
  const shop = show(<PlayerShopScreen />, '/player-shop?item=redeem-triceratops')
  expect([screen.getByText(texts[0]).textContent, screen.queryByRole('dialog')]).toEqual([texts[0], null])
  expect([screen.queryByText('Total Spent'), screen.getByText('Member Since').tagName]).toEqual([null, 'DT'])
  shop.unmount()
  renderScreen(<DinosaurSelectionScreen />, {
    hello,
    path: '/dinosaur-selection',
    documents: [given(inventory, me, {}), off],
  })
  expect(screen.getByText(texts[1])).toBeDefined()
  expect(screen.queryByText('No dinosaurs found')).toBeNull()
})

test('[RQ112] Weather Control lists the weathers that are on offer', () => {
  const { change } = open('/redeem?show=perks&item=weather-control')
  const weathers = () =>
    [...drawer().getByLabelText<HTMLSelectElement>('Weather').options].map(({ textContent }) => textContent)
  expect(weathers()).toEqual(['Choose the weather', 'Clear', 'Rain', 'Storm', 'Fog'])
  change(given(catalogue, catalogueKey, { changes: { 'weather-storm': { isOn: false } } }))
  expect(weathers()).toEqual(['Choose the weather', 'Clear', 'Rain', 'Fog'])
})

test('[RQ113] while currency is off the owner sets the rules of redeeming without the weather, and past receipts stay', () => {
  const off = (...features: readonly ('realCurrency' | 'realInventory')[]) =>
    given(server, mainServer, { features: Object.fromEntries(features.map((feature) => [feature, false])) })
  const rules = renderScreen(<RedeemRulesPart />, {
    hello: signedIn('owner'),
    documents: [given(redeemRules, mainServer, {}), off('realCurrency')],
  })
  expect(screen.getByLabelText('Minimum health, percent')).toBeDefined()
  expect(screen.queryByLabelText('Usual weather')).toBeNull()
  rules.change(off('realCurrency', 'realInventory'))
  expect(screen.queryByLabelText('Minimum health, percent')).toBeNull()
  rules.unmount()
  const past = receipt({ state: 'done', name: 'Old Scar', price: null, item: null, dinosaur: 'd9' })
  const { change } = open('/redeem', { receipts: [past] })
  change(off('realCurrency'))
  const earlier = screen.getByRole('heading', { name: 'Earlier redemptions' }).closest('section') as HTMLElement
  expect(within(earlier).getByText('Old Scar')).toBeDefined()
})

test('[RQ114] the dialog says why a dinosaur that something else has cannot be redeemed', { tags: 'slow' }, () => {
  const { change } = open('/redeem?dinosaur=d1')
  const isDisabled = () => screen.getByRole<HTMLButtonElement>('button', { name: 'REDEEM DINOSAUR' }).disabled
  expect(isDisabled()).toBe(false)
  change(has(owned({ state: 'listed', heldFor: 'l1' })))
  expect(screen.getByText("It's for sale on the market. Withdraw the listing to redeem it.")).toBeDefined()
  expect(isDisabled()).toBe(true)
  change(has(owned({ state: 'parking', delivery: 'x' })))
  expect(screen.getByText("It's still being parked.")).toBeDefined()
  change(has(owned({ state: 'redeeming', delivery: 'x', isUnsure: true })))
  expect(screen.getByText("We don't know yet whether it arrived. Staff are looking into it.")).toBeDefined()
})

test('[RQ115] the dialog and the form say which young dinosaur is replaced; one that would be lost leads to parking instead', {
  tags: 'slow',
}, () => {
  const replaced = (text: string) => screen.queryByText(text)
  const { unmount } = open('/redeem?dinosaur=d1')
  expect(replaced('Your Triceratops, 25% grown, is replaced.')).not.toBeNull()
  unmount()
  const form = open('/redeem?item=redeem-triceratops', { kinds: ['spawn', 'grow'], plays: { species: 'Kentrosaurus' } })
  expect(replaced('Your Kentrosaurus, 25% grown, is replaced.')).not.toBeNull()
  form.unmount()
  const heal = open('/redeem?show=perks&item=full-heal', { plays: { species: 'Kentrosaurus' } })
  expect(screen.queryByText(/is replaced/)).toBeNull()
  heal.unmount()
  open('/redeem?dinosaur=d1', { kinds: ['spawn', 'grow'], plays: { species: 'Kentrosaurus', growth: 36 } })
  expect(screen.queryByText(/is replaced/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to your dinosaur' }).getAttribute('href')).toBe('/profile')
})

test('[RQ116] a dinosaur that was redeemed leads to the games, and the toast there to its receipt', {
  tags: 'slow',
}, async () => {
  const { sent, address } = open('/redeem?dinosaur=d1&build=wader')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Slot 1: Wader. Take out' })).toBeDefined())
  fireEvent.click(screen.getByRole('button', { name: 'REDEEM DINOSAUR' }))
  await sent[0]?.answer({ ok: true, output: { id: 'r1', isByHand: false }, seq: 1 })
  expect(address()).toBe('/games')
  fireEvent.click(screen.getByRole('link', { name: 'See its receipt' }))
  expect(address()).toBe('/redeem')
  expect(screen.queryByText('Triceratops is on its way.')).toBeNull()
})

test('[RQ401] an answer that comes after the page was left leads nowhere', { tags: 'slow' }, async () => {
  const { sent, address, unmount } = open('/redeem?dinosaur=d1&build=wader')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Slot 1: Wader. Take out' })).toBeDefined())
  fireEvent.click(screen.getByRole('button', { name: 'REDEEM DINOSAUR' }))
  unmount()
  await sent[0]?.answer({ ok: true, output: { id: 'r1', isByHand: false }, seq: 1 })
  expect(address()).not.toBe('/games')
})

test('[RQ117] what is still on hold while it is checked is named: the price, or the own dinosaur', () => {
  const entries = (one: Redemption) => given(redemptions, me, { entries: { r1: one } })
  const own = { price: null, item: null, dinosaur: 'd1' }
  const { change } = renderScreen(
    <>
      <RedemptionNotices />
      <Toasts />
    </>,
    { hello, documents: [entries(receipt(own))] },
  )
  change(entries(receipt({ ...own, state: 'unknown' })))
  expect(screen.getByText("We're checking whether Triceratops arrived. The dinosaur is still on hold.")).toBeDefined()
})

test('[RQ2626] where no main mutation is on offer, a dinosaur is redeemed without one', async () => {
  const { sent, change } = open('/redeem?dinosaur=d1')
  await waitFor(() => expect(screen.getByRole('button', { name: 'REDEEM DINOSAUR' })).toBeDefined())
  fireEvent.click(screen.getByRole('button', { name: 'REDEEM DINOSAUR' }))
  expect(screen.getByText('Please select at least one mutation before redeeming.')).toBeDefined()
  const changes = Object.fromEntries(mainMutations.map(({ id }) => [id, { isOn: false }]))
  change(given(catalogue, catalogueKey, { changes } as never))
  fireEvent.click(screen.getByRole('button', { name: 'REDEEM DINOSAUR' }))
  expect(sent).toMatchObject([{ name: redeemOwned.name, input: { mutations: { main: [], parents: [] } } }])
})
