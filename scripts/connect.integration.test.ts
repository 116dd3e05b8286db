import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../server/config.ts'
import { startSftpServer } from '../server/game/simulator/sftpServer.ts'
import { steadyClock } from '../server/game/testing/steadyClock.ts'
import { startTestSimulator, testPassword } from '../server/game/testing/testSimulator.ts'
import { connectSteps } from './connectSteps.ts'
import { repositoryRoot } from './repositoryRoot.ts'

/** Runs npm run connect with these answers. */
async function connect(answers: readonly string[], flags: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['scripts/connect.ts', ...flags], {
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  child.stdin.end(answers.map((answer) => `${answer}\n`).join(''))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { output, code }
}

test('[CN20] the ways to a game, its log, its mod and its host are asked, tried and printed as lines that configure the hub', async () => {
  const logs = await mkdtemp(join(tmpdir(), 'waterhole-connect-'))
  onTestFinished(() => rm(logs, { recursive: true, force: true }))
  const simulator = await startTestSimulator({ logs: { folder: logs, chatEveryMs: 0 } })
  const [player] = simulator.world.online()
  if (player) simulator.gameLog?.say(player, 'hello')
  await simulator.gameLog?.written()
  const commands = JSON.stringify({ restart: [process.execPath, '-v'], status: [process.execPath, '-v'] })
  const owner = '76561198000000777'
  const { output, code } = await connect([
    '',
    String(simulator.port),
    testPassword,
    logs,
    'http',
    '',
    '',
    '',
    commands,
    owner,
    'play.example.org',
  ])
  expect(output).toMatch(/ok {2}Signed in at 127\.0\.0\.1:\d+\./)
  expect(output).toContain('Its last lines have chat')
  expect(output).toContain("Put this into the mod's folder Saved as config.json")
  expect(output).toContain('the game server runs')
  expect(code).toBe(0)
  const lines = parseEnv(output.slice(output.indexOf('EVRIMA_HOST=')))
  expect(readConfig(lines)).toMatchObject({
    demo: false,
    evrima: { host: '127.0.0.1', port: simulator.port, password: testPassword },
    gameFiles: { log: { place: { kind: 'local' } }, modBridge: 'http' },
    gameHost: { place: { kind: 'commands' } },
    ownerSteamIds: [owner],
    gameAddress: { host: 'play.example.org', port: 16006 },
  })
  const check = await connect([], ['--check'], lines)
  for (const text of ['Its last lines have chat', 'will fetch its commands', 'the game server runs'])
    expect(check.output).toContain(text)
  expect(check.code).toBe(0)
})

test('[CN1300] http in capitals is a mod that fetches its commands, and gets a token', () => {
  const mod = connectSteps.find(({ questions }) => questions.some(({ name }) => name === 'MOD_BRIDGE'))
  const settings = { EVRIMA_HOST: 'game.example.org', EVRIMA_RCON_PASSWORD: testPassword, MOD_BRIDGE: 'HTTP' }
  expect(mod?.adds?.(settings)).toMatchObject({ MOD_BRIDGE_TOKEN: expect.stringMatching(/^[\w-]{32}$/) })
  expect(mod?.questions.find(({ name }) => name === 'PUBLIC_URL')?.isAsked?.(settings)).toBe(true)
})

test.each([
  [
    ['203.0.113.10:8888'],
    'EVRIMA_HOST holds "203.0.113.10:8888"; it needs: a name or an address without http:// and without a port',
  ],
  [['203.0.113.10', 'eight'], 'EVRIMA_RCON_PORT holds "eight"; it needs: a port number from 1 to 65535.'],
])('[CN2001] the answers %j are refused where they are typed', async (answers, says) => {
  const { output, code } = await connect(answers)
  const [before = '', after] = output.split(`  no  ${says}`)
  expect(after).toBeDefined()
  expect([before.includes('RconPassword:'), after?.includes('RconPassword:')]).toEqual([false, false])
  expect(code).toBe(1)
})

test('[CN21] answers that end early, unknown options and a wrong configuration are reported, without a secret', async () => {
  const early = await connect(['127.0.0.1'])
  expect(early).toMatchObject({
    code: 1,
    output: expect.stringContaining('The input ended before all questions were answered'),
  })
  expect(await connect([], ['--yes'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('The only option is --check'),
  })
  const broken = { EVRIMA_HOST: '127.0.0.1', EVRIMA_RCON_PORT: '1', EVRIMA_RCON_PASSWORD: 'hidden-word' }
  const { output, code } = await connect([], ['--check'], broken)
  expect(code).toBe(1)
  expect(output).toContain('  no  Nothing listens at 127.0.0.1:1.')
  expect(output).not.toContain('hidden-word')
})

test('[CN1003] a host key that was seen is kept where the hub looks for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waterhole-connect-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const simulator = await startTestSimulator()
  const files = { root: folder, user: 'steam', password: 'sftp-word', clock: steadyClock }
  const server = await startSftpServer({ host: '127.0.0.1', port: 0, ...files })
  onTestFinished(() => server.close())
  const log = `sftp://steam@127.0.0.1:${server.port}/none`
  const dataDir = join(folder, 'data')
  const answers = ['', String(simulator.port), testPassword, log, 'sftp-word']
  const { output } = await connect(answers, [], { DATA_DIR: dataDir })
  expect(output).toContain('It is kept, and another one is refused from now on.')
  expect(await readFile(join(dataDir, 'known-hosts.json'), 'utf8')).toContain(`127.0.0.1:${server.port}`)
})
