// @vitest-environment happy-dom
// One file because its panels are on one tab and are tested with the same documents.
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { consoleHistory } from '../../../shared/features/console/console.ts'
import { bulkRuns } from '../../../shared/features/deliveries/bulk.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import { logLink } from '../../../shared/features/gameLog/gameLog.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { server } from '../../../shared/features/server/server.ts'
import { broadcasts } from '../../../shared/features/serverControl/broadcasts.ts'
import { previewRestarts } from '../../../shared/features/serverControl/commands.ts'
import { serverControl, serverNotices } from '../../../shared/features/serverControl/serverControl.ts'
import { readServerLog } from '../../../shared/features/serverControl/serverLog.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { BroadcastPanel } from './BroadcastPanel.tsx'
import { LogPanel } from './LogPanel.tsx'
import { MaintenancePanel } from './MaintenancePanel.tsx'
import { PlayersPanel } from './PlayersPanel.tsx'
import { PowerPanel } from './PowerPanel.tsx'
import { SchedulePanel } from './SchedulePanel.tsx'
import { ServerNotices } from './ServerNotices.tsx'
import { ControlFrame, ServerTab } from './ServerTab.tsx'
import { StatusFigures } from './StatusFigures.tsx'

// A form keeps what is typed.
afterEach(() => sessionStorage.clear())

const hourMs = 3_600_000
const online = {
  readAt: screenNow,
  latencyMs: 42,
  playerCount: 87,
  maxPlayers: 200,
  startedAt: screenNow - 2 * hourMs,
  link: { name: 'up', since: screenNow - hourMs, why: null },
} as const

const lost = { link: { name: 'down', since: screenNow - 60_000, why: null } } as const

interface Given {
  readonly status?: object
  readonly control?: object
  readonly messages?: object
  readonly lines?: number
}

const open = (content: ReactNode, { status = {}, control = {}, messages = {}, lines = 0 }: Given = {}) =>
  renderScreen(<ControlFrame>{content}</ControlFrame>, {
    hello: signedIn('owner'),
    documents: [
      given(server, mainServer, { ...online, ...status }),
      given(gameHost, mainServer, {}),
      given(serverControl, mainServer, control),
      given(serverNotices, mainServer, {}),
      given(broadcasts, mainServer, messages),
      given(deliveries, mainServer, {}),
      given(logLink, mainServer, { state: 'following' }),
      given(consoleHistory, 'ann', {}),
    ],
    queries: [
      answering(readServerLog, () => ({
        lines: Array.from({ length: lines }, (_, nth) => ({
          key: String(nth),
          at: screenNow - nth,
          source: 'link' as const,
          text: `Line ${nth}.`,
        })),
        next: null,
      })),
      answering(previewRestarts, ({ rule }) =>
        rule === '0 4 31 2 *' ? refusal('neverFires', 'No date ever matches it.') : { runs: [] },
      ),
    ],
  })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = () => screen.getByRole('dialog')

test('[SVC50] the owner sees the status with how quickly the game answers', () => {
  open(<StatusFigures />)
  const figures = screen.getByLabelText('Server status')
  for (const text of ['Online', '87', 'of 200', 'Connected', 'Excellent', 'The game answers in 42 ms', '2 h', '0'])
    expect(within(figures).getAllByText(text).length).toBeGreaterThan(0)
})

test('[SVC51] a restart names how many players it affects and asks once; a failure stays at the top until it is dismissed', async () => {
  const { sent } = open(<PowerPanel />)
  press('Restart server')
  expect(dialog().textContent).toContain('87 players are in the game and will be disconnected.')
  expect(sent).toEqual([])
  fireEvent.click(within(dialog()).getByRole('button', { name: 'Restart server' }))
  expect(sent).toMatchObject([{ name: 'serverControl.restart', input: { server: mainServer, reason: '' } }])
  await sent[0]?.answer(refusal('hostBusy', 'Another command is open.'))
  const failures = () => screen.queryAllByText('Restart failed: Another command is open.')
  expect(failures()).toHaveLength(1)
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement)
  expect(failures()).toHaveLength(0)
})

test('[SVC52] emergency acts say that nothing is saved; without a host the page says that an order waits for a person', () => {
  const { sent } = open(<PowerPanel />)
  expect(screen.getByText(/No host is connected/)).toBeDefined()
  press('Emergency shutdown')
  expect(dialog().textContent).toMatch(/87 players.*not saved/)
  fireEvent.click(within(dialog()).getByRole('button', { name: 'Emergency shutdown' }))
  expect(sent).toMatchObject([{ name: 'serverControl.shutDown', input: { isEmergency: true } }])
})

test('[SVC73] kicking everyone counts the players of the list that is kicked, and then how many were', async () => {
  const { sent, change } = open(<PowerPanel />)
  const players = Object.fromEntries(['1', '2', '3'].map((id) => [id, { id, name: `Rex ${id}`, animal: null }]))
  change(given(roster, mainServer, { players, readAt: screenNow }))
  press('Kick everyone')
  // The status still says 87.
  expect(dialog().textContent).toMatch(/3 players are in the game\. Everyone is disconnected except you/)
  fireEvent.click(within(dialog()).getByRole('button', { name: 'Kick everyone' }))
  await sent[0]?.answer({ ok: true, output: { run: 'run-1', issued: 2, skipped: 1 }, seq: 1 })
  const said = (text: string) => screen.getByText(text, { selector: '[role=status]' })
  said('0 of 2 kicked, 2 on the way, 1 left out.')
  const run = { id: 'run-1', kind: 'kick' as const, by: 'ann', byName: 'Ann', at: screenNow, total: 2, failed: [] }
  change(given(bulkRuns, mainServer, { runs: { 'run-1': { ...run, counts: { confirmed: 1, unknown: 1 } } } }))
  said('1 of 2 kicked, 1 unknown, 1 left out.')
})

test('[SVC700] maintenance asks once, and the question names the effects that are chosen', async () => {
  const { sent } = open(<MaintenancePanel />)
  fireEvent.change(screen.getByLabelText('Message (optional)'), { target: { value: 'New map.' } })
  press('Begin maintenance')
  expect(sent).toEqual([])
  expect(dialog().textContent).toMatch(
    /Every page says that the server is in maintenance: “New map\.”The whitelist is turned on\..*A broadcast is sent to 87 players\./,
  )
  fireEvent.click(within(dialog()).getByRole('button', { name: 'Cancel' }))
  fireEvent.click(screen.getByLabelText('Turn the whitelist on'))
  fireEvent.click(screen.getByLabelText('Send a broadcast'))
  press('Begin maintenance')
  expect(dialog().textContent).not.toMatch(/whitelist|broadcast/)
  fireEvent.click(within(dialog()).getByRole('button', { name: 'Begin maintenance' }))
  expect(sent).toMatchObject([
    { name: 'serverControl.enableMaintenance', input: { message: 'New map.', whitelist: false, tell: false } },
  ])
  await sent[0]?.answer(refusal('on', 'The server is in maintenance already.'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('Enable maintenance failed: The server is in maintenance already.')).toBeDefined()
})

test('[SVC701] a countdown asks once, and says how many it affects and when they are warned', async () => {
  const { sent } = open(<PowerPanel />)
  press('Start countdown')
  expect(dialog().textContent).toMatch(
    /Restart the server in 15 minutes\?87 players are in the game and will be disconnected\..*a warning 15, 5 and 1 minutes before\./,
  )
  expect(sent).toEqual([])
  fireEvent.click(within(dialog()).getByRole('button', { name: 'Cancel' }))
  fireEvent.change(screen.getByLabelText('Restart after a countdown'), { target: { value: '1' } })
  press('Start countdown')
  expect(dialog().textContent).toMatch(/Restart the server in 1 minute\?.*a warning 1 minute before\./)
  fireEvent.click(within(dialog()).getByRole('button', { name: 'Start countdown' }))
  expect(sent).toMatchObject([{ name: 'serverControl.restartSoon', input: { minutes: 1, reason: '' } }])
  await sent[0]?.answer({ ok: true, output: { at: screenNow }, seq: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

const order = (id: string, fields: object) => ({
  id,
  number: Number(id),
  kind: 'restart' as const,
  state: 'sending' as const,
  target: null,
  detail: {},
  by: 'ann',
  byName: 'Ann',
  role: 'owner' as const,
  queuedAt: screenNow - 60_000,
  sentAt: screenNow - 50_000,
  ...fields,
})

test('[SVC75] the latest orders say how far each is: sent, unknown, done by the host; a cancelled countdown says when it was cancelled and what was planned', () => {
  const past = [
    { at: screenNow - 60_000, decidedAt: screenNow - 60_000, outcome: 'ordered', delivery: '1' },
    { at: screenNow - 2 * hourMs, decidedAt: screenNow - 3 * hourMs, outcome: 'cancelled', reason: 'Update.' },
  ]
  const { change } = open(<PowerPanel />, { control: { past } })
  const rows = () =>
    within(screen.getByLabelText('Latest orders'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  const have = (...all: object[]) =>
    change(
      given(deliveries, mainServer, { entries: Object.fromEntries(all.map((one, nth) => [nth + 1, one])) as never }),
    )
  have(order('1', {}))
  expect(rows()).toHaveLength(2)
  expect(rows()[0]).toContain('Restart sent to the host. Waiting until the game is back.')
  const time = (at: number) => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at)
  expect(rows()[1]).toMatch(
    new RegExp(
      `Restart cancelled\\. It was planned for .*${time(screenNow - 2 * hourMs)}\\. “Update\\.”.*${time(screenNow - 3 * hourMs)}$`,
    ),
  )
  // It takes longer than other orders, and is watched for.
  have(order('1', { state: 'unknown' }))
  expect(rows()[0]).toContain('Restart sent to the host.')
  const [gaveUp, why] = [screenNow - 20 * 60_000, 'The host accepted it.']
  have(
    order('1', { state: 'unknown', sentAt: gaveUp, why }),
    order('2', {
      kind: 'shutdown',
      state: 'confirmed',
      link: 'host',
      reply: 'The game server is off.',
      queuedAt: screenNow,
    }),
  )
  expect(rows()[0]).toContain('Shutdown: The game server is off.')
  expect(rows()[1]).toContain(
    'Restart: not known whether it happened. The host accepted it. Check, then settle it. Open commands',
  )
})

test('[SVC76] questions count the players of the list on which orders act; while the game server is off they say that none is affected', () => {
  const { change } = open(<PowerPanel />)
  const players = Object.fromEntries(['1', '2', '3'].map((id) => [id, { id, name: `Rex ${id}`, animal: null }]))
  change(given(roster, mainServer, { players, readAt: screenNow }))
  const asked = (name: string) => {
    press(name)
    const said = dialog().textContent
    fireEvent.click(within(dialog()).getByRole('button', { name: 'Cancel' }))
    return said
  }
  for (const name of ['Restart server', 'Shut down server', 'Emergency restart', 'Emergency shutdown'])
    expect(asked(name)).toContain('3 players are in the game and will be disconnected.')
  change(given(server, mainServer, { ...online, link: { name: 'down', since: screenNow, why: 'It closed.' } }))
  expect(asked('Restart server')).toContain('At the last reading 3 players were in the game.')
  const reading = { readAt: screenNow, state: 'offline' as const, ...noFigures }
  change(given(gameHost, mainServer, { adapter: 'panel', link: 'up', reading }))
  expect(asked('Restart server')).toContain('The game server is off, so no player is affected.')
})
const noFigures = { uptimeMs: null, cpuPercent: null, memoryBytes: null, diskBytes: null }

test('[SVC77] a game that an order has stopped, or that its host says is off, is not a failure of the link', {
  tags: 'slow',
}, () => {
  const down = { link: { name: 'down', since: screenNow, why: 'It closed.' } }
  const { change } = open(<ServerTab />, { status: down })
  const failures = () => screen.queryAllByText('Failed to connect to server: It closed.')
  expect(failures()).toHaveLength(1)
  change(given(deliveries, mainServer, { entries: { 1: order('1', {}) as never } }))
  expect(screen.getByText('The game server is restarting.')).toBeDefined()
  expect(failures()).toHaveLength(0)
  change(given(deliveries, mainServer, { entries: { 1: order('1', { state: 'failed' }) as never } }))
  expect(failures()).toHaveLength(1)
  const reading = { readAt: screenNow, state: 'offline' as const, ...noFigures }
  change(given(gameHost, mainServer, { adapter: 'panel', link: 'up', reading }))
  expect(screen.getByText('The game server is off. Players can join after you start it.')).toBeDefined()
  expect(failures()).toHaveLength(0)
})

test('[SVC53] while the game cannot be reached the tab says so, and the console takes no line', {
  tags: 'slow',
}, () => {
  open(<ServerTab />, { status: { link: { name: 'down', since: screenNow, why: 'It refused.' } } })
  expect(screen.getByText('Failed to connect to server: It refused.')).toBeDefined()
  expect(screen.queryByLabelText('Command')).toBeNull()
})

test('[SVC54] of the log ten lines are shown at first, and more on demand', async () => {
  open(<LogPanel />, { lines: 50 })
  const log = await screen.findByLabelText('Log, newest first')
  expect(within(log).getAllByRole('listitem')).toHaveLength(10)
  press('Show more')
  expect(within(log).getAllByRole('listitem')).toHaveLength(50)
})

test('[SVC55] a tool without a player says what is missing', () => {
  const { sent } = open(<PlayersPanel />)
  press('Slay')
  expect(screen.getByText('Please enter a player name')).toBeDefined()
  expect(sent).toEqual([])
})

test('[SVC56] a broadcast is shown as players read it and asked for; its failure has its text', async () => {
  const { sent } = open(<BroadcastPanel />)
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Hello' } })
  fireEvent.change(screen.getByLabelText('Style'), { target: { value: 'warning' } })
  fireEvent.change(screen.getByLabelText('Priority'), { target: { value: 'high' } })
  expect(screen.getByText('WARNING: Hello')).toBeDefined()
  press('Send broadcast')
  expect(dialog().textContent).toMatch(/Send to 87 players\?.*sent 3 times/)
  fireEvent.click(within(dialog()).getByRole('button', { name: 'Send broadcast' }))
  expect(sent).toMatchObject([
    { name: 'serverControl.broadcast', input: { text: 'Hello', style: 'warning', priority: 'high', delayMinutes: 0 } },
  ])
  await sent[0]?.answer(refusal('tooLong', 'Too long.'))
  expect(screen.getByText('Failed to send broadcast: Too long.')).toBeDefined()
})

test('[SVC2702] while the game is down the question before a broadcast counts no readers, and says what becomes of it', () => {
  open(<BroadcastPanel />, { status: lost })
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Hello' } })
  press('Send broadcast')
  expect(dialog().textContent).toMatch(/^Send to everyone on the server\?/)
  expect(dialog().textContent).toContain('The game link is down.')
  expect(dialog().textContent).not.toContain('87')
})

test('[SVC2703] while the game is down the question before maintenance counts no readers of its broadcast', () => {
  open(<MaintenancePanel />, { status: lost })
  press('Begin maintenance')
  expect(dialog().textContent).toContain('A broadcast is sent to everyone on the server.The game link is down.')
})

test('[SVC57] what waits or is repeated can be stopped; of the history five are shown at first', () => {
  const one = { text: 'Rules', style: 'info', priority: 'low' } as const
  const waiting = {
    a: { ...one, id: 'a', nextAt: screenNow + 300_000, everyMinutes: 30, until: screenNow + hourMs, times: 2 },
  }
  const sentOnes = Array.from({ length: 8 }, (_, nth) => ({
    ...one,
    id: `${nth}`,
    at: screenNow,
    nth: null,
    deliveries: ['x'],
  }))
  const { sent } = open(<BroadcastPanel />, { messages: { waiting, sent: sentOnes } })
  expect(screen.getByLabelText('Scheduled broadcasts').textContent).toMatch(
    /INFO: Rules.*every 30 min, sent 2 times so far/,
  )
  expect(within(screen.getByLabelText('Sent broadcasts')).getAllByRole('listitem')).toHaveLength(5)
  press('Show all 8')
  expect(within(screen.getByLabelText('Sent broadcasts')).getAllByRole('listitem')).toHaveLength(8)
  press('Stop the broadcast “Rules”')
  expect(sent).toMatchObject([{ name: 'serverControl.stopBroadcast', input: { id: 'a' } }])
})

test('[SVC2715] the history of broadcasts says first what became of each: sent, a part of it, not yet, not, or not known', () => {
  const fields = {
    a: { state: 'confirmed' },
    b: { state: 'done' },
    c: { state: 'manual' },
    d: { state: 'failed' },
    e: { state: 'unknown' },
    f: { state: 'queued' },
    g: { state: 'confirmed', link: 'mock' },
  }
  const all = Object.entries(fields).map(
    ([id, each], nth) => [id, order(id, { kind: 'broadcast', number: nth + 1, ...each })] as const,
  )
  const broadcast = { text: 'Rules', style: 'info', priority: 'low', at: screenNow, nth: null }
  const sent = [['a'], ['a', 'b'], ['c'], ['a', 'd', 'c'], ['d'], ['c', 'd'], ['e', 'd'], ['f'], ['g'], ['gone']]
  const { change } = open(<BroadcastPanel />, {
    messages: { sent: sent.map((ids) => ({ ...broadcast, id: ids.join(), deliveries: ids })) },
  })
  change(given(deliveries, mainServer, { entries: Object.fromEntries(all) as never }))
  press(`Show all ${sent.length}`)
  const rows = within(screen.getByLabelText('Sent broadcasts')).getAllByRole('listitem')
  const outcomes = rows.map((row) => row.querySelectorAll('p')[1]?.textContent ?? '')
  expect(outcomes.map((text) => text.split('.')[0])).toEqual([
    'Sent once',
    'Sent 2 times',
    'Not sent yet',
    'Sent 1 of 3 times',
    'Not sent',
    'Not sent yet',
    'Perhaps sent',
    'Not sent yet',
    'Not sent',
    'Ordered once',
  ])
  expect(outcomes[2]).toBe('Not sent yet. Command queued for manual execution')
})

test('[SVC58] the schedule is 04:00 every day at first; what the hub refuses is shown in the form, and a failure at the top', {
  tags: 'slow',
}, async () => {
  const { sent } = open(<SchedulePanel />)
  expect(screen.getByLabelText<HTMLInputElement>('Time').value).toBe('04:00')
  press('Schedule restarts')
  expect(sent).toMatchObject([
    { name: 'serverControl.scheduleRestarts', input: { schedule: { every: 'daily', time: '04:00', weekday: 0 } } },
  ])
  await sent[0]?.answer(refusal('badZone', 'No zone.'))
  expect(screen.getByText('Failed to schedule restart: No zone.')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Restart'), { target: { value: 'custom' } })
  fireEvent.change(screen.getByLabelText('Rule'), { target: { value: '0 4 31 2 *' } })
  expect(await screen.findByText('No date ever matches it.')).toBeDefined()
})

test('[SVC702] what is typed into the schedule stays when another owner saves one, and the form says what they saved', async () => {
  const planned = (schedule: object | null) =>
    given(serverControl, mainServer, { schedule: schedule && { zone: 'UTC', ...schedule } })
  const { sent, change } = open(<SchedulePanel />, { control: { schedule: { zone: 'UTC' } } })
  const reason = () => screen.getByLabelText<HTMLInputElement>('Reason (optional)')
  const type = (value: string) => fireEvent.change(reason(), { target: { value } })
  const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  type('Cleaning up')
  change(planned({ every: 'weekly', weekday: 1, reason: 'Update' }))
  expect(reason().value).toBe('Cleaning up')
  const theirs = 'every Monday at 04:00, UTC, not within 30 min of a start, “Update”'
  expect(alerts()).toEqual([`Someone else changed this in the meantime: ${theirs}. Saving overwrites that.`])
  press('Use theirs')
  expect([reason().value, alerts()]).toEqual(['Update', []])
  type('Mine')
  change(planned(null))
  expect(alerts()).toEqual([
    'Someone else changed this in the meantime: no restarts are scheduled. Saving overwrites that.',
  ])
  press('Schedule restarts')
  expect(sent).toMatchObject([{ input: { schedule: { every: 'weekly', reason: 'Mine' } } }])
  // Typed while it is being saved: it stays, over what was saved.
  type('Mine, too')
  change(planned({ every: 'weekly', weekday: 1, reason: 'Mine' }))
  await sent[0]?.answer({ ok: true, output: { nextAt: null, change: null }, seq: 1 })
  expect([reason().value, alerts()]).toEqual(['Mine, too', []])
})

test('[SVC59] the next restart can be skipped, by its time', () => {
  const at = screenNow + hourMs
  const { sent } = open(<SchedulePanel />, { control: { schedule: { zone: 'UTC' }, next: { at } } })
  press('Skip the next restart')
  expect(sent).toMatchObject([{ name: 'serverControl.skipNext', input: { at, isSkipped: true } }])
})

test('[SVC60] every page shows maintenance and the countdown of a restart, and nothing where there is neither', () => {
  const notices = (value: object) =>
    renderScreen(<ServerNotices />, { documents: [given(serverNotices, mainServer, value)] })
  notices({})
  expect(screen.queryByLabelText('About the server')).toBeNull()
  const maintenance = { since: screenNow, until: null, message: 'New map.' }
  const at = screenNow + 15 * 60_000
  notices({ maintenance, restart: { at, from: at, reason: 'Update.' } })
  expect(screen.getByLabelText('About the server').textContent).toMatch(
    /The server is in maintenance\. New map\..*The server restarts soon\. Update\.Restart in15:00/,
  )
})

test('[SVC2704] the message of maintenance comes after the sentences about it, since it may end without a full stop', () => {
  const maintenance = { since: screenNow, until: screenNow + hourMs, message: 'New map' }
  renderScreen(<ServerNotices />, { documents: [given(serverNotices, mainServer, { maintenance })] })
  expect(screen.getByLabelText('About the server').textContent).toMatch(
    /^The server is in maintenance\. It is expected to be back by [^.]+\. New map$/,
  )
})

test('[SVC78] every page says that a restart was ordered while the game still answers, for a minute, and that it restarts once it does not', () => {
  const notices = (at: number, status: object) =>
    renderScreen(<ServerNotices />, {
      documents: [
        given(serverNotices, mainServer, { restart: { at, from: at, reason: '' } }),
        given(server, mainServer, { ...online, ...status }),
      ],
    })
  const down = { link: { name: 'down', since: screenNow, why: null } }
  const said = () => screen.queryAllByText('The server is restarting.').length
  notices(screenNow - 5_000, {})
  expect(said()).toBe(0)
  expect(screen.getByText('A restart of the server was ordered.')).toBeDefined()
  cleanup()
  notices(screenNow - 5_000, down)
  expect(said()).toBe(1)
  cleanup()
  notices(screenNow - 120_000, { readAt: screenNow - 100_000 })
  expect(said()).toBe(0)
  cleanup()
  notices(screenNow - 120_000, down)
  expect(said()).toBe(1)
  cleanup()
  notices(screenNow - 120_000, {})
  expect(screen.queryByLabelText('About the server')?.textContent ?? '').toBe('')
})
