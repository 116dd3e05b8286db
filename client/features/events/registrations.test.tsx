// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { listRegistrations } from '../../../shared/features/events/commands.ts'
import { ScheduledEvent } from '../../../shared/features/events/events.ts'
import { answering, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { StaffActions } from './StaffActions.tsx'
import { event } from './testing/givenEvents.ts'

const place = (number: number) => ({
  number,
  account: `a${number}`,
  name: `User ${number}`,
  isWaiting: false,
  attended: null,
})
type Page = z.input<typeof listRegistrations.output>

/** The dialog that opens, where the hub gives these pages by the number from which they are asked. */
async function open(pages: Readonly<Record<number, Page>>, more: object = {}) {
  const { settle } = renderScreen(<StaffActions event={ScheduledEvent.parse(event('a', more))} />, {
    hello: signedIn('admin'),
    queries: [answering(listRegistrations, ({ from }) => pages[from] ?? { registrations: [], next: null })],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Show registrations' }))
  await settle()
  return {
    ...within(screen.getByRole('dialog')),
    async turn(name: 'Next page' | 'First page') {
      fireEvent.click(screen.getByRole('button', { name }))
      await settle()
    },
  }
}

test('[EVC1200] a page of registrations that everyone has left leads to the first one, and only an event without any says that no one is registered', async () => {
  const dialog = await open({ 0: { registrations: [place(0)], next: 100 } })
  await dialog.turn('Next page')
  expect(dialog.queryByText('No one is registered.')).toBeNull()
  expect(dialog.getByText('Everyone on this page has left.')).toBeDefined()
  await dialog.turn('First page')
  expect(dialog.getByText('1. User 0')).toBeDefined()
})

test('[EVC1201] an event without registrations says that no one is registered', async () => {
  const dialog = await open({})
  expect(dialog.getByText('No one is registered.')).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'First page' })).toBeNull()
})

test('[EVC1202] an empty page with others after it leads to them', async () => {
  const dialog = await open({
    0: { registrations: [], next: 100 },
    100: { registrations: [place(100)], next: null },
  })
  expect(dialog.queryByText('No one is registered.')).toBeNull()
  await dialog.turn('Next page')
  expect(dialog.getByText('101. User 100')).toBeDefined()
})

test('[EVC2228] after an event staff read who of the registered users came and was paid; where the game could not be read, no one is called absent', async () => {
  const over = {
    status: 'completed',
    started: true,
    isSettled: true,
    reward: { currency: 'voidPearls', amount: 5 },
  }
  const came = (number: number, share: number, paid: boolean) => ({ ...place(number), attended: { share, paid } })
  const registrations = [came(0, 0.8, true), came(1, 0.6, false), came(2, 0.2, false), place(3)]
  const dialog = await open({ 0: { registrations, readings: 20, next: null } }, over)
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1. User 0Has a place · There for 80%, reward paid',
    '2. User 1Has a place · There for 60%, reward not paid',
    '3. User 2Has a place · There for 20%',
    '4. User 3Has a place · Not there',
  ])
  cleanup()
  const unread = await open({ 0: { registrations: [place(0)], readings: 0, next: null } }, over)
  expect(unread.getByText('The game could not be read during this event, so no one was counted.')).toBeDefined()
  expect(unread.getByRole('listitem').textContent).toBe('1. User 0Has a place')
})
