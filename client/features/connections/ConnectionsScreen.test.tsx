// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { checkPauseMs } from '../../../shared/features/connections/commands.ts'
import { type CheckedConnection, connections, type Finding } from '../../../shared/features/connections/connections.ts'
import { given, refusal, refusedDocument, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { ConnectionsScreen } from './ConnectionsScreen.tsx'

const finding = (state: Finding['state'], says: string, more: Partial<Finding> = {}): Finding => ({
  state,
  says,
  mend: null,
  add: null,
  ...more,
})
const found = (place: string | null, ...findings: Finding[]): CheckedConnection => ({
  place,
  findings,
  checkedAt: screenNow - 180_000,
})
const checked = {
  rcon: found('203.0.113.10:8888', finding('good', 'Signed in.')),
  log: found(
    '/srv/Logs',
    finding('good', 'The log is readable.'),
    finding('bad', 'Engine.ini does not switch on LogTheIsleKillData.', {
      mend: 'Stop the game server, add these lines, and start it.',
      add: { file: 'Engine.ini', lines: ['[Core.Log]', 'LogTheIsleKillData=Verbose'] },
    }),
  ),
  mod: found('/srv/Saved', finding('warning', 'It does not know skin.')),
  host: found(null, finding('absent', 'The game server cannot be restarted from here.')),
}

const open = (value: object) =>
  renderScreen(<ConnectionsScreen />, {
    hello: signedIn('owner'),
    documents: [given(connections, mainServer, value)],
  })
const part = (name: string) => within(screen.getByRole('region', { name }))

test('[CN60] each connection has its state as a word, what was tried, what is wrong and the lines to add', () => {
  open({ checked })
  expect(screen.getByText(/^1 of 4 connections/).textContent).toBe(
    "1 of 4 connections work. 1 has a problem, 1 needs a look, 1 isn't connected. Checked 3 min ago.",
  )
  const words = ['Game server (RCON)', 'Game log', 'Command mod', 'Host'].map(
    (name) => screen.getByRole('region', { name }).querySelector('p[data-state]')?.textContent,
  )
  expect(words).toEqual(['Works', 'Problem', 'Needs a look', 'Not connected'])
  const log = part('Game log')
  expect(log.getByText('/srv/Logs')).toBeDefined()
  expect(log.getAllByRole('listitem').map(({ textContent }) => textContent?.split('.')[0])).toEqual([
    'OK: The log is readable',
    'Problem: Engine',
  ])
  expect(log.getByText(/LogTheIsleKillData=Verbose/)).toBeDefined()
  expect(log.getByRole('button', { name: 'Copy lines for Engine.ini' })).toBeDefined()
})

test('[CN61] Check again asks the hub; while it checks the button says so, and a refusal is next to it', async () => {
  const { sent } = open({ checked })
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(sent).toMatchObject([{ name: 'connections.check', input: { server: mainServer } }])
  await sent[0]?.answer(refusal('tooSoon', 'The connections were checked a moment ago.'))
  expect(screen.getByRole('alert').textContent).toContain('checked a moment ago')
})

test('[CN62] during a check the results so far stay, and what is missing says that it is checked', () => {
  open({ checked: { rcon: checked.rcon }, isChecking: true })
  expect(screen.getByRole('button', { name: 'Checking…' })).toHaveProperty('disabled', true)
  expect(part('Game server (RCON)').getByText('Signed in.')).toBeDefined()
  expect(part('Host').getByText('Checking…')).toBeDefined()
})

test('[CN67] while the hub would refuse another check, the button says how long is left, keeps the focus and sends nothing', () => {
  const { change, sent } = open({ checked, askedAt: screenNow - 2_500 })
  const waiting = screen.getByRole('button', { name: 'Check again in 8 s' })
  expect([waiting.getAttribute('aria-disabled'), waiting.hasAttribute('disabled')]).toEqual(['true', false])
  fireEvent.click(waiting)
  expect(sent).toEqual([])
  change(given(connections, mainServer, { checked, askedAt: screenNow - checkPauseMs }))
  const ready = screen.getByRole('button', { name: 'Check again' })
  expect(ready.hasAttribute('aria-disabled')).toBe(false)
  fireEvent.click(ready)
  expect(sent).toHaveLength(1)
})

test('[CN63] before the first check the page says that it runs', () => {
  open({})
  expect(screen.getByText('Checking the connections…')).toBeDefined()
})

test('[CN64] while the document is on its way the page says that it loads, and a refusal is shown', () => {
  const { unmount } = renderScreen(<ConnectionsScreen />, { hello: signedIn('owner') })
  expect(screen.getByText('Loading…')).toBeDefined()
  unmount()
  const documents = [refusedDocument(connections, mainServer)]
  renderScreen(<ConnectionsScreen />, { hello: signedIn('owner'), documents })
  expect(screen.getByText("You can't read this.")).toBeDefined()
})

test('[CN65] a user who is not an owner sees what is missing, and no button', () => {
  renderScreen(<ConnectionsScreen />, { hello: signedIn('admin') })
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
})

test('[CN66] while the hub is away the results stay, with their age', () => {
  const documents = [given(connections, mainServer, { checked })]
  renderScreen(<ConnectionsScreen />, { hello: signedIn('owner'), connection: 'stale', documents })
  expect(screen.getByTestId('stale')).toBeDefined()
  expect(screen.getByText('Signed in.')).toBeDefined()
})
