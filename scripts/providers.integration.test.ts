import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryRoot } from './repositoryRoot.ts'

/** Only a command that hangs takes this long, even on a slow and busy machine. */
const hangMs = 240_000

const run = (...options: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/providers.ts', ...options], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    timeout: hangMs,
  })

test.each([
  ['--port=9000', /^There is no option --port\./],
  ['--steam-port=http', /^--steam-port wants a whole number from 0 to 65535, not "http"\.$/m],
  ['--steam-port=8092', /^--steam-port and --discord-port are both 8092: give each a port of its own\.$/m],
])('[PV1000] npm run providers refuses %s, says why, and ends', (option, says) => {
  const { status, stdout, stderr } = run(option)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(says)
  expect(stderr).not.toContain('    at ')
})

test('[PV2000] --help names the options of npm run providers, and starts nothing', () => {
  const { status, stdout, stderr } = run('--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^npm run providers -- \[--steam-port 8091\] \[--discord-port 8092\]\n/)
})

test.each(['steam', 'discord'])(
  '[PV1843] where the port for %s is taken, npm run providers says which, and how to choose another',
  async (name) => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const ports = { steam: 0, discord: 0, [name]: port }
    const { status, stdout, stderr } = run('--steam-port', `${ports.steam}`, '--discord-port', `${ports.discord}`)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(
      `Port ${port} is taken by another program, perhaps another npm run providers. Stop that, or choose another port: npm run providers -- --${name}-port NUMBER.\n`,
    )
  },
)

test('[PV2001] npm run providers opens the ports that were chosen, and its lines name them', async () => {
  const child = spawn(process.execPath, ['scripts/providers.ts', '--steam-port', '0', '--discord-port', '0'], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  let said = ''
  for await (const piece of child.stdout) {
    said += piece
    if (said.includes('DISCORD_CLIENT_SECRET=')) break
  }
  const [, steam = ''] = /^STEAM_API_URL=(.+)$/m.exec(said) ?? []
  const [, discord = ''] = /^DISCORD_URL=(.+)$/m.exec(said) ?? []
  expect((await fetch(`${steam}/nothing`)).status).toBe(404)
  expect((await fetch(`${discord}/nothing`)).status).toBe(404)
})
