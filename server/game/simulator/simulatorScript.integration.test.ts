import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { until } from '../../testing/testCluster.ts'
import { createBridgeLink } from '../bridge/bridgeLink.ts'
import { createEvrimaLink } from '../evrima/evrimaLink.ts'
import { createSourceLink } from '../source/sourceLink.ts'
import { startTestSimulator } from '../testing/testSimulator.ts'
import { simulatorArguments } from './simulatorArguments.ts'

const fail = (flags: readonly string[]) => promisify(execFile)(process.execPath, ['scripts/simulator.ts', ...flags])

function start(flags: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, ['scripts/simulator.ts', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('[SS1] it prints its address, answers there, and ends on a signal', async () => {
  const child = start([
    '--port',
    '0',
    '--password',
    'x',
    '--players',
    '12',
    '--max-players',
    '50',
    '--format',
    '2025',
    '--time',
    '21:30',
  ])
  const [line] = child.stdout ? await once(child.stdout, 'data') : ['']
  expect(String(line)).toContain('12 of 50 players, seed 7, replies of 2025')
  const port = Number(/:(\d+):/.exec(String(line))?.[1])

  const link = createEvrimaLink({ host: '127.0.0.1', port, password: 'x' })
  onTestFinished(() => link.close())
  await new Promise<void>((resolve) => link.onState(({ name }) => name === 'up' && resolve()))
  const details = await link.details()
  expect(details).toMatchObject({ currentPlayers: 12, maxPlayers: 50, version: 'simulator 1' })
  expect(details.timeOfDayMinutes).toBeGreaterThanOrEqual(21.5 * 60)
  expect(details.timeOfDayMinutes).toBeLessThan(22.5 * 60)

  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.each([
  [[], '--password is missing'],
  [['--password', 'x', '--panel-port', '0'], '--panel-port and --panel-key belong together'],
  [['--password', 'x', '--sftp-port', '0'], '--sftp-port and --sftp-password belong together'],
  [['--password', 'x', '--log-shape', 'odd'], '--log-shape wants one of unreal, bracketed, verbose'],
  [['--password', 'x', '--players', '301'], '--players wants a whole number from 0 to 300, not "301"'],
  [['--password', 'x', '--format', '2024'], '--format wants 2025 or 2026'],
  [['--password', 'x', '--time', 'noon'], '--time wants'],
  [['--pasword', 'x'], '--pasword'],
  [['--password', 'x', '--source-port', '70000'], '--source-port wants'],
  [['--password', 'x', '--bridge-token', 'y'], '--bridge-token opens nothing without --bridge-port'],
  [['--password', 'x', '--mod-config', '/nowhere'], '--mod-config wants a config.json with inputUrl'],
  [['--password', 'x', '--mod-folder', 'a', '--mod-config', 'b'], 'both given'],
  [['--password', 'x', '--trouble', '101'], '--trouble wants a whole number from 0 to 100'],
])('[SS2] %j is refused with a helpful message', (flags, message) => {
  expect(() => simulatorArguments(flags)).toThrow(message)
})

test('[SS5] a refused flag ends the program with 1, and is reported with the usage', async () => {
  await expect(fail(['--pasword', 'x'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/--pasword[\s\S]*npm run simulator/),
  })
})

test('[SS3] a port in use is named', async () => {
  const { port } = await startTestSimulator()
  await expect(fail(['--password', 'x', '--port', String(port)])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Port ${port} on 127.0.0.1 is taken by another program`),
  })
})

test('[SS4] on request its command mod is reachable over Source RCON and a bridge', async () => {
  const flags = ['--port', '0', '--password', 'x', '--players', '12', '--source-port', '0', '--bridge-port', '0']
  const child = start([...flags, '--bridge-token', 'y', '--trouble', '0', '--delay', '1', '--freeze'])
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  while (!output.includes('bridge on') && child.stdout) await once(child.stdout, 'data')
  const [, source, bridge] = [...output.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port))
  const links = [
    createSourceLink({ host: '127.0.0.1', port: source ?? 0, password: 'x' }),
    createBridgeLink({ url: `http://127.0.0.1:${bridge}`, token: 'y' }),
  ]
  const heal = { kind: 'heal', target: { id: '76561198000000001', name: 'Fernfoot' }, detail: {} } as const
  for (const link of links) {
    onTestFinished(() => link.close())
    if (link.state().name !== 'up')
      await new Promise<void>((resolve) => link.onState(({ name }) => name === 'up' && resolve()))
    expect(await link.perform(heal)).toMatchObject({ state: 'confirmed', reply: 'Healed Fernfoot' })
  }
})

test('[BM70] on request it runs a CommandBridge that takes commands from a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-bridge-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const child = start(['--port', '0', '--password', 'x', '--players', '12', '--mod-folder', folder])
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  while (!output.includes('CommandBridge') && child.stdout) await once(child.stdout, 'data')
  expect(output).toContain(`takes commands from ${folder}`)
  writeFileSync(join(folder, 'commands.ndjson'), '{"id":"1","verb":"ping","steam":"","args":[]}\n')
  const results = join(folder, 'results.ndjson')
  await expect
    .poll(() => existsSync(results) && readFileSync(results, 'utf8'))
    .toMatch(/"id":"1".*"ok":true,"msg":"pong"/)
})

test('[HM83] a panel runs it: a restart over its client API is carried out, and its files hold the log', async () => {
  const child = start([
    '--port',
    '0',
    '--password',
    'x',
    '--players',
    '3',
    '--panel-port',
    '0',
    '--panel-key',
    'ptlc_x',
  ])
  let said = ''
  child.stdout?.on('data', (text) => {
    said += String(text)
  })
  await until(() => said.includes('HOST_PANEL_SERVER='))
  // A hub refuses a mod in a panel's files: the lines name its folder on this machine.
  const lines = [...said.matchAll(/^ {2}(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value || 'ptlc_x'])
  const { modBridge, log } = readConfig(Object.fromEntries(lines)).gameFiles
  expect([modBridge, log]).toMatchObject([
    { kind: 'local', path: expect.stringContaining('CommandBridge') },
    { place: { kind: 'panel' } },
  ])
  const url = /A panel runs it on (\S+),/.exec(said)?.[1] ?? ''
  const ask = async (path: string, body?: object) => {
    const headers = { authorization: 'Bearer ptlc_x' }
    const method = body ? 'POST' : 'GET'
    const response = await fetch(`${url}/api/client/servers/demo${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    })
    const text = await response.text()
    return text === '' ? null : JSON.parse(text)
  }
  const state = async () => (await ask('/resources')).attributes.current_state
  expect(await state()).toBe('running')
  await ask('/power', { signal: 'stop' })
  await until(async () => (await state()) === 'offline')
  await ask('/power', { signal: 'start' })
  await until(async () => (await state()) === 'running')
  const { data } = await ask('/files/list?directory=/TheIsle/Saved/Logs')
  expect(data.length).toBe(2)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})
