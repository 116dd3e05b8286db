// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import { server } from '../../../shared/features/server/server.ts'
import { given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { GameHostPart } from './GameHostPart.tsx'

const can = {
  start: true,
  restart: true,
  shutdown: true,
  state: true,
  resources: true,
  console: true,
  files: true,
  backups: 'always' as const,
}
const reading = {
  readAt: screenNow,
  state: 'running' as const,
  uptimeMs: 7_500_000,
  cpuPercent: 148.3,
  memoryBytes: 6 * 1024 ** 3,
  diskBytes: null,
}
const panel = { adapter: 'panel' as const, place: 'panel.example.org, server 1a2b', can, link: 'up' as const, reading }

const open = (host: object, count: number | null = 87) =>
  renderScreen(<GameHostPart />, {
    hello: signedIn('owner'),
    documents: [
      given(gameHost, mainServer, host),
      given(deliveries, mainServer, {}),
      given(server, mainServer, { playerCount: count, readAt: screenNow, link: { name: 'up' } }),
    ],
  })
const names = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('[HM60] the owner sees state and resources of the game server; what the host does not report is a dash', () => {
  open(panel)
  for (const text of ['Running', '2 h 5 min', '148', 'Hosting panel', 'panel.example.org, server 1a2b'])
    expect(screen.getByText(text)).toBeDefined()
  expect(within(screen.getByText('Disk').parentElement as HTMLElement).getByText('–')).toBeDefined()
  expect(names()).toEqual(['Start server', 'Restart server', 'Shut down server', 'Back up saves'])
})

test.each([
  ['panel', '100% is one core'],
  ['amp', '100% is the whole machine'],
] as const)('[HM2179] more than 100% of a CPU is explained as the host counts it: %s, %s', (adapter, whole) => {
  open({ ...panel, adapter })
  const stat = screen.getByText('CPU', { selector: 'dt' }).parentElement
  expect(stat?.textContent).toBe(`CPU148%${whole}`)
})

test('[HM61] a restart asks once and says how many players it disconnects; a refusal is shown', async () => {
  const { sent } = open(panel)
  press('Restart server')
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('87 players are in the game and will be disconnected.')
  expect(sent).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Restart server' }))
  expect(sent).toMatchObject([{ name: 'deliveries.restartServer', input: { server: mainServer } }])
  await sent[0]?.answer(refusal('hostBusy', 'Another command is open.'))
  expect(screen.getAllByText(/Another command is open/).length).toBeGreaterThan(0)
})

test('[HM62] a host offers only what it can, and says when a backup is possible', () => {
  open({
    ...panel,
    adapter: 'commands',
    can: { ...can, start: false, resources: false, backups: 'whileStopped' },
    reading: { ...reading, state: null, uptimeMs: null, cpuPercent: null, memoryBytes: null },
  })
  expect(names()).toEqual(['Restart server', 'Shut down server', 'Back up saves'])
  expect(screen.queryByText('CPU')).toBeNull()
  press('Back up saves')
  expect(screen.getByRole('dialog').textContent).toContain('only while the game server is off')
})

test('[HM66] what the host can do is shown, and what stays unknown where it does not say whether the game server runs', () => {
  open(panel)
  expect(screen.getByText(/^This host can/).textContent).toBe(
    'This host can start, restart, shut down, back up at any time, take console lines and give access to files.',
  )
  expect(screen.queryByText(/a shutdown stays unknown/)).toBeNull()
  cleanup()
  open({
    ...panel,
    adapter: 'commands',
    can: { ...can, state: false, resources: false, console: false, files: false, backups: 'none' },
  })
  expect(screen.getByText(/^This host can/).textContent).toBe('This host can start, restart and shut down.')
  expect(screen.getByText(/a shutdown stays unknown/).textContent).toContain('Add status to HOST_COMMANDS.')
  expect(screen.queryByText('State')).toBeNull()
  expect(names()).toEqual(['Start server', 'Restart server', 'Shut down server'])
})

test('[HM63] without a known number of players the question claims none', () => {
  open(panel, null)
  press('Shut down server')
  expect(screen.getByRole('dialog').textContent).toContain('All players who are in the game are disconnected.')
})

test.each([
  [{}, 'No host is connected.'],
  [
    { ...panel, link: 'down', why: 'The panel answers 502.' },
    "The host can't be reached. The hub keeps trying. The panel answers 502.",
  ],
  [{ ...panel, link: 'refused', why: 'Check HOST_PANEL_KEY.' }, 'The host refuses the hub. Check HOST_PANEL_KEY.'],
  [{ ...panel, link: 'connecting', reading: null }, 'Asking the host…'],
])('[HM64] %o: %s', (host, text) => {
  open(host)
  expect(screen.getByText(text)).toBeDefined()
})

test('[HM65] while the document is on its way the part says that it loads', () => {
  renderScreen(<GameHostPart />, { hello: signedIn('owner') })
  expect(screen.getByRole('status').textContent).toContain('Loading')
})
