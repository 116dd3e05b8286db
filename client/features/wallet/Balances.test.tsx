// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { given, refusedDocument, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { wheelOf } from '../../ui/RollingNumber.tsx'
import { BalancesProblem, OwnBalances } from './Balances.tsx'

test('[LX17] the balances in the head are “–” until they are known, follow each change, and lead to the ledger', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: false,
    media,
    addEventListener() {},
    removeEventListener() {},
  }))
  const { change } = renderScreen(<OwnBalances account="ann" />, { hello: signedIn('player') })
  const link = screen.getByRole('link')
  expect(link.getAttribute('href')).toBe('/ledger')
  expect(link.textContent).toMatch(/Void Pearls–.*Razor Talons–.*Sylvan Shards–.*Open your ledger/)
  change(given(wallet, 'ann', { voidPearls: 25_000 }))
  expect(link.textContent).toMatch(/Void Pearls25,000Razor Talons0/)
  change(given(wallet, 'ann', { voidPearls: 25_550 }))
  expect(link.textContent).toMatch(/Void Pearls25,550Razor Talons0/)
  vi.unstubAllGlobals()
})

test('[LX18] a number that rolls keeps the places that stay, and screen readers have the new number at once', () => {
  expect(wheelOf(999, 1_000).map(({ was, is }) => `${was}>${is}`)).toEqual(['>1', '>,', '9>0', '9>0', '9>0'])
  expect(wheelOf(25_000, 25_050).filter(({ was, is }) => was !== is)).toEqual([{ was: '0', is: '5' }])
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('no-preference'),
    media,
    addEventListener() {},
    removeEventListener() {},
  }))
  const { change } = renderScreen(<OwnBalances account="ann" />, {
    hello: signedIn('player'),
    documents: [given(wallet, 'ann', { voidPearls: 25_000 })],
  })
  change(given(wallet, 'ann', { voidPearls: 25_050 }))
  const [amount] = screen.getAllByRole('definition')
  expect(amount?.querySelector('.unseen')?.textContent).toBe('25,050')
  expect(amount?.querySelector('[aria-hidden]')).not.toBeNull()
  vi.unstubAllGlobals()
})

test('[LX19] balances that did not arrive are shown as such with their age, and can be asked for again', async () => {
  const first = renderScreen(<BalancesProblem account="ann" />, {
    hello: signedIn('player'),
    documents: [refusedDocument(wallet, 'ann')],
  })
  expect(screen.getByRole('status').textContent).toContain('Failed to load player currency')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  first.unmount()
  const { connect } = renderScreen(<BalancesProblem account="ann" />, {
    hello: signedIn('player'),
    documents: [given(wallet, 'ann', { voidPearls: 5 })],
  })
  expect(screen.queryByRole('status')).toBeNull()
  connect('stale', screenNow - 60_000)
  expect(screen.getByRole('status').textContent).toMatch(
    /Failed to load player currency\. What you see is from just now\./,
  )
})
