// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
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
import { roster } from '../../../shared/features/roster/roster.ts'
import { given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { ConsoleScreen } from './ConsoleScreen.tsx'

const rex = '76561198000000001'
const history = given(consoleHistory, 'ann', {
  entered: 2,
  lines: {
    b: { number: 2, text: 'kick Nemo', at: screenNow, link: 'hub', tone: 'bad', reply: 'Error: Not there.' },
    a: { number: 1, text: 'playerlist', at: screenNow, link: 'evrima', tone: 'good', reply: '2 players.' },
  },
})
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
  expect(sent).toMatchObject([{ name: keepLine.name, input: { reply: 'Cancelled. Nothing was sent.' } }])
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
  expect(screen.getByText('No test yet')).toBeDefined()
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
