// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PlayerId } from '../../../shared/engine/ids.ts'
import { findReceiver, giftSettings, sendGift, setTakesGifts } from '../../../shared/features/gifts/gifts.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { GiftDialog } from './GiftDialog.tsx'
import { TakesGifts } from './TakesGifts.tsx'

const hello = signedIn('player')
const me = hello.principal?.id ?? ''
const bob = { account: PlayerId.parse('bob'), name: 'Bob', avatar: '' }
const troodon = { id: 'd1', state: 'stored', source: 'shop', species: 'Troodon', gender: null } as const
const dinosaurs = {
  d1: { ...troodon, storedAt: 1, delivery: null, name: 'Bitey', growth: 40 },
  d2: { ...troodon, id: 'd2', storedAt: 1, delivery: null, tradableAt: screenNow + 3_600_000 },
}
const documents = [
  given(wallet, me, { voidPearls: 5_000 }),
  given(inventory, me, { dinosaurs }),
  given(profile, 'bob', { name: 'Bob' }),
]

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (role: 'spinbutton' | 'combobox', name: string, value: string) =>
  fireEvent.input(screen.getByRole(role, { name }), { target: { value } })

function openDialog(
  props: Partial<Parameters<typeof GiftDialog>[0]> = {},
  more: readonly ReturnType<typeof given>[] = [],
) {
  const onClose = vi.fn()
  const asked: string[] = []
  const opened = renderScreen(
    <>
      <GiftDialog onClose={onClose} {...props} />
      <Toasts />
    </>,
    {
      hello,
      documents: [...documents, ...more],
      queries: [
        answering(findReceiver, ({ name }) => {
          asked.push(name)
          return name === 'Bob' ? bob : refusal('noReceiver', findReceiver.refusals?.noReceiver ?? '')
        }),
      ],
    },
  )
  return { ...opened, onClose, asked }
}

test('[GI20] currency goes to a player by exact name, after a question that says what leaves, to whom, and what stays', async () => {
  const { sent, onClose, asked } = openDialog()
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Player' }))
  type('combobox', 'Player', ' Bob ')
  type('spinbutton', 'Amount', '1,200')
  press('Continue')
  const question = await screen.findByRole('dialog', { name: 'Send this to Bob?' })
  expect(asked).toEqual(['Bob'])
  expect(question.textContent).toMatch(
    /You give1,200 Void PearlsGoes toBobYou keep3,800 Void Pearls.*can't take it back/,
  )
  expect(document.activeElement?.textContent).toBe('Back')
  expect(sent).toEqual([])
  press('Send 1,200 Void Pearls')
  const gift = { kind: 'currency', currency: 'voidPearls', amount: 1200 }
  expect(sent).toMatchObject([{ name: sendGift.name, input: { to: 'bob', gift } }])
  await sent[0]?.answer({ ok: true, output: { operation: 'op', name: 'Bob' }, seq: 1 })
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toContain('You sent 1,200 Void Pearls to Bob.')
})

test('[GI400] a gift that the balance no longer covers says so in the question, and is not sent', async () => {
  const { sent, change } = openDialog({ receiver: bob })
  type('spinbutton', 'Amount', '1,200')
  press('Continue')
  const question = await screen.findByRole('dialog', { name: 'Send this to Bob?' })
  change(given(wallet, me, { voidPearls: 200 }))
  await waitFor(() => expect(within(question).getByRole('alert').textContent).toBe('Not enough currency.'))
  expect(question.textContent).not.toContain('You keep')
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send 1,200 Void Pearls' })
  expect(send.disabled).toBe(true)
  fireEvent.submit(send.closest('form') as HTMLFormElement)
  expect(sent).toEqual([])
})

test('[GI21] a name that is not found, and a wrong amount, are named at their fields; what was typed stays', async () => {
  const { sent, asked } = openDialog()
  press('Continue')
  expect(screen.getByText("Enter a player's name.")).toBeDefined()
  type('combobox', 'Player', 'Bop')
  for (const wrong of ['0', '-1', '1.5', 'all', '5001']) {
    type('spinbutton', 'Amount', wrong)
    press('Continue')
  }
  expect(asked).toEqual([])
  type('spinbutton', 'Amount', '5000')
  press('Continue')
  await screen.findByText(/No player with that name accepts gifts here/)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Player' }).value).toBe('Bop')
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Amount' }).value).toBe('5000')
  expect(sent).toEqual([])
})

test('[GI22] a dinosaur that was chosen in the inventory is given as it is; a refusal stays in the question, and Back keeps the form', async () => {
  const { sent, onClose } = openDialog({ start: { kind: 'dinosaur', dinosaur: 'd1' } })
  expect(screen.getByText('Gift: Bitey (Troodon), 40% grown')).toBeDefined()
  type('combobox', 'Player', 'Bob')
  press('Continue')
  await screen.findByRole('dialog', { name: 'Send this to Bob?' })
  press('Send Bitey')
  expect(sent).toMatchObject([{ input: { to: 'bob', gift: { kind: 'dinosaur', dinosaur: 'd1' } } }])
  await sent[0]?.answer({ ok: false, code: 'full', message: "This player's inventory is full." })
  expect(screen.getByRole('alert').textContent).toContain("This player's inventory is full.")
  press('Back')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Player' }).value).toBe('Bob')
  press('Cancel')
  expect(onClose).toHaveBeenCalledOnce()
})

test('[GI23] to a given player no name is asked; of the dinosaurs only those that can be given away are offered', async () => {
  const { sent } = openDialog({ receiver: bob })
  expect(screen.getByRole('dialog', { name: 'Gift for Bob' })).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('spinbutton', { name: 'Amount' }))
  expect(screen.queryByRole('combobox', { name: 'Player' })).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: 'Gift' }), { target: { value: 'dinosaur' } })
  const list = screen.getByRole('combobox', { name: 'Dinosaur' })
  const offered = within(list).getAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Choose a dinosaur', 'Bitey (Troodon), 40% grown'])
  expect(screen.getByText(/1 more can't be given away yet/)).toBeDefined()
  press('Continue')
  expect(screen.getByText('Choose a dinosaur.')).toBeDefined()
  fireEvent.change(list, { target: { value: 'd1' } })
  press('Continue')
  await screen.findByRole('dialog', { name: 'Send this to Bob?' })
  press('Send Bitey')
  expect(sent).toMatchObject([{ input: { to: 'bob', gift: { kind: 'dinosaur', dinosaur: 'd1' } } }])
})

test('[GI41] a skin is chosen among those that can be given away, and leaves after the question', async () => {
  const albino = {
    source: 'shop',
    species: 'Triceratops',
    skin: 'skin-albino',
    acquiredAt: 1,
    operation: 'o',
    steps: 1,
  }
  const skins = {
    s1: { id: 's1', state: 'stored', ...albino },
    s2: { id: 's2', state: 'listed', heldFor: 'l1', ...albino },
  } as const
  const { sent } = openDialog({ receiver: bob }, [given(ownedSkins, me, { skins: skins as never })])
  fireEvent.change(screen.getByRole('combobox', { name: 'Gift' }), { target: { value: 'skin' } })
  const list = screen.getByRole('combobox', { name: 'Skin' })
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a skin', 'Albino for Triceratops'])
  fireEvent.change(list, { target: { value: 's1' } })
  press('Continue')
  await screen.findByRole('dialog', { name: 'Send this to Bob?' })
  press('Send Albino for Triceratops')
  expect(sent).toMatchObject([{ input: { to: 'bob', gift: { kind: 'skin', skin: 's1' } } }])
})

test('[GI24] members of the pack are offered by name, and need not be looked up', async () => {
  const packId = '018f2f3e-6c1e-7c3a-9a51-6f1d2b3c4d5e'
  const member = (name: string) => ({ name, joinedAt: 1, sharedSince: null })
  const { asked } = openDialog({}, [
    given(membership, me, { pack: packId }),
    given(pack, packId, { name: 'Pack', leader: me, members: { [me]: member('Me'), cleo: member('Cleo') } }),
    given(packLife, packId, {}),
  ])
  const field = screen.getByRole('combobox', { name: 'Player' })
  fireEvent.click(field)
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(
    within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['CleoIn your pack'])
  fireEvent.keyDown(field, { key: 'Enter' })
  type('spinbutton', 'Amount', '5')
  press('Continue')
  await screen.findByRole('dialog', { name: 'Send this to Cleo?' })
  expect(asked).toEqual([])
})

test('[GI26] a user switches gifts off where their data is', async () => {
  const { sent } = renderScreen(<TakesGifts account={me} />, { hello, documents: [given(giftSettings, me, {})] })
  const toggle = screen.getByRole('switch', { name: 'Allow gifts from other players' })
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(toggle)
  expect(sent).toMatchObject([{ name: setTakesGifts.name, input: { takesGifts: false } }])
})

test('[GI500] a gift in flight cannot be left and given again: Back and Escape wait for the answer', async () => {
  const { sent, onClose } = openDialog({ receiver: bob })
  type('spinbutton', 'Amount', '1000')
  press('Continue')
  press('Send 1,000 Void Pearls')
  press('Back')
  act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(screen.getByRole('dialog', { name: 'Send this to Bob?' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  expect(sent).toHaveLength(1)
  await sent[0]?.answer(refusal('tooPoor', "You don't have enough Void Pearls."))
  press('Back')
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})
