// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { banPlayer, broadcast, kickPlayer, messagePlayer } from '../../../shared/features/deliveries/commands.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { pastBans } from '../../../shared/features/deliveries/queries.ts'
import { outcomeExamples } from '../../../shared/features/deliveries/testing/outcomes.ts'
import { onlinePlayers, roster } from '../../../shared/features/roster/roster.ts'
import { server } from '../../../shared/features/server/server.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { AdminControlsScreen } from './AdminControlsScreen.tsx'

beforeEach(() => sessionStorage.clear())

const rex = { id: '76561198000000002', name: 'Rex', animal: null }
const rexOnline = given(roster, mainServer, { players: { [rex.id]: rex }, readAt: screenNow })
const linkUp = { name: 'up', since: screenNow } as const
const gameOf = (more: object) => given(server, mainServer, { link: linkUp, readAt: screenNow, ...more })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

/** Chooses Rex as the target. */
function pickRex() {
  const field = screen.getByRole('combobox', { name: 'Target player' })
  fireEvent.click(field)
  fireEvent.input(field, { target: { value: 're' } })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
}

test('[SC19] a player sees identity, self actions and Upgrade Role, and nothing of staff', () => {
  renderScreen(<AdminControlsScreen />, { hello: signedIn('player') })
  for (const name of ['Slay Myself', 'Heal Myself', 'Upgrade Role']) expect(button(name)).toBeDefined()
  for (const name of ['Kick', 'Slay', 'Heal', 'Ban', 'Broadcast', 'Send Message', 'Teleport', 'Replay'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByText(/permission/i)).toBeNull()
  expect(screen.getByText('No commands yet.')).toBeDefined()
})

test('[SQ5] a moderator sees only what they may do, and who is online by name, without places', () => {
  renderScreen(<AdminControlsScreen />, {
    hello: signedIn('moderator'),
    documents: [given(onlinePlayers, mainServer, { players: { [rex.id]: { name: 'Rex' } }, isRead: true })],
  })
  for (const name of ['Heal', 'Kick', 'Send Message']) expect(button(name)).toBeDefined()
  for (const name of ['Slay', 'Ban', 'Broadcast', 'Teleport']) expect(screen.queryByRole('button', { name })).toBeNull()
  const names = within(screen.getByRole('list', { name: 'Online players' }))
  expect(names.getByRole('button', { name: 'Rex' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Online players (1)' })).toBeDefined()
})

test('[SC20] a command without a target says so at the field, which gets the focus, and is not sent', () => {
  const { sent } = renderScreen(<AdminControlsScreen />, { hello: signedIn('moderator') })
  fireEvent.click(button('Kick'))
  expect(screen.getByRole('alert').textContent).toBe('❌ Please enter a target player name')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Target player' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
})

test('[SC21] a dangerous command asks once with the name of its target, and Escape cancels it', () => {
  const { sent } = renderScreen(<AdminControlsScreen />, { hello: signedIn('admin'), documents: [rexOnline] })
  pickRex()
  fireEvent.click(button('Kick'))
  const dialog = screen.getByRole('dialog', { name: 'Kick Rex?' })
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(button('Kick'))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Kick Rex' }))
  expect(sent).toMatchObject([
    { name: kickPlayer.name, input: { server: mainServer, target: '76561198000000002', reason: '' } },
  ])
})

test('[SQ6] a ban has no default length and needs a reason; it names its end and the past bans', async () => {
  const { sent, settle } = renderScreen(<AdminControlsScreen />, {
    hello: signedIn('admin'),
    documents: [rexOnline, gameOf({})],
    queries: [
      answering(pastBans, () => ({
        bans: [{ at: screenNow - 1e9, act: 'ban' as const, byName: 'Bob', reason: 'Griefing', durationMs: 86_400_000 }],
      })),
    ],
  })
  pickRex()
  fireEvent.click(button('Ban'))
  const dialog = within(screen.getByRole('dialog', { name: 'Ban Rex?' }))
  await settle()
  expect(dialog.getByRole('region', { name: 'Past bans' }).textContent).toMatch(/Banned for 1 day by Bob · Griefing/)
  const lengths = within(dialog.getByRole('group', { name: 'Length of the ban' }))
  expect(lengths.getAllByRole('button').map((each) => each.getAttribute('aria-pressed'))).not.toContain('true')
  fireEvent.click(dialog.getByRole('button', { name: 'Ban Rex' }))
  expect(dialog.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Choose how long the ban lasts.',
    'Enter a reason, or choose one below.',
  ])
  expect(document.activeElement).toBe(lengths.getAllByRole('button')[0])
  fireEvent.click(lengths.getByRole('button', { name: 'Custom days' }))
  for (const days of ['', '0', '-3', '1.5', '1e9']) {
    fireEvent.change(dialog.getByLabelText('Days'), { target: { value: days } })
    fireEvent.click(dialog.getByRole('button', { name: 'Ban Rex' }))
    expect([days, sent]).toEqual([days, []])
  }
  fireEvent.click(lengths.getByRole('button', { name: 'Permanent' }))
  expect(dialog.getByText('permanently').parentElement?.textContent).toMatch(/^Banned permanently\. The ban has no end/)
  fireEvent.click(lengths.getByRole('button', { name: '1 week' }))
  expect(dialog.getByText('for 7 days').parentElement?.textContent).toMatch(/until 28 Nov 2026, \d\d:00 your time/)
  fireEvent.click(dialog.getByRole('button', { name: 'Cheating' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Ban Rex for 7 days' }))
  expect(sent).toMatchObject([
    { name: banPlayer.name, input: { target: rex.id, reason: 'Cheating', durationMs: 7 * 86_400_000 } },
  ])
  await sent[0]?.answer(refusal('above', 'Not you.'))
  expect(dialog.getByText('Not you.')).toBeDefined()
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'Cheating')
})

test('[RV8] the response to a broadcast is in its own part, not beside the commands on a player', async () => {
  const [{ delivery, besideCommand: text } = expect.fail('no example')] = outcomeExamples
  const { sent } = renderScreen(<AdminControlsScreen />, {
    hello: signedIn('admin'),
    documents: [rexOnline, given(deliveries, mainServer, { entries: { [delivery.id]: delivery } })],
  })
  fireEvent.change(screen.getByLabelText('Broadcast message'), { target: { value: 'Storm at noon' } })
  fireEvent.click(button('Broadcast'))
  fireEvent.click(within(screen.getByRole('dialog')).getByText('Send broadcast'))
  await sent[0]?.answer({ ok: true, output: { id: delivery.id }, seq: 1 })
  expect(within(screen.getByRole('region', { name: 'Broadcast' })).getByText(text)).toBeDefined()
  expect(screen.getAllByText(text)).toHaveLength(1)
})

test('[SQ7] a broadcast has its own field and preview, and asks with the number of players', async () => {
  const { sent } = renderScreen(<AdminControlsScreen />, {
    hello: signedIn('admin'),
    documents: [rexOnline, gameOf({ playerCount: 300 })],
  })
  const field = screen.getByLabelText('Broadcast message')
  fireEvent.click(button('Broadcast'))
  expect(screen.getByRole('alert').textContent).toBe('❌ Please enter a message')
  fireEvent.change(field, { target: { value: '🦖'.repeat(203) } })
  expect(screen.getByRole('alert').textContent).toBe('A broadcast can have at most 200 characters. Remove 3.')
  expect(field).toHaveProperty('value', '🦖'.repeat(203))
  fireEvent.change(field, { target: { value: ' Storm at noon ' } })
  expect(screen.getByRole('figure', { name: 'Players see' }).textContent).toContain('Storm at noon')
  expect(screen.getByLabelText('Private message')).toHaveProperty('value', '')
  fireEvent.click(button('Broadcast'))
  expect(sent).toEqual([])
  fireEvent.click(within(screen.getByRole('dialog', { name: 'Send to 1 player?' })).getByText('Send broadcast'))
  expect(sent).toMatchObject([{ name: broadcast.name }])
  await sent[0]?.answer(refusal('tooLong', 'Too long.'))
  expect(field).toHaveProperty('value', ' Storm at noon ')
})

test('[SQ8] what was typed survives a refusal and a reload; a sent message is cleared', async () => {
  const first = renderScreen(<AdminControlsScreen />, { hello: signedIn('moderator') })
  fireEvent.change(screen.getByLabelText('Reason (optional)'), { target: { value: 'Griefing' } })
  first.unmount()
  const { sent } = renderScreen(<AdminControlsScreen />, { hello: signedIn('moderator') })
  expect(screen.getByLabelText('Reason (optional)')).toHaveProperty('value', 'Griefing')
  const field = screen.getByLabelText('Private message')
  fireEvent.input(screen.getByRole('combobox', { name: 'Target player' }), { target: { value: 'Rex' } })
  fireEvent.click(button('Send Message'))
  expect(screen.getByRole('alert').textContent).toBe('❌ Please enter a message')
  fireEvent.change(field, { target: { value: 'hello' } })
  fireEvent.click(button('Send Message'))
  expect(sent).toMatchObject([{ name: messagePlayer.name, input: { target: 'Rex', text: 'hello' } }])
  await sent[0]?.answer(refusal('offline', 'That player is not in the game.'))
  expect(screen.getByText('❌ Error: That player is not in the game.')).toBeDefined()
  expect(field).toHaveProperty('value', 'hello')
  fireEvent.click(button('Send Message'))
  await sent[1]?.answer(refusal('unknown', 'The connection was lost.'))
  expect(screen.getByText('❌ Network Error: The connection was lost.')).toBeDefined()
  fireEvent.click(button('Send Message'))
  await sent[2]?.answer({ ok: true, output: { id: 'd1' }, seq: 1 })
  expect(field).toHaveProperty('value', '')
})

test('[SQ9] while the game link is down the page warns before a command', () => {
  renderScreen(<AdminControlsScreen />, {
    hello: signedIn('admin'),
    documents: [given(server, mainServer, { link: { name: 'down', since: screenNow }, readAt: screenNow })],
  })
  expect(
    screen.getByText(
      'The game link is down. Commands wait 30 seconds for it. After that, they are no longer sent automatically.',
    ),
  ).toBeDefined()
})

test.each(outcomeExamples)(
  '[SQ10] /admin-controls, $way: the response is $besideCommand',
  async ({ delivery, besideCommand }) => {
    const { sent } = renderScreen(<AdminControlsScreen />, {
      hello: signedIn('admin'),
      documents: [given(deliveries, mainServer, { entries: { [delivery.id]: delivery } }), rexOnline],
    })
    pickRex()
    fireEvent.click(button('Heal'))
    expect(screen.getByText('Processing…')).toBeDefined()
    await sent[0]?.answer({ ok: true, output: { id: delivery.id }, seq: 1 })
    expect(screen.getByText(besideCommand)).toBeDefined()
  },
)

test('[SC500] a name that two players online have must be chosen first: no command on one player asks or is sent before', () => {
  const two = ['76561198000000002', '76561198000000003'].map((id) => ({ id, name: 'Ambershade', animal: null }))
  const { sent } = renderScreen(<AdminControlsScreen />, {
    hello: signedIn('admin'),
    documents: [
      given(roster, mainServer, { players: Object.fromEntries(two.map((one) => [one.id, one])), readAt: screenNow }),
    ],
  })
  const field = screen.getByRole('combobox', { name: 'Target player' })
  const typeIn = (label: string, value: string) =>
    fireEvent.input(screen.getByRole(label === 'Private message' ? 'textbox' : 'combobox', { name: label }), {
      target: { value },
    })
  typeIn('Target player', 'ambershade')
  fireEvent.keyDown(field, { key: 'Escape' })
  typeIn('Private message', 'Hi')
  typeIn('Destination player', two[0]?.id ?? '')
  const choice = within(screen.getByRole('group', { name: '2 players have that name. Choose one.' })).getAllByRole(
    'button',
  )
  for (const name of ['Heal', 'Kick', 'Slay', 'Ban', 'Send Message', 'Teleport']) {
    fireEvent.click(button(name))
    expect(screen.queryByRole('dialog'), name).toBeNull()
    expect(document.activeElement, name).toBe(choice[0])
    field.focus()
  }
  expect(screen.getByText('Several players online have that name. Choose one of them.')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.click(choice[1] as HTMLElement)
  fireEvent.click(button('Kick'))
  expect(screen.getByRole('dialog', { name: 'Kick Ambershade?' }).textContent).toContain('SteamID64 76561198000000003')
})

test('[SC501] the undo of a ban is next to its result, for its minute, and is given once', async () => {
  const { sent, change, settle } = renderScreen(<AdminControlsScreen />, {
    hello: signedIn('admin'),
    documents: [rexOnline, gameOf({}), given(deliveries, mainServer, {})],
    queries: [answering(pastBans, () => ({ bans: [] }))],
  })
  pickRex()
  fireEvent.click(button('Ban'))
  const dialog = within(screen.getByRole('dialog', { name: 'Ban Rex?' }))
  await settle()
  fireEvent.click(dialog.getByRole('button', { name: '1 week' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Cheating' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Ban Rex for 7 days' }))
  await sent[0]?.answer({ ok: true, output: { id: 'b1' }, seq: 1 })
  const desk = screen.getByRole('button', { name: 'Ban' }).parentElement as HTMLElement
  const undo = () => within(desk).queryByRole('button', { name: /^Undo/ })
  expect(undo()).toBeNull()
  const ban = {
    id: 'b1',
    number: 1,
    kind: 'ban',
    target: { id: rex.id, name: 'Rex' },
    detail: { durationMs: 604_800_000 },
    by: 'ann',
    byName: 'Ann',
    role: 'admin',
    queuedAt: screenNow,
    state: 'confirmed',
    settledAt: screenNow,
  } as const
  change(given(deliveries, mainServer, { entries: { b1: ban } }))
  fireEvent.click(undo() as HTMLElement)
  expect(sent[1]).toMatchObject({ name: 'deliveries.undo', input: { id: 'b1' } })
  change(given(deliveries, mainServer, { entries: { b1: { ...ban, settledAt: screenNow - 61_000 } } }))
  expect(undo()).toBeNull()
})

test('[SC502] the response to a ban that the game took at once says it in words, not as the game reads it', async () => {
  const delivery = {
    id: 'b1',
    number: 1,
    kind: 'ban',
    target: { id: rex.id, name: 'Rex' },
    detail: { durationMs: 604_800_000 },
    command: `ban Rex,${rex.id},Cheating,168`,
    by: 'ann',
    byName: 'Ann',
    role: 'admin',
    queuedAt: screenNow,
    state: 'confirmed',
    link: 'evrima',
    settledAt: screenNow,
  } as const
  const { sent } = renderScreen(<AdminControlsScreen />, {
    hello: signedIn('admin'),
    documents: [given(deliveries, mainServer, { entries: { b1: delivery } }), rexOnline],
  })
  pickRex()
  fireEvent.click(button('Heal'))
  await sent[0]?.answer({ ok: true, output: { id: 'b1' }, seq: 1 })
  const text = '✅ Command executed instantly! Ban Rex for 7 days completed automatically.'
  expect(screen.getByText(text)).toBeDefined()
})
