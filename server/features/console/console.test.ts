import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  cancelTest,
  clearHistory,
  commandTest,
  consoleHistory,
  enterLine,
  keepLine,
  mostLines,
  resultsKept,
  startTest,
  testEveryMs,
  testLines,
} from '../../../shared/features/console/console.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { exportMe } from '../../../shared/features/erasure/queries.ts'
import { reportRoster } from '../../../shared/features/roster/commands.ts'
import { reportLink } from '../../../shared/features/server/commands.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { freshId, inSession, person } from '../../testing/principals.ts'
import type { DeliveryLink } from '../deliveries/link.ts'
import { entryOf, steamOf } from '../deliveries/testing/openDeliveries.ts'
import { startDeliveryWorker } from '../deliveries/worker.ts'
import { startConsoleWorker } from './feature.ts'

const rex = steamOf(1)
const ann = inSession(person('ann', 'admin'))

type App = Awaited<ReturnType<typeof openApp>>

/** A hub with a player in the game, and a link that answers each action with its text. */
async function openConsole(app?: App) {
  const opened = app ?? (await openApp(allFeatures))
  const { hub, clock } = opened
  if (!app) {
    await ensureAccount(hub, clock.now(), { account: 'ann' })
    await ensureAccount(hub, clock.now(), { account: 'rex', steamId: rex })
    await ensureAccount(hub, clock.now(), { account: 'mo' })
    await setLink(opened, 'up')
    const players = [entryOf(rex, 'Rex')]
    await hub.execute('game link', reportRoster.name, {
      server: mainServer,
      players,
      readAt: clock.now(),
      everyMs: 2_000,
    })
  }
  const base = {
    hub,
    server: mainServer,
    clock,
    onFault: (what: string, error: unknown) => void opened.faults.push(`${what} ${error}`),
  }
  const worker = startDeliveryWorker({ ...base, links: [echo] })
  const stop = startConsoleWorker(base)
  const settle = async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      await hub.settled()
      await new Promise(setImmediate)
    }
  }
  return {
    ...opened,
    settle,
    lines: (account = 'ann') =>
      Object.values(hub.read(consoleHistory, account).lines).sort((one, other) => one.number - other.number),
    results: () =>
      Object.values(hub.read(commandTest, mainServer).results).sort((one, other) => one.number - other.number),
    run: () => hub.read(commandTest, mainServer).run,
    ask: (command: { readonly name: string }, input: object = {}, who = ann) =>
      opened.dispatch(who, command.name, input),
    async close() {
      stop()
      await worker.stop()
    },
  }
}
const setLink = ({ hub }: App, name: 'up' | 'down') =>
  hub.execute('game link', reportLink.name, {
    server: mainServer,
    link: { name, since: 1, why: null },
    simulated: true,
    metresPerUnit: 1,
    mapImage: null,
  })

const echo: DeliveryLink = {
  name: 'evrima',
  concurrency: 1,
  state: () => ({ name: 'up' }),
  onState: () => () => {},
  can: () => true,
  isHarmlessTwice: () => false,
  commandText: ({ kind, detail }) => `${kind} ${detail.text ?? ''}`.trim(),
  perform: async ({ kind, detail }) => ({ state: 'confirmed', reply: `did ${detail.text ?? kind}`, why: null }),
}

test('[CQ14] a line becomes the order of its word, and its history shows link and answer on every device', async () => {
  const { ask, lines, settle, hub } = await openConsole()
  for (const line of ['playerlist', 'kick Rex rude', 'announce Good evening', 'rain now', 'help kick'])
    expect(await ask(enterLine, { line })).toMatchObject({ ok: true })
  await settle()
  expect(Object.values(hub.read(deliveries, mainServer).entries).map(({ kind }) => kind)).toEqual([
    'gameConsole',
    'kick',
    'broadcast',
    'console',
  ])
  expect(lines()).toMatchObject([
    { text: 'playerlist', link: 'evrima', tone: 'good', reply: 'did playerlist', players: [] },
    { text: 'kick Rex rude', link: 'evrima', tone: 'good', reply: 'did kick', players: [rex] },
    { text: 'announce Good evening', reply: 'did Good evening' },
    { text: 'rain now', reply: 'did rain now' },
    { text: 'help kick', link: 'hub', tone: 'good', reply: 'kick <player> [reason]: Kick a player.', delivery: null },
  ])
})

test('[V8.2.1] [CQ15] the console asks for the permission of the command behind a line', async () => {
  const { ask, lines, hub } = await openConsole()
  const robbed = { ...ann, can: (permission: string) => permission === 'runConsole' }
  for (const line of ['kick Rex', 'broadcast hi', 'announce hi', 'directmessage Rex hi'])
    expect(await ask(enterLine, { line }, robbed as never), line).toMatchObject({ ok: false, code: 'above' })
  expect(await ask(enterLine, { line: 'playerlist' }, inSession(person('mo', 'moderator')))).toMatchObject({
    code: 'forbidden',
  })
  expect(lines()).toEqual([])
  expect(hub.read(deliveries, mainServer).entries).toEqual({})
})

test('[CQ2085] a line that names a player is not told that no one has that name before a new leader has read who is online', async () => {
  const opened = await openApp(allFeatures)
  await ensureAccount(opened.hub, opened.clock.now(), { account: 'ann' })
  const { ask, lines } = await openConsole(opened)
  expect(await ask(enterLine, { line: 'heal Rex' })).toMatchObject({ ok: false, code: 'notReadYet' })
  expect(await ask(enterLine, { line: `heal ${rex}` })).toMatchObject({ ok: true })
  expect(lines()).toHaveLength(1)
})

test('[CQ16] a line that is wrong, refused or cancelled is kept with the reason, and nothing is sent', async () => {
  const { ask, lines, hub } = await openConsole()
  for (const line of ['kick', 'updateplayables', `kick Rex ${'x'.repeat(300)}`]) await ask(enterLine, { line })
  expect(await ask(enterLine, { line: ' ' })).toMatchObject({ ok: false, code: 'noCommand' })
  expect(await ask(enterLine, { line: 'kick Nemo' })).toMatchObject({ ok: false, code: 'unknownPlayer' })
  await ask(keepLine, { line: 'kick Nemo', reply: 'Error: Not there.' })
  await ask(keepLine, { line: 'kick Rex', reply: 'Cancelled. Nothing was sent.', tone: 'cancelled' })
  expect(lines().map(({ tone, reply }) => `${tone} ${reply}`)).toEqual([
    'bad Error: Please enter a target player name',
    'bad Error: List them, separated by commas.',
    expect.stringMatching(/^bad Error: reason: .*200/),
    'bad Error: Not there.',
    'cancelled Cancelled. Nothing was sent.',
  ])
  expect(hub.read(deliveries, mainServer).entries).toEqual({})
})

test('[CQ17] a person keeps the latest 50 lines across a restart, and clears them on all devices', async () => {
  const first = await openConsole()
  for (let number = 1; number <= mostLines + 5; number += 1) await first.ask(enterLine, { line: `help ${number}` })
  await first.close()
  const { ask, lines } = await openConsole(await first.restart())
  expect(lines().map(({ text }) => text)).toEqual(Array.from({ length: mostLines }, (_, at) => `help ${at + 6}`))
  expect(lines('mo')).toEqual([])
  expect(await ask(clearHistory)).toMatchObject({ ok: true })
  expect(lines()).toEqual([])
})

test('[CQ18] an answer that came while no worker ran is shown after the restart', async () => {
  const first = await openConsole()
  await first.close()
  await first.ask(enterLine, { line: 'playerlist' })
  expect(first.lines()).toMatchObject([{ tone: 'waiting', reply: '' }])
  const { lines, settle } = await openConsole(await first.restart())
  await settle()
  expect(lines()).toMatchObject([{ tone: 'good', reply: 'did playerlist' }])
})

test("[CQ19] an export has the person's lines without what they wrote about players, and an erased player is in no line", async () => {
  const { ask, lines, settle, hub, clock, dispatch } = await openConsole()
  for (const line of ['kick Rex rude', `rain ${rex}`, 'playerlist']) await ask(enterLine, { line })
  await settle()
  const answer = await hub.query(ann, { name: exportMe.name, input: {} })
  const exported = answer.ok ? (answer.output as { personal: { console: object[] } }).personal.console : []
  expect(exported).toMatchObject([{ text: '' }, { text: `rain ${rex}` }, { text: 'playerlist' }])
  expect(JSON.stringify(exported)).not.toMatch(/did|rude/)
  expect(await dispatch(inSession(person('rex')), eraseMe.name, { confirm: 'rex' })).toMatchObject({ ok: true })
  expect(lines().map(({ text }) => text)).toEqual(['playerlist'])
  await hub.dispatch(ann, { id: freshId(clock.now()), name: eraseMe.name, input: { confirm: 'ann' } })
  expect(lines()).toEqual([])
})

test('[CQ20] a test sends its 11 questions 2 s apart, across a restart too, and keeps 15 results', async () => {
  const first = await openConsole()
  expect(testLines.length).toBe(11)
  expect(testEveryMs).toBe(2_000)
  expect(await first.ask(startTest)).toMatchObject({ ok: true })
  expect(await first.ask(startTest)).toMatchObject({ ok: false, code: 'running' })
  for (let sent = 1; sent < 4; sent += 1) {
    expect(first.results().length).toBe(sent)
    first.clock.pass(1_999)
    await first.settle()
    expect(first.results().length).toBe(sent)
    first.clock.pass(1)
    await first.settle()
  }
  await first.close()
  const second = await openConsole(await first.restart())
  const { results, run, clock, settle, ask } = second
  clock.pass(testEveryMs)
  await settle()
  expect([run()?.state, results().length]).toEqual(['running', 4])
  await setLink(second, 'up')
  for (let sent = 4; sent < 11; sent += 1) {
    clock.pass(testEveryMs)
    await settle()
  }
  expect(run()).toMatchObject({ state: 'finished', sent: 11, by: 'ann' })
  expect(results().map(({ line }) => line)).toEqual([...testLines])
  for (const { tone, link, reply, line, tookMs } of results())
    expect({ tone, link, reply, took: typeof tookMs }).toEqual({
      tone: 'good',
      link: 'evrima',
      reply: `did ${line}`,
      took: 'number',
    })
  await ask(startTest)
  for (let sent = 1; sent < 11; sent += 1) {
    clock.pass(testEveryMs)
    await settle()
  }
  expect(results().map(({ number }) => number)).toEqual(Array.from({ length: resultsKept }, (_, at) => at + 8))
})

test('[CQ21] a test is cancelled, does not start while the link is down, and stops when it goes down', async () => {
  const app = await openConsole()
  const { ask, run, results, clock, settle } = app
  expect(await ask(cancelTest)).toMatchObject({ ok: false, code: 'notRunning' })
  await ask(startTest)
  expect(await ask(cancelTest)).toMatchObject({ ok: true })
  clock.pass(10 * testEveryMs)
  await settle()
  expect([run()?.state, results().length]).toEqual(['cancelled', 1])
  await ask(startTest)
  await setLink(app, 'down')
  clock.pass(testEveryMs)
  await settle()
  expect(run()).toMatchObject({ state: 'stopped', why: 'The game link went down.' })
  expect(await ask(startTest)).toMatchObject({ ok: false, code: 'linkDown' })
})
