// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { outcomeExamples } from '../../../shared/features/deliveries/testing/outcomes.ts'
import { server } from '../../../shared/features/server/server.ts'
import { given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { OwnerAdminScreen } from './OwnerAdminScreen.tsx'

const open = (entries = {}) =>
  renderScreen(<OwnerAdminScreen />, {
    hello: signedIn('owner'),
    documents: [given(deliveries, mainServer, { entries })],
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
function sendBroadcast() {
  fireEvent.change(screen.getByLabelText('Broadcast message'), { target: { value: 'Storm at noon' } })
  press('Server Broadcast')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send broadcast' }))
}

test("[SC22] an admin cannot open the owner's panel", () => {
  renderScreen(<OwnerAdminScreen />, { hello: signedIn('admin') })
  expect(screen.getByText(/Open the owner panel/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Kick Player' })).toBeNull()
})

test("[SQ11] each command names what is missing in the specification's words, with one target field for all", () => {
  const { sent } = open()
  for (const [name, line] of [
    ['Ban Player', '❌ Please enter a player name'],
    ['Kick Player', '❌ Please enter a player name'],
    ['Teleport Player', '❌ Please enter both player names'],
    ['Send Private Message', '❌ Please enter player name and message'],
    ['Server Broadcast', '❌ Please enter a message'],
  ] as const) {
    press(name)
    expect(screen.getAllByText(line).length).toBeGreaterThan(0)
  }
  expect(
    screen.getAllByRole('combobox').map(({ id }) => document.querySelector(`label[for='${id}']`)?.textContent),
  ).toEqual(['Player name', 'Reason (optional)', 'Destination player name', 'Player or SteamID64', 'Currency'])
  expect(sent).toEqual([])
})

test('[SQ2705] while the game is down the question before a broadcast counts no readers, and says what becomes of it', () => {
  const link = { name: 'down', since: screenNow - 60_000, why: null } as const
  renderScreen(<OwnerAdminScreen />, {
    hello: signedIn('owner'),
    documents: [given(server, mainServer, { link, readAt: screenNow - 60_000, playerCount: 40 })],
  })
  fireEvent.change(screen.getByLabelText('Broadcast message'), { target: { value: 'Storm at noon' } })
  press('Server Broadcast')
  const dialog = screen.getByRole('dialog', { name: 'Send to everyone on the server?' })
  expect(within(dialog).getByText(/^The game link is down\./)).toBeDefined()
})

test.each(outcomeExamples)(
  '[BH10] /owner-admin, $way: the response is $besideCommand',
  async ({ delivery, besideCommand }) => {
    const { sent } = open({ [delivery.id]: delivery })
    sendBroadcast()
    await sent[0]?.answer({ ok: true, output: { id: delivery.id }, seq: 1 })
    expect(screen.getByText(besideCommand)).toBeDefined()
  },
)

test('[SC23] a command is processing until it is answered, and a refusal is shown as the response', async () => {
  const { sent, connect } = open()
  sendBroadcast()
  expect(screen.getByText('Processing…')).toBeDefined()
  connect('stale')
  expect(screen.getByText(/^Processing….*Your command waits on this page/)).toBeDefined()
  await sent[0]?.answer(refusal('tooLong', 'Too long.'))
  expect(screen.queryByText(/Processing/)).toBeNull()
  expect(screen.getByText('❌ Error: Too long.')).toBeDefined()
})
