// @vitest-environment happy-dom
import { configure, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { addCurrency, addCurrencyToMany, reverseGrant } from '../../../shared/features/ledger/commands.ts'
import { renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { AddCurrencyForm } from './AddCurrencyForm.tsx'
import { GiveCurrency } from './GiveCurrency.tsx'
import { GiveToMany, givenLabel } from './GiveToMany.tsx'

// Only a hang meets this limit.
configure({ asyncUtilTimeout: 60_000 })

const rex = { account: 'bob', name: 'Rex' }
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (role: 'spinbutton' | 'textbox', name: RegExp, value: string) =>
  fireEvent.input(screen.getByRole(role, { name }), { target: { value } })

function openForm() {
  const onDone = vi.fn()
  const opened = renderScreen(
    <>
      <GiveCurrency player={rex} blocked={null} onDone={onDone} />
      <Toasts />
    </>,
    { hello: signedIn('admin'), path: '/players' },
  )
  return { ...opened, onDone }
}

test('[DE26] currency is given with amount, currency and reason; the answer has the new balance and can be undone', async () => {
  const { sent, onDone } = openForm()
  type('spinbutton', /Amount/, '1,500')
  fireEvent.change(screen.getByRole('combobox', { name: /Currency/ }), { target: { value: 'sylvanShards' } })
  type('textbox', /Reason/, ' Won the race ')
  press('Give currency')
  const input = { target: 'bob', amount: 1_500, currency: 'sylvanShards', reason: 'Won the race' }
  expect(sent).toMatchObject([{ name: addCurrency.name, input }])
  await sent[0]?.answer({ ok: true, output: { operation: 'op-1', player: rex, newBalance: 2_000 }, seq: 1 })
  expect(onDone).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toContain('✅ Added 1500 currency to Rex. New balance: 2000')
  fireEvent.click(screen.getByRole('button', { name: /Undo/ }))
  expect(sent[1]).toMatchObject({ name: reverseGrant.name, input: { account: 'bob', operation: 'op-1' } })
  await sent[1]?.answer({ ok: false, code: 'tooPoor', message: 'It has already been spent.' })
  expect(screen.getByRole('status').textContent).toContain('It has already been spent.')
})

test('[DE27] a wrong amount is named at its field and not sent; a refusal leaves what was typed', async () => {
  const { sent, onDone } = openForm()
  press('Give currency')
  expect(screen.getByText('❌ Please enter a valid amount')).toBeDefined()
  for (const wrong of ['-5', '0', '1.5', 'many', '1000000000001']) {
    type('spinbutton', /Amount/, wrong)
    press('Give currency')
  }
  expect(sent).toEqual([])
  type('spinbutton', /Amount/, '5')
  press('Give currency')
  await sent[0]?.answer({ ok: false, code: 'tooRich', message: 'A wallet is full.' })
  expect(screen.getByRole('alert').textContent).toContain('A wallet is full.')
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: /Amount/ }).value).toBe('5')
  expect(onDone).not.toHaveBeenCalled()
})

test('[DE700] the next player, typed while currency is being added, stays in the form', async () => {
  const { sent } = renderScreen(<AddCurrencyForm />, { hello: signedIn('owner'), path: '/owner-admin' })
  const player = screen.getByLabelText<HTMLInputElement>('Player or SteamID64')
  fireEvent.input(player, { target: { value: '76561198000000001' } })
  type('spinbutton', /amount/, '5')
  press('Add currency')
  fireEvent.input(player, { target: { value: '76561198000000002' } })
  await sent[0]?.answer({ ok: true, output: { operation: 'op-1', player: rex, newBalance: 5 }, seq: 1 })
  expect(player.value).toBe('76561198000000002')
})

test('[DE28] giving to many asks with the number of players and the sum before it is sent', async () => {
  const onDone = vi.fn()
  const chosen = new Map([
    ['76561198000000002', 'Rex'],
    ['bob', 'Bob'],
  ])
  const { sent } = renderScreen(<GiveToMany chosen={chosen} onDone={onDone} />, { hello: signedIn('admin') })
  type('spinbutton', /Amount/, '1500')
  press('Continue')
  const question = screen.getByRole('dialog', { name: 'Give 3,000 Void Pearls to 2 players?' })
  expect(question.textContent).toMatch(/Rex, Bob.*1,500 Void Pearls each, 3,000 Void Pearls in total/)
  expect(sent).toEqual([])
  press('Give to 2 players')
  const input = { targets: ['76561198000000002', 'bob'], amount: 1_500, currency: 'voidPearls', reason: '' }
  expect(sent).toMatchObject([{ name: addCurrencyToMany.name, input }])
  const output = {
    given: 1,
    total: 1_500,
    skipped: [{ id: '76561198000000002', name: 'Rex', why: 'No wallet.' }],
    grants: [{ account: 'bob', operation: 'op-1' }],
  }
  await sent[0]?.answer({ ok: true, output, seq: 1 })
  expect(onDone).toHaveBeenCalledWith(output)
  expect(givenLabel(output)).toBe('✅ Added currency to 1 player. Rex: No wallet.')
  const without = (count: number) => givenLabel({ ...output, skipped: Array(count).fill(output.skipped).flat() })
  expect(without(2)).toMatch(/Rex: No wallet\. 1 more was left out\.$/)
  expect(without(3)).toMatch(/Rex: No wallet\. 2 more were left out\.$/)
})

test('[DE32] the form for any player names the missing player and amount, and shows the answer with its texts', async () => {
  const { sent } = renderScreen(
    <>
      <AddCurrencyForm />
      <Toasts />
    </>,
    { hello: signedIn('owner'), path: '/owner-admin' },
  )
  type('spinbutton', /Enter currency amount to add:/, '500')
  press('Add currency')
  expect(screen.getByText('❌ Please enter a player name')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.input(screen.getByRole('combobox', { name: /Player or SteamID64/ }), {
    target: { value: '76561198000000002' },
  })
  press('Add currency')
  expect(sent).toMatchObject([{ name: addCurrency.name, input: { target: '76561198000000002', amount: 500 } }])
  await sent[0]?.answer({ ok: false, code: 'noAccount', message: 'This player has never signed in here.' })
  expect(screen.getByRole('alert').textContent).toContain('❌ Error: This player has never signed in here.')
  press('Add currency')
  await sent[1]?.answer({ ok: false, code: 'unknown', message: 'The connection was lost.' })
  expect(screen.getByRole('alert').textContent).toContain('❌ Network Error: The connection was lost.')
  press('Add currency')
  await sent[2]?.answer({ ok: true, output: { operation: 'op-1', player: rex, newBalance: 500 }, seq: 1 })
  expect(screen.getByText(/✅ Added 500 currency to Rex. New balance: 500/)).toBeDefined()
})
