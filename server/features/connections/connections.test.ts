import { expect, test } from 'vitest'
import { checkPauseMs } from '../../../shared/features/connections/commands.ts'
import { connections, type Finding, stateOf } from '../../../shared/features/connections/connections.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import { connectionsFeature } from './feature.ts'
import { freshForMs, startConnectionsWorker } from './worker.ts'

const finding = (state: Finding['state']): Finding => ({ state, says: `It is ${state}.`, mend: null, add: null })
const olga = person('olga', 'owner')

async function openWorker() {
  const app = await openApp([connectionsFeature])
  let now = 1_000_000
  let [isWatched, notify, runs] = [false, () => {}, 0]
  let broken = false
  const check = (state: Finding['state']) => ({
    place: state === 'absent' ? null : 'here',
    async check() {
      if (state === 'good') runs += 1
      if (broken && state === 'warning') throw new Error('a bug')
      return [finding('good'), finding(state)]
    },
  })
  const stop = startConnectionsWorker({
    hub: app.hub,
    server: 'main',
    checks: { rcon: check('good'), log: check('bad'), mod: check('warning'), host: check('absent') },
    now: () => now,
    isWatched: () => isWatched,
    onWatched(listener) {
      notify = listener
      return () => {}
    },
    onFault: (what, error) => app.faults.push(`${what}: ${error}`),
  })
  const turns = async () => {
    for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ...app,
    stop,
    turns,
    runs: () => runs,
    document: () => app.hub.read(connections, 'main'),
    ask: () => app.dispatch(olga, 'connections.check', { server: 'main' }),
    breakMod() {
      broken = true
    },
    pass(ms: number) {
      now += ms
    },
    async watch(next: boolean) {
      isWatched = next
      notify()
      await turns()
    },
  }
}

test('[CN40] an owner who asks gets the state of each connection, that of its worst finding', async () => {
  const { ask, turns, document } = await openWorker()
  expect(await ask()).toMatchObject({ ok: true })
  await turns()
  const { checked, isChecking } = document()
  const states = Object.entries(checked).map(([name, one]) => [name, one && stateOf(one), one?.place])
  expect(states).toEqual([
    ['rcon', 'good', 'here'],
    ['log', 'bad', 'here'],
    ['mod', 'warning', 'here'],
    ['host', 'good', null],
  ])
  expect(isChecking).toBe(false)
})

test('[CN41] a user who asks again at once is refused and learns how long to wait, and after ten seconds is not', async () => {
  const { ask, turns, clock, runs } = await openWorker()
  await ask()
  await turns()
  clock.pass(2_500)
  expect(await ask()).toMatchObject({ code: 'tooSoon', message: expect.stringContaining('Try again in 8 s.') })
  clock.pass(checkPauseMs - 2_500)
  expect(await ask()).toMatchObject({ ok: true })
  await turns()
  expect(runs()).toBe(2)
})

test('[CN42] an owner who opens the page sees results that are at most five minutes old', async () => {
  const { watch, pass, runs } = await openWorker()
  await watch(true)
  await watch(false)
  await watch(true)
  expect(runs()).toBe(1)
  pass(freshForMs)
  await watch(true)
  expect(runs()).toBe(2)
})

test('[CN43] a check that breaks is reported as a fault, and the others are shown', async () => {
  const { ask, turns, document, breakMod, faults } = await openWorker()
  breakMod()
  await ask()
  await turns()
  const { checked, isChecking } = document()
  expect(checked.mod?.findings).toMatchObject([{ state: 'bad', says: expect.stringContaining('check itself failed') }])
  expect([Object.keys(checked).length, isChecking]).toEqual([4, false])
  expect(faults).toEqual(['check of mod: Error: a bug'])
  faults.length = 0
})

test('[CN44] only owners ask and read, and only the hub reports', async () => {
  const { dispatch, hub } = await openWorker()
  expect(await dispatch(person('ann', 'admin'), 'connections.check', { server: 'main' })).toMatchObject({
    code: 'forbidden',
  })
  const input = { server: 'main', isChecking: false, found: null }
  expect(await dispatch(olga, 'connections.report', input)).toMatchObject({ code: 'forbidden' })
  const mayRead = (role: 'owner' | 'admin') =>
    connections.readableBy(person('ann', role), 'main', hub.read(connections, 'main'), hub.read)
  expect([mayRead('owner'), mayRead('admin')]).toEqual([true, false])
})

test('[CN45] while the connections are checked another check is refused', async () => {
  const { hub, ask, stop, document } = await openWorker()
  stop()
  const report = (isChecking: boolean) =>
    hub.execute('test', 'connections.report', { server: 'main', isChecking, found: null })
  await report(true)
  expect(await ask()).toMatchObject({ code: 'busy' })
  await report(false)
  expect(await ask()).toMatchObject({ ok: true })
  expect(document().isChecking).toBe(false)
})
