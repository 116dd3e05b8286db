import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../server/storage/redis/testing/selfSigned.ts'
import { repositoryRoot } from './repositoryRoot.ts'

const folder = mkdtempSync(join(tmpdir(), 'waterhole-calls-'))
const text = join(folder, 'text')
const other = createServer().listen(0, '127.0.0.1')
let port = ''
beforeAll(async () => {
  writeFileSync(text, 'kept')
  if (!other.listening) await once(other, 'listening')
  port = String((other.address() as AddressInfo).port)
})
afterAll(() => {
  other.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Only a command that hangs takes this long, even on a slow and busy machine. */
const hangMs = 240_000

/** What a command of package.json says to these flags. */
const call = (script: string, flags: readonly string[]) => {
  const args = [join('scripts', script), ...flags]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    timeout: hangMs,
  })
  return { status, stdout, stderr }
}

const hub = ['--url', 'http://127.0.0.1:1']
const simulator = ['--password', 'x', '--port', '0']
const noFolder = `${text} is a file, and a folder is needed there. Move that file away, or name another folder with --out.\n`
const wrong: readonly (readonly [script: string, flags: () => readonly string[], message: string | RegExp])[] = [
  // Before the load, not after it.
  ['load.ts', () => [...hub, '--out', text], noFolder],
  [
    'load.ts',
    () => [...hub, '--out', join(text, 'x')],
    /text is a file, and a folder is needed there\. .* name another folder with --out\.\n$/,
  ],
  [
    'soak.ts',
    () => ['--picture', join(text, 'x')],
    /needs a folder where a file is\. .* another file with --picture\.\n$/,
  ],
  ['soak.ts', () => ['--foo'], /^There is no option --foo\. There are --minutes, --viewers, /],
  ['bench.ts', () => ['--quikc'], 'There is no option --quikc. Did you mean --quick?\n'],
  // Before the nodes are started.
  [
    'cluster.ts',
    () => ['--port', port],
    /^Port \d+ on 127\.0\.0\.1 is taken by another program\. Stop that program or choose another port\.\n$/,
  ],
  [
    'cluster.ts',
    () => ['--redis', 'http://:hunter2@redis'],
    /^--redis wants an address such as redis:\/\/127\.0\.0\.1:6379, (?!.*hunter2)/,
  ],
  [
    'simulator.ts',
    () => ['--password', 'x', '--port', port],
    /^Port \d+ on 127\.0\.0\.1 is taken by another program\..*\n$/,
  ],
  [
    'simulator.ts',
    () => [...simulator, '--files', join(text, 'x')],
    /needs a folder where a file is\. .* --files or --mod-folder\.\n$/,
  ],
  [
    'simulator.ts',
    () => [...simulator, '--host', 'nowhere.invalid'],
    /^Port 0 on nowhere\.invalid cannot be opened, as there is no host with this name\./,
  ],
  [
    'start.ts',
    () => ['--port', '9000'],
    /^npm start takes no options, and --port has no effect\. Settings are in \.env, or before the command: PORT=9000 npm start\.\n$/,
  ],
]

test.each(wrong)(
  '[WC1845] %s is refused in words before anything is begun, and ends with 1',
  (script, flags, message) => {
    const { status, stdout, stderr } = call(script, flags())
    expect(stderr).toMatch(message)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).not.toMatch(/\n {4}at |\bE[A-Z]{4,}\b/)
    expect(readFileSync(text, 'utf8')).toBe('kept')
  },
)

test('[WC1849] what listens and says nothing is not a hub, and is waited for no longer than a connection may take', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const answers = await Promise.all([callAt(url, 'record.ts', '--tap'), callAt(url, 'load.ts', '--seconds=1')])
  const refused = [1, `${url} does not answer in time. Is it the address of a hub?\n`]
  expect(answers).toEqual([refused, refused])
})

/** While this process serves the address. */
async function callAt(url: string, script: string, flag: string) {
  const flags = ['--url', url, flag, '--out', join(folder, script)]
  const child = spawn(process.execPath, [join('scripts', script), ...flags], { cwd: repositoryRoot })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said, [code]] = await Promise.all([readAll(child.stderr), once(child, 'close')])
  return [code, said]
}

test('[WC2000] a certificate that is not trusted here is reported, with what to do: the hub behind it may well run', async () => {
  const server = createHttpsServer(selfSigned(), (_request, response) => response.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answers = await Promise.all([
    callAt(url, 'record.ts', '--tap'),
    callAt(url, 'record.ts', '--as=admin'),
    callAt(url, 'load.ts', '--seconds=1'),
  ])
  const refused = [1, `${url} has a self-signed certificate. Name its file in NODE_EXTRA_CA_CERTS.\n`]
  expect(answers).toEqual([refused, refused, refused])
})

test('[WC1846] a hub that does not answer is named, with why', () => {
  const refused = { status: 1, stderr: expect.stringContaining('nothing listens there. Is the hub running?') }
  expect(call('load.ts', ['--url', 'http://127.0.0.1:18', '--out', join(folder, 'load')])).toMatchObject(refused)
  expect(call('record.ts', ['--url', 'http://127.0.0.1:18', '--tap', '--out', join(folder, 'x')])).toMatchObject(
    refused,
  )
})
