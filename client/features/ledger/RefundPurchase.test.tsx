// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LedgerLine } from '../../../shared/features/ledger/queries.ts'
import { readPurchase } from '../../../shared/features/refunds/refundPurchase.ts'
import { answering, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { RefundPurchase } from './RefundPurchase.tsx'

const bought: LedgerLine = {
  key: '1',
  at: screenNow,
  operation: 'op-1',
  cause: 'shop',
  changes: [{ currency: 'voidPearls', balance: -9_000, held: 0, after: 1_000 }],
  by: 'other',
  byName: 'Bob',
  otherName: '',
  reason: '',
  item: 'Triceratops',
  subject: null,
  reverses: null,
}
const price = { currency: 'voidPearls' as const, amount: 500 }

test.each([
  ['nothing', null, null],
  [
    'its price',
    { name: 'Albino', price },
    'The player has put a skin on it. They get back the 500 Void Pearls that they paid for the skin, Albino.',
  ],
  ['the skin', { name: 'Albino', price: null }, 'The player has put a skin on it. They keep the skin, Albino.'],
] as const)(
  '[LX2159] the question before a refund says what is taken away, and what comes back for a skin that the player put on it: %s',
  async (_, skin, text) => {
    const { settle, sent } = renderScreen(
      <>
        <RefundPurchase line={bought} related={[]} player="bob" onRefunded={() => undefined} />
        <Toasts />
      </>,
      {
        hello: signedIn('admin'),
        queries: [answering(readPurchase, () => ({ purchase: { itemIs: 'kept' as const, skin } }))],
      },
    )
    fireEvent.click(screen.getByRole('button', { name: 'Refund' }))
    await settle()
    const dialog = within(screen.getByRole('dialog', { name: 'Refund 9,000 Void Pearls for Triceratops?' }))
    const sentence = "The player gets 9,000 Void Pearls back, and Triceratops is taken away. This can't be undone."
    expect(dialog.getByText(sentence)).toBeDefined()
    expect(dialog.queryByText(/has put a skin on it/)?.textContent ?? null).toBe(text)
    fireEvent.input(dialog.getByLabelText('Reason'), { target: { value: 'by mistake' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Refund 9,000 Void Pearls' }))
    const output = { operation: 'op-4', refunded: 9_000, currency: 'voidPearls', newBalance: 10_500, isItemBack: true }
    await sent[0]?.answer({ ok: true, output: { ...output, skin }, seq: 1 })
    const told = text === null ? '' : text.replace('The player has put a skin on it.', '')
    const toast = `✅ Refunded 9,000 Void Pearls. Triceratops was taken back.${told} New balance: 10,500`
    expect(screen.getAllByText(toast)).not.toEqual([])
  },
)

test.each([
  ['above', 'You can refund only players of a lower role than yours.'],
  ['notYourself', "You can't refund what you paid yourself. Ask an owner."],
] as const)(
  '[LX2406] a refund that the hub refuses to this reader is not offered, and the receipt says why: %s',
  (mayNot, why) => {
    renderScreen(
      <RefundPurchase line={bought} related={[]} player="bob" mayNot={mayNot} onRefunded={() => undefined} />,
      {
        hello: signedIn('admin'),
      },
    )
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
    expect(screen.getByText(why)).toBeDefined()
  },
)

test('[LX2322] the question says that a dinosaur keeps the skin whose price is refunded, where it still wears it', async () => {
  const { settle } = renderScreen(
    <RefundPurchase
      line={{ ...bought, cause: 'skin', item: 'Albino' }}
      related={[]}
      player="bob"
      onRefunded={() => undefined}
    />,
    {
      hello: signedIn('admin'),
      queries: [
        answering(readPurchase, () => ({ purchase: { itemIs: 'used' as const, skin: null, isWorn: true as const } })),
      ],
    },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Refund' }))
  await settle()
  const sentence =
    "The player gets 9,000 Void Pearls back. A dinosaur of theirs wears Albino, and keeps it. This can't be undone."
  expect(within(screen.getByRole('dialog')).getByText(sentence)).toBeDefined()
})
