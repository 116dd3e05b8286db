// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { outcomeExamples } from '../../../shared/features/deliveries/testing/outcomes.ts'
import { given, refusal, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { OwnerAdminScreen } from './OwnerAdminScreen.tsx'

test('[SC22] an admin cannot open the owner’s panel', () => {
  renderScreen(<OwnerAdminScreen />, { hello: signedIn('admin') })
  expect(screen.getByText('Not open to you')).toBeDefined()
})

test.each(outcomeExamples)('[BH10] /owner-admin, $way: the response is $text', async ({ delivery, text }) => {
  const { sent } = renderScreen(<OwnerAdminScreen />, {
    hello: signedIn('owner'),
    documents: [given(deliveries, mainServer, { entries: { [delivery.id]: delivery } })],
  })
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Storm at noon' } })
  fireEvent.click(screen.getByRole('button', { name: 'Server Broadcast' }))
  await sent[0]?.answer({ ok: true, output: { id: delivery.id }, seq: 1 })
  expect(screen.getByText(text)).toBeDefined()
})

test('[SC23] a broadcast covers the panel until it is answered, and a refusal is shown as the response', async () => {
  const { sent, connect } = renderScreen(<OwnerAdminScreen />, {
    hello: signedIn('owner'),
    documents: [given(deliveries, mainServer, {})],
  })
  expect(screen.getByText('No command yet.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Server Broadcast' }))
  expect(screen.getByText('❌ Please enter a message')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Storm at noon' } })
  fireEvent.click(screen.getByRole('button', { name: 'Server Broadcast' }))
  expect(screen.getByText('Processing…')).toBeDefined()
  connect('stale')
  expect(screen.getByText(/Your command waits on this page/)).toBeDefined()
  await sent[0]?.answer(refusal('tooLong', 'Too long.'))
  expect(screen.queryByText('Processing…')).toBeNull()
  expect(screen.getByText('❌ Error: Too long.')).toBeDefined()
})
