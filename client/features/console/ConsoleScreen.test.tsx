// @vitest-environment happy-dom
// One file because all of its tests enter lines on the same page.
import { fireEvent, screen, within } from '@testing-library/react'
import { useAtomValue } from 'jotai'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  cancelTest,
  clearHistory,
  commandTest,
  consoleHistory,
  enterLine,
  keepLine,
  startTest,
  testLines,
} from '../../../shared/features/console/console.ts'
import { consoleCommands } from '../../../shared/features/console/gameCommands.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { orderRefusals } from '../../../shared/features/deliveries/refusals.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { server } from '../../../shared/features/server/server.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { issuedAtom } from '../staff/deliveriesAtom.ts'
import { ConsoleScreen } from './ConsoleScreen.tsx'

const rex = '76561198000000001'
const earlier = {
  b: { number: 2, text: 'kick Nemo', at: screenNow, link: 'hub', tone: 'bad', reply: 'Error: Not there.' },
  a: { number: 1, text: 'playerlist', at: screenNow, link: 'evrima', tone: 'good', reply: '2 players.' },
} as const
const history = given(consoleHistory, 'ann', { entered: 2, lines: earlier })
const hello = { hello: signedIn('admin'), documents: [history] }
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Command' })
const lines = () =>
  within(screen.getByRole('log'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
const press = (key: string) => fireEvent.keyDown(field(), { key })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const enter = (value: string) => {
  type(value)
  fireEvent.submit(field())
}

test('[CQ22] the log is the history that the hub keeps, with the link that answered, and its lines are recalled', () => {
  renderScreen(<ConsoleScreen />, hello)
  expect(lines()).toEqual([
    expect.stringMatching(/› playerlistEvrima RCON2 players\.$/),
    expect.stringMatching(/› kick NemoHubError: Not there\.$/),
  ])
  type('half a thought')
  press('ArrowUp')
  expect(field().value).toBe('kick Nemo')
  press('ArrowUp')
  expect(field().value).toBe('playerlist')
  press('ArrowUp')
  for (let step = 0; step < 2; step += 1) press('ArrowDown')
  expect(field().value).toBe('half a thought')
  type('sav')
  press('Tab')
  expect(field().value).toBe('save ')
})

test('[CQ23] a line is sent to the hub once, and one that is refused is kept with the reason', async () => {
  const { sent } = renderScreen(<ConsoleScreen />, hello)
  enter(' playerlist ')
  expect(sent).toMatchObject([{ name: enterLine.name, input: { line: 'playerlist' } }])
  expect(lines().at(-1)).toContain('Sending…')
  await sent[0]?.answer({ ok: false, code: 'above', message: '❌ You do not have permission for this action' })
  expect(sent[1]).toMatchObject({
    name: keepLine.name,
    input: { line: 'playerlist', reply: 'Error: You do not have permission for this action' },
  })
  await sent[1]?.answer({ ok: true, output: { id: 'x' }, seq: 1 })
  expect(lines()).toHaveLength(2)
  enter('   ')
  enter('x'.repeat(999))
  expect(sent).toHaveLength(2)
  expect(screen.getByText(/at most 998 characters. This one has 999/)).toBeDefined()
  expect(field().value).toHaveLength(999)
})

test('[CQ2172] on a phone, which has no such keys, the empty line says what to enter and not what keys do', () => {
  const hint = () => field().getAttribute('aria-describedby')
  const shown = () => document.getElementById(hint() ?? '')?.textContent
  onTestFinished(() => void vi.unstubAllGlobals())
  for (const isPhone of [true, false]) {
    vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }))
    const { unmount } = renderScreen(<ConsoleScreen />, hello)
    expect(shown()).toMatch(isPhone ? /^Enter help for the commands\.$/ : /Tab completes/)
    type('kick')
    expect(shown()).toContain('Kick a player.')
    type('')
    unmount()
  }
})

/** How many orders the page shows as issued by its user. */
const Issued = () => <p data-testid="issued">{useAtomValue(issuedAtom).length}</p>

test('[CQ2034] an order of a line is shown beside the page of the account that entered it, and not of one that signed in meanwhile', async () => {
  const { sent, sayHello } = renderScreen(
    <>
      <ConsoleScreen />
      <Issued />
    </>,
    { ...hello, documents: [history, given(consoleHistory, 'bob', {})] },
  )
  const issued = () => screen.getByTestId('issued').textContent
  for (const line of ['save', 'save']) enter(line)
  await sent[0]?.answer({ ok: true, output: { id: 'd1' }, seq: 1 })
  expect(issued()).toBe('1')
  sayHello(signedIn('admin', 'bob'))
  await sent[1]?.answer({ ok: true, output: { id: 'd2' }, seq: 2 })
  expect(issued()).toBe('0')
})

test('[CQ800] a line that was refused after another account signed in is not kept in the history of that account', async () => {
  const { sent, sayHello, connect } = renderScreen(<ConsoleScreen />, {
    hello: signedIn('admin'),
    connection: 'stale',
    documents: [history, given(consoleHistory, 'bob', {})],
  })
  enter('playerlist')
  expect(sent).toMatchObject([{ name: enterLine.name }])
  sayHello(signedIn('admin', 'bob'))
  connect('live')
  await sent[0]?.answer({ ok: false, code: 'notSent', message: 'Not sent: a different account is signed in now.' })
  expect(sent).toHaveLength(1)
  sayHello(signedIn('admin'))
  expect(screen.queryByText('Sending…')).toBeNull()
})

test('[CQ24] a harmful line asks once: a broadcast with the number of people; cancelled, it is only kept', () => {
  const mia = '76561198000000002'
  const players = { [rex]: { id: rex, name: 'Rex', animal: null }, [mia]: { id: mia, name: 'Mia', animal: null } }
  const { sent } = renderScreen(<ConsoleScreen />, {
    ...hello,
    documents: [history, given(roster, mainServer, { players, readAt: screenNow })],
  })
  enter('announce Good evening')
  fireEvent.click(
    within(screen.getByRole('dialog', { name: 'Send to 2 players?' })).getByRole('button', { name: 'Cancel' }),
  )
  const cancelled = { reply: 'Cancelled. Nothing was sent.', tone: 'cancelled' }
  expect(sent).toMatchObject([{ name: keepLine.name, input: cancelled }])
  // Also before the hub has it, and not in the colour of a fault.
  expect(within(screen.getByRole('log')).getByText(cancelled.reply).parentElement?.dataset.tone).toBe('cancelled')
  enter('kick Rex')
  fireEvent.click(within(screen.getByRole('dialog', { name: 'Kick Rex?' })).getByRole('button', { name: 'Kick Rex' }))
  expect(sent[1]).toMatchObject({ name: enterLine.name, input: { line: 'kick Rex' } })
  enter('getplayerdata Rex')
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  fireEvent.click(
    within(screen.getByRole('dialog', { name: 'Clear the console?' })).getByRole('button', { name: 'Clear' }),
  )
  expect(sent.at(-1)?.name).toBe(clearHistory.name)
})

test('[CK18] a line that names nobody, or several players, is refused at once and not asked about', async () => {
  const player = (id: string, name: string) => ({ [id]: { id, name, animal: null } })
  const players = {
    ...player(rex, 'Rex'),
    ...player('76561198000000002', 'Mia'),
    ...player('76561198000000003', 'Mia'),
  }
  const banned = { '76561198000000004': { name: 'Nemo', at: 1, by: 'ann', byName: 'Ann', until: null } }
  const { sent } = renderScreen(<ConsoleScreen />, {
    ...hello,
    documents: [
      history,
      given(roster, mainServer, { players, readAt: screenNow }),
      given(bans, mainServer, { bans: banned }),
    ],
  })
  enter('kick Zed')
  enter('ban Mia permanent')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toMatchObject([
    { name: keepLine.name, input: { line: 'kick Zed', tone: 'bad', reply: `Error: ${orderRefusals.unknownPlayer}` } },
    { name: keepLine.name, input: { line: 'ban Mia permanent', reply: `Error: ${orderRefusals.ambiguous}` } },
  ])
  enter('ban Nemo permanent')
  expect(screen.getByRole('dialog', { name: 'Ban Nemo permanently?' })).toBeDefined()
})

test('[CQ25] the commands are listed with their arguments, searched, and put into the line; the hint says who answers', () => {
  renderScreen(<ConsoleScreen />, hello)
  const listed = () => screen.getAllByRole('button').filter((button) => button.querySelector('code'))
  expect(listed()).toHaveLength(consoleCommands.length)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a command' }), { target: { value: 'player data' } })
  expect(listed().map(({ textContent }) => textContent)).toEqual([
    'getplayerdata [part of a name]Show species, growth and vitals of players',
  ])
  fireEvent.click(listed()[0] as HTMLElement)
  expect(field().value).toBe('getplayerdata ')
  expect(document.activeElement).toBe(field())
  expect(screen.getByText(/The game answers\.$/)).toBeDefined()
  type('kick Rex')
  expect(screen.getByText(/^kick <player> \[reason\]: Kick a player\. The hub runs it\.$/)).toBeDefined()
  type('rain')
  expect(screen.getByText(/^Not a command of the hub or the game/)).toBeDefined()
})

test('[CQ26] a command test is started, followed live and cancelled, and says why it cannot start', async () => {
  const { sent, change, settle } = renderScreen(<ConsoleScreen />, {
    hello: signedIn('admin'),
    path: '/console?tab=testing',
    documents: [given(commandTest, mainServer, {})],
  })
  expect(screen.getByText('No test yet.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Start test' }))
  expect(sent).toMatchObject([{ name: startTest.name }])
  await sent[0]?.answer({ ok: false, code: 'linkDown', message: startTest.refusals.linkDown })
  expect(screen.getByText('The game link is down. Start the test when it is back.')).toBeDefined()
  const run = { id: 'r', by: 'ann', byName: 'Ann', startedAt: screenNow, sent: 2, state: 'running' as const, why: null }
  const results = {
    d1: {
      number: 1,
      line: testLines[0],
      at: screenNow,
      link: 'evrima' as const,
      tone: 'good' as const,
      reply: '2 players.',
      tookMs: 41,
    },
    d2: { number: 2, line: testLines[1], at: screenNow },
  }
  change(given(commandTest, mainServer, { run, results, tested: 2 }))
  await settle()
  expect(screen.getByText('Running, started by Ann: 2 of 11 sent.')).toBeDefined()
  expect(
    screen
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent?.replace(/^.*?:\d\d(?=[a-z])/, '')),
  ).toEqual([
    expect.stringContaining('getplayerdataWaiting'),
    expect.stringMatching(/playerlistAnswered41 msEvrima RCON2 players\./),
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Cancel test' }))
  expect(sent.at(-1)?.name).toBe(cancelTest.name)
})

test('[CK4] while the game link is down no test can be started, which is shown beforehand and no longer than it is true', async () => {
  const linkOf = (name: 'up' | 'down') =>
    given(server, mainServer, {
      link: name === 'up' ? { name, since: screenNow } : { name, since: screenNow, why: 'gone' },
      readAt: screenNow,
    })
  const { sent, change, settle } = renderScreen(<ConsoleScreen />, {
    hello: signedIn('admin'),
    path: '/console?tab=testing',
    documents: [given(commandTest, mainServer, {}), linkOf('down')],
  })
  const said = () => screen.queryByText(startTest.refusals.linkDown)
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Start test' })
  expect(button().disabled).toBe(true)
  expect(said()?.id).toBe(button().getAttribute('aria-describedby'))
  change(linkOf('up'))
  await settle()
  expect(said()).toBeNull()
  fireEvent.click(button())
  await sent[0]?.answer({ ok: false, code: 'linkDown', message: startTest.refusals.linkDown })
  // The page says Live: a refusal of a moment ago would contradict it.
  expect(said()).toBeNull()
})

test('[CK5] a finished test says how many answered, failed and still wait, of this run alone', () => {
  const result = (number: number, tone: 'good' | 'bad' | 'waiting') => ({
    number,
    line: testLines[0],
    at: screenNow,
    link: 'evrima' as const,
    tone,
    reply: '',
    tookMs: 1,
  })
  const run = { id: 'r', by: 'ann', byName: '', startedAt: screenNow, sent: 3, state: 'finished' as const, why: null }
  renderScreen(<ConsoleScreen />, {
    hello: signedIn('admin'),
    path: '/console?tab=testing',
    documents: [
      given(commandTest, mainServer, {
        run,
        tested: 4,
        results: { a: result(1, 'bad'), b: result(2, 'good'), c: result(3, 'waiting'), d: result(4, 'bad') },
      }),
    ],
  })
  expect(screen.getByText(/^Finished: 1 answered, 1 failed, 1 waiting\. Started at /)).toBeDefined()
})

test('[CK6] a long reply shows its beginning, and all of it when asked or filtered', () => {
  const reply = ['120 players.', ...Array.from({ length: 120 }, (_, at) => `player ${at + 1}`)].join('\n')
  const line = { number: 1, text: 'playerlist', at: screenNow, link: 'evrima' as const, tone: 'good' as const, reply }
  renderScreen(<ConsoleScreen />, {
    hello: signedIn('admin'),
    documents: [given(consoleHistory, 'ann', { entered: 1, lines: { a: line } })],
  })
  expect(lines()[0]).toContain('player 7')
  expect(lines()[0]).not.toContain('player 8')
  fireEvent.click(screen.getByRole('button', { name: 'Show all 121 lines' }))
  expect(lines()[0]).toContain('player 120')
  fireEvent.click(screen.getByRole('button', { name: 'Show less' }))
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search lines' }), { target: { value: 'player 119' } })
  expect(lines()[0]).toContain('player 119')
})

test('[CK7] pasted lines are one command, which is shown; and a line of another device does not shift the recall', async () => {
  const { change, settle } = renderScreen(<ConsoleScreen />, hello)
  fireEvent.paste(field(), { clipboardData: { getData: () => 'save\r\nplayerlist\n' } })
  type('save playerlist')
  expect(screen.getByText('The pasted lines are now one command. Enter one command at a time.')).toBeDefined()
  fireEvent.paste(field(), { clipboardData: { getData: () => 'save\n' } })
  type('save')
  expect(screen.queryByText(/^The pasted lines/)).toBeNull()
  press('ArrowUp')
  expect(field().value).toBe('kick Nemo')
  const other = { number: 3, text: 'players', at: screenNow, link: null, tone: 'waiting' as const, reply: '' }
  change(given(consoleHistory, 'ann', { entered: 3, lines: { ...earlier, c: other } }))
  await settle()
  press('ArrowUp')
  expect(field().value).toBe('playerlist')
})

test('[RV9] a line that is being typed survives a reload, and is gone once it is sent', () => {
  const first = renderScreen(<ConsoleScreen />, { ...hello, path: '/console' })
  type('announce Storm at')
  first.unmount()
  const second = renderScreen(<ConsoleScreen />, { ...hello, path: '/console' })
  expect(field().value).toBe('announce Storm at')
  enter('playerlist')
  second.unmount()
  renderScreen(<ConsoleScreen />, { ...hello, path: '/console' })
  expect(field().value).toBe('')
})
