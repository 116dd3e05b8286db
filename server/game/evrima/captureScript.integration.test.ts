import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startHostileServer } from '../testing/hostileServer.ts'
import { startTestSimulator, testPassword } from '../testing/testSimulator.ts'
import type { Capture } from './capture.ts'
import { parsePlayerData } from './parsePlayers.ts'

const run = (flags: readonly string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['scripts/capture.ts', ...flags], { env: { ...process.env, ...env } })

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'waterhole-capture-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('[CS1] the file has the replies of the server, and no name, id or password', async () => {
  const simulator = await startTestSimulator({ settings: { joinPassword: 'join-s3cret' } })
  // In one piece: an answer that stops for a second half-way counts as broken.
  simulator.faults.segmentBytes = 1_000_000
  const out = join(folder(), 'capture.json')
  await run(['--host', '127.0.0.1', '--port', String(simulator.port), '--out', out], {
    EVRIMA_RCON_PASSWORD: testPassword,
  })

  const text = readFileSync(out, 'utf8')
  for (const { id, name, eosId } of simulator.world.players) {
    expect(text).not.toContain(id)
    expect(text).not.toContain(eosId)
    for (const part of name.split(',')) expect(text).not.toContain(part.trim())
  }
  expect(text).not.toMatch(/s3cret|Simulated Island/)

  const { replies } = JSON.parse(text) as Capture
  expect(replies.map(({ command, problem }) => [command, problem])).toEqual(
    ['login', 'playerlist', 'getplayerdata', 'serverdetails', 'getplayables', 'getqueuestatus'].map((command) => [
      command,
      null,
    ]),
  )
  expect(parsePlayerData(replies[2]?.text ?? '').value.length).toBe(simulator.world.reported().length)
  expect(simulator.log.every(({ command }) => /login|list|get|details/.test(command))).toBe(true)
})

test.each([
  ['nul', 'playerlist', null],
  ['half', 'playerlist', 'playerlist: an answer stopped half-way'],
] as const)(
  '[GH15] the bytes of a server in the mode "%s" are kept as they arrived',
  async (mode, command, problem) => {
    const server = await startHostileServer({ port: 0, password: testPassword, mode })
    onTestFinished(server.close)
    const out = join(folder(), 'capture.json')
    const at = ['--host', '127.0.0.1', '--port', String(server.port), '--out', out]
    await run(at, { EVRIMA_RCON_PASSWORD: testPassword })
    const { replies } = JSON.parse(readFileSync(out, 'utf8')) as Capture
    const [login, reply] = ['login', command].map((one) => replies.find((each) => each.command === one))
    const bytes = Buffer.from(login?.hex ?? '', 'hex').toString()
    expect(bytes).toBe(mode === 'nul' ? 'Password Accepted\0' : 'Password Accepted')
    expect(login?.segments).toEqual([{ atMs: expect.any(Number), bytes: bytes.length }])
    expect(reply).toMatchObject({ problem, hex: Buffer.from(reply?.text ?? '').toString('hex') })
    expect(reply?.text).toContain(mode === 'nul' ? '\0' : 'PlayerList\n7656')
    const text = readFileSync(out, 'utf8')
    for (const { id, name } of server.game.world.players)
      for (const part of [id, ...name.split(',')]) {
        expect(text).not.toContain(part.trim())
        expect(text).not.toContain(Buffer.from(part.trim()).toString('hex'))
      }
  },
)

test('[CS2] the variable of the password can be chosen, and a wrong password is reported as such', async () => {
  const { port } = await startTestSimulator()
  const flags = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--out',
    join(folder(), 'x.json'),
    '--password-env',
    'MINE',
  ]
  await run(flags, { MINE: testPassword })
  const failed = run(flags, { MINE: 'guess-s3cret' })
  await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('password refused') })
  await expect(failed).rejects.toMatchObject({ stderr: expect.not.stringContaining('guess-s3cret') })
})

test.each([
  [[], '--host is missing'],
  [['--host', 'x', '--port', 'many'], '--port wants a whole number from 1 to 65535, not "many"'],
  [['--host', 'x', '--password-env', 'NOT_SET_ANYWHERE'], 'NOT_SET_ANYWHERE is not set'],
  [['--hots', 'x'], 'There is no option --hots. Did you mean --host?'],
  [
    ['--host', 'http://game.example'],
    '--host wants a name or an address alone, such as 203.0.113.10, not "http://game.example".',
  ],
  [['--host', '203.0.113.10:8888'], 'The port belongs in --port.'],
])('[CS3] %j is refused with a helpful message', async (flags, message) => {
  await expect(run(flags, {})).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
})

test('[CS1300] a file that cannot be written is named before the password is asked for', async () => {
  const place = folder()
  const flags = (out: string) => ['--host', 'x', '--password-env', 'NOT_SET_ANYWHERE', '--out', out]
  await expect(run(flags(join(place, 'none', 'x.json')), {})).rejects.toMatchObject({
    code: 1,
    stderr: `${join(place, 'none')} does not exist. Check the path, or name another file with --out.\n`,
  })
  await expect(run(flags(place), {})).rejects.toMatchObject({
    stderr: expect.stringContaining(`${place} is a folder, and a file is needed there.`),
  })
})
