// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { catalogue, catalogueKey } from '../../../shared/features/catalogue/catalogue.ts'
import { inventory, OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import { handTimes, redeemWays, redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { applySkin, buySkin, deletePreset, dressDinosaur, savePreset } from '../../../shared/features/skins/commands.ts'
import { startColours } from '../../../shared/features/skins/design.ts'
import { OwnedSkin, ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { skinPresets } from '../../../shared/features/skins/presets.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { given, refusedDocument, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { SkinsScreen } from './SkinsScreen.tsx'

const hello = signedIn('player')
const me = hello.principal?.id ?? ''
const animal = {
  species: 'Triceratops',
  gender: null,
  growth: 60,
  health: 100,
  stamina: 100,
  hunger: 100,
  thirst: 100,
  dead: false,
  region: null,
}
interface Setup {
  readonly pearls?: number
  readonly canSkin?: boolean
  readonly plays?: string | null
  readonly changes?: object
  readonly kept?: readonly OwnedSkin[]
  readonly presets?: object
}
const documents = ({ pearls = 1_000, canSkin = true, plays = 'Triceratops', ...more }: Setup = {}) => [
  given(catalogue, catalogueKey, { changes: { ...more.changes } }),
  given(account, me, { name: 'Ann', steamId: '76561198000000001', createdAt: screenNow }),
  given(wallet, me, { voidPearls: pearls }),
  given(redeemWays, mainServer, { kinds: canSkin ? ['skin'] : [] }),
  given(handTimes, mainServer, { ms: { skin: [600_000, 600_000, 600_000] } }),
  given(redemptions, me, {}),
  given(vitals, me, {
    readAt: screenNow,
    online: plays !== null,
    animal: plays ? { ...animal, species: plays } : null,
  }),
  given(inventory, me, {
    dinosaurs: {
      d1: OwnedDinosaur.parse({
        id: 'd1',
        state: 'stored',
        source: 'shop',
        species: 'Tyrannosaurus',
        gender: null,
        storedAt: 1,
        delivery: null,
      }),
    },
  }),
  given(ownedSkins, me, { skins: Object.fromEntries((more.kept ?? []).map((one) => [one.id, one])) }),
  given(skinPresets, me, { presets: { ...more.presets } }),
]
const open = (path = '/skins', setup: Setup = {}) =>
  renderScreen(<SkinsScreen />, { hello, documents: documents(setup), path })

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const preview = () => within(screen.getByRole('region', { name: 'Preview' }))
const albino = OwnedSkin.parse({
  id: 's1',
  state: 'stored',
  source: 'shop',
  species: 'Triceratops',
  skin: 'skin-albino',
  acquiredAt: 1,
  operation: 'o1',
  steps: 1,
})

test('[SKN40] the designer has ten species in two groups, others that the user has, and six skins with price and rarity', {
  tags: 'slow',
}, () => {
  open()
  const names = (group: string) =>
    within(screen.getByRole('group', { name: group }))
      .getAllByRole('radio')
      .map((one) => one.parentElement?.textContent)
  expect(names('Carnivores')).toEqual(['Carnotaurus', 'Allosaurus', 'Ceratosaurus', 'Dilophosaurus', 'Herrerasaurus'])
  expect(names('Herbivores')).toEqual(['Triceratops', 'Stegosaurus', 'Maiasaura', 'Gallimimus', 'Dryosaurus'])
  expect(names('Yours')).toEqual(['Tyrannosaurus'])
  const skins = within(screen.getByRole('group', { name: 'Skin' })).getAllByRole<HTMLInputElement>('radio')
  expect(skins.map((one) => [one.getAttribute('aria-label'), one.disabled])).toEqual([
    ['Default', false],
    ['Albino', false],
    ['Melanistic', false],
    ['Leucistic', false],
    ['Tiger Stripes', true],
    ['Forest Green', true],
  ])
  expect(radio('Tiger Stripes').closest('label')?.textContent).toMatch(/Legendary.*Coming soon/)
  expect(radio('Leucistic').closest('label')?.textContent).toMatch(/Epic.*750/)
})

test('[SKN41] a choice is drawn at once, is in the address, and is applied at the price that is shown', {
  tags: 'slow',
}, async () => {
  const { sent } = open()
  fireEvent.click(radio('Albino'))
  expect(preview().getByRole('img', { name: 'Albino Triceratops' })).toBeDefined()
  for (const mood of ['Dawn', 'Day', 'Dusk', 'Night'])
    expect(preview().getByRole('radio', { name: mood })).toBeDefined()
  fireEvent.click(preview().getByRole('button', { name: 'From above' }))
  expect(preview().getByText('On a map')).toBeDefined()
  fireEvent.click(button('Apply'))
  const design = { species: 'Triceratops', skin: 'skin-albino', colours: null }
  expect(sent[0]).toMatchObject({ name: applySkin.name, input: { design, price: 500, ownedSkin: null, byHand: false } })
  await sent[0]?.answer({ ok: false, code: 'otherSpecies', message: 'This skin fits Triceratops.' })
  expect(screen.getByText('Failed to apply skin: This skin fits Triceratops.')).toBeDefined()
  fireEvent.click(button('Buy for later'))
  expect(sent[1]).toMatchObject({ name: buySkin.name, input: { design, price: 500 } })
})

test('[SKN42] what prevents it is shown beside the button: balance, species, and who does it by hand', {
  tags: 'slow',
}, () => {
  const first = open('/skins?design=triceratops.leucistic', { pearls: 300 })
  expect(screen.getByText('Insufficient Void Pearls! You need 750 but only have 300.')).toBeDefined()
  expect([button('Apply').disabled, button('Buy for later').disabled]).toEqual([true, true])
  first.unmount()
  const second = open('/skins?design=triceratops.albino', { plays: 'Stegosaurus' })
  expect(
    screen.getByText(
      /You're playing Stegosaurus, and this skin fits Triceratops. Spawn as one, then come back: waiting…/,
    ),
  ).toBeDefined()
  expect(button('Apply').disabled).toBe(true)
  fireEvent.click(button('Design for your Stegosaurus instead'))
  expect(button('Apply').disabled).toBe(false)
  second.unmount()
  open('/skins?design=triceratops.albino', { canSkin: false, plays: null })
  expect(screen.getByText('Staff complete this by hand, usually within 10 min.')).toBeDefined()
  expect(button('Apply').disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: "I'll wait for staff" }))
  expect(button('Apply').disabled).toBe(false)
})

test('[SKN43] a link that is locked, broken or of a dinosaur that is gone says so', { tags: 'slow' }, () => {
  const first = open('/skins?design=triceratops.tiger-stripes')
  expect(screen.getByText('Tiger Stripes is coming soon.')).toBeDefined()
  expect(button('Apply').disabled).toBe(true)
  first.unmount()
  const second = open('/skins?design=triceratops.own-colours.umber')
  expect(screen.getByText(/We can't read the design in this link/)).toBeDefined()
  expect(preview().getByRole('img', { name: 'Default Triceratops' })).toBeDefined()
  second.unmount()
  open('/skins?dinosaur=d9')
  expect(screen.getByText(/You don't have that dinosaur any more/)).toBeDefined()
})

test('[SKN44] own colours are a choice of one for each area, where the owner has switched them on', {
  tags: 'slow',
}, () => {
  const { sent } = open('/skins', { changes: { 'skin-own-colours': { isOn: true, price: 900 } } })
  fireEvent.click(radio('Own Colours'))
  const back = within(screen.getByRole('group', { name: /^Back/ }))
  fireEvent.click(back.getByRole('radio', { name: 'Moss' }))
  fireEvent.click(within(screen.getByRole('group', { name: /^Eyes/ })).getByRole('radio', { name: 'Ruby' }))
  fireEvent.click(button('Apply'))
  const colours = { ...startColours, back: 'moss', eye: 'ruby' }
  expect(sent[0]).toMatchObject({ input: { design: { skin: 'skin-own-colours', colours }, price: 900 } })
})

test('[SKN45] a dinosaur of the inventory is dressed, and wears what was put on it', async () => {
  const { sent } = open('/skins?dinosaur=d1')
  expect(screen.getByText(/For the Tyrannosaurus in your inventory/)).toBeDefined()
  expect(screen.getByText('It wears this skin already.')).toBeDefined()
  expect(screen.queryByRole('group', { name: 'Carnivores' })).toBeNull()
  fireEvent.click(radio('Melanistic'))
  fireEvent.click(button('Apply'))
  expect(sent[0]).toMatchObject({
    name: dressDinosaur.name,
    input: { dinosaur: 'd1', price: 500, design: { species: 'Tyrannosaurus', skin: 'skin-melanistic' } },
  })
})

test('[SKN46] a skin that is kept pays, unless the user wants to pay again', () => {
  const { sent } = open('/skins', { kept: [albino], pearls: 500 })
  const row = within(screen.getByRole('list', { name: 'Skins you own' }))
  fireEvent.click(row.getByRole('button', { name: 'Use Albino Triceratops' }))
  expect(screen.getByText('Paid already')).toBeDefined()
  fireEvent.click(button('Apply'))
  expect(sent[0]).toMatchObject({ input: { ownedSkin: 's1' } })
})

test('[SKN47] presets need a name, are opened, and deleted after a question', { tags: 'slow' }, async () => {
  const ghost = { id: 'p1', name: 'Ghost', dinosaur: 'Stegosaurus', skin: 'skin-leucistic', created: 1 }
  const { sent } = open('/skins', { presets: { p1: ghost } })
  fireEvent.click(button('Save preset'))
  expect(screen.getByText('Please enter a name for your preset')).toBeDefined()
  expect(sent).toHaveLength(0)
  fireEvent.change(screen.getByRole('textbox', { name: /Name of the preset/ }), { target: { value: 'Plain' } })
  fireEvent.click(button('Save preset'))
  expect(sent[0]).toMatchObject({ name: savePreset.name, input: { name: 'Plain', design: { species: 'Triceratops' } } })
  await sent[0]?.answer({ ok: true, output: { id: 'p2' }, seq: 1 })
  fireEvent.click(button('Open Ghost'))
  expect(preview().getByRole('img', { name: 'Leucistic Stegosaurus' })).toBeDefined()
  fireEvent.click(button('Delete Ghost'))
  fireEvent.click(
    within(screen.getByRole('dialog', { name: 'Delete Ghost?' })).getByRole('button', { name: 'Delete preset' }),
  )
  expect(sent[1]).toMatchObject({ name: deletePreset.name, input: { id: 'p1' } })
})

test('[SKN48] guests design; without the catalogue the page is loading or says why not; a lost hub offers Retry', {
  tags: 'slow',
}, async () => {
  const guest = renderScreen(<SkinsScreen />, { documents: [given(catalogue, catalogueKey, {})], path: '/skins' })
  fireEvent.click(radio('Albino'))
  expect(screen.getByRole('link', { name: 'Sign in to apply it' })).toBeDefined()
  guest.unmount()
  const loading = renderScreen(<SkinsScreen />, { hello, path: '/skins' })
  expect(screen.getByText('Loading…')).toBeDefined()
  loading.unmount()
  const refused = renderScreen(<SkinsScreen />, { hello, documents: [refusedDocument(catalogue, catalogueKey)] })
  expect(screen.getByText("You can't read this.")).toBeDefined()
  refused.unmount()
  const setup = documents()
  renderScreen(<SkinsScreen />, {
    hello,
    documents: setup,
    path: '/skins?design=triceratops.albino',
    connection: 'reconnecting',
  })
  await act(async () => fireEvent.click(button('Apply')))
  expect(screen.getByText(/Can't reach the hub. Your order is sent once, as soon as it answers./)).toBeDefined()
  expect(button('Retry')).toBeDefined()
})

test('[SKN2621] a skin that the user owns can be applied after an owner has taken it off sale, and cannot be bought', async () => {
  const changes = { 'skin-albino': { isOn: false } }
  const { sent } = open('/skins?design=triceratops.albino', { kept: [albino], changes })
  expect([button('Apply').disabled, button('Buy for later').disabled]).toEqual([false, true])
  fireEvent.click(button('Apply'))
  expect(sent[0]).toMatchObject({ name: applySkin.name, input: { ownedSkin: 's1' } })
  await sent[0]?.answer({ ok: true, output: { id: 'r1', isByHand: false }, seq: 1 })
  fireEvent.click(screen.getByRole('checkbox', { name: /Use the one you own/ }))
  expect(button('Apply').disabled).toBe(true)
  expect(screen.getByText('This skin is not on offer right now.')).toBeDefined()
})
