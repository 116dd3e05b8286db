import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../engine/clock.ts'
import { freePort } from '../../testing/freePort.ts'
import { createAmpAdapter } from '../host/ampAdapter.ts'
import { createCommandsAdapter, type HostCommands } from '../host/commandsAdapter.ts'
import { createPanelAdapter } from '../host/panelAdapter.ts'
import { startAmpServer } from '../simulator/ampServer.ts'
import type { PanelGame } from '../simulator/panelHost.ts'
import { startPanelServer } from '../simulator/panelServer.ts'
import { checkHost } from './hostCheck.ts'

const secret = 'n0t-t0-be-sh0wn'
const game: PanelGame = { state: () => 'running', power() {}, command() {}, uptimeMs: () => 3 * 3_600_000 }

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'waterhole-connect-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function openPanel() {
  const root = await temporaryFolder()
  const panel = await startPanelServer({
    host: '127.0.0.1',
    port: 0,
    root,
    key: secret,
    server: 'demo',
    clock: systemClock,
    game,
  })
  onTestFinished(() => panel.close())
  const check = (changes: object = {}) =>
    checkHost(
      createPanelAdapter({ panel: { url: panel.url, key: secret, server: 'demo', ...changes }, clock: systemClock }),
    )
  return { panel, check }
}

test('[CN30] a panel that takes the key reports that the game runs; the rights that its account lacks are named', async () => {
  const { panel, check } = await openPanel()
  expect(await check()).toMatchObject([
    { state: 'good', says: expect.stringContaining('the game server has been running for 3 h.') },
  ])
  panel.faults.permissions = ['control.start', 'control.stop', 'backup.read']
  expect((await check())[1]).toMatchObject({
    state: 'warning',
    says: 'The account of the key may not restart (control.restart), make backups (backup.create).',
  })
})

test('[CN31] a wrong key, a wrong server and a panel that is not there are three different sentences, without the key', async () => {
  const { check } = await openPanel()
  const found = [
    await check({ key: 'wr0ng-key' }),
    await check({ server: 'other' }),
    await check({ url: `http://127.0.0.1:${await freePort()}` }),
  ].flat()
  expect(found.map(({ state }) => state)).toEqual(['bad', 'bad', 'bad'])
  for (const [at, text] of ['does not know the key', 'has no server other', 'cannot be reached'].entries())
    expect(found[at]?.says).toContain(text)
  expect(JSON.stringify(found)).not.toMatch(/n0t-t0-be-sh0wn|wr0ng-key/)
})

test('[CN32] AMP reports that the game runs, or that it does not accept the user', async () => {
  const amp = await startAmpServer({
    host: '127.0.0.1',
    port: 0,
    user: 'hub',
    password: secret,
    clock: systemClock,
    game,
  })
  onTestFinished(() => amp.close())
  const check = (password: string) =>
    checkHost(createAmpAdapter({ amp: { url: amp.url, user: 'hub', password }, clock: systemClock }))
  expect(await check(secret)).toMatchObject([{ state: 'good' }])
  const [refused] = await check('wr0ng')
  expect(refused).toMatchObject({ state: 'bad', says: expect.stringContaining('HOST_AMP_PASSWORD') })
  expect(refused?.says).not.toContain('wr0ng')
})

const commandsCheck = (commands: HostCommands, saved: { from: string; to: string } | null = null) =>
  checkHost(
    createCommandsAdapter({
      commands,
      environment: { PATH: process.env.PATH ?? '' },
      saved,
      clock: systemClock,
      limits: { statusMs: 60_000, powerMs: 60_000, backupMs: 60_000 },
    }),
  )

test('[CN33] programs on this machine are looked for and not run, except status', async () => {
  const folder = await temporaryFolder()
  const [plain, mark] = [join(folder, 'plain'), join(folder, 'was-run')]
  await writeFile(plain, '')
  const found = await commandsCheck({
    start: [process.execPath, '-e', `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`],
    restart: [plain],
    shutdown: ['no-such-program-anywhere'],
    status: [process.execPath, '-e', 'console.log("running")'],
  })
  const says = found.map(({ state, says: text }) => `${state} ${text}`)
  expect(says[0]).toMatch(/^good .*the game server runs\.$/)
  expect(says[1]).toContain(`may not run ${plain}`)
  expect(says[2]).toContain('bad HOST_COMMANDS names no-such-program-anywhere for shutdown')
  expect(says[3]).toContain('warning Backups of the saves are not set up.')
  expect(says).toHaveLength(4)
  await chmod(plain, 0o755)
  expect((await commandsCheck({ restart: [plain] })).filter(({ state }) => state === 'bad')).toEqual([])
  await expect(writeFile(mark, '', { flag: 'wx' })).resolves.toBeUndefined()
})

test('[CN34] a status program that says off may ask for another server; without one the check says what cannot be confirmed', async () => {
  const [off] = await commandsCheck({ status: [process.execPath, '-e', 'process.exit(3)'] })
  expect(off).toMatchObject({ state: 'warning', mend: expect.stringContaining('another name') })
  const found = await commandsCheck({ restart: [process.execPath] })
  const texts = found.map(({ says }) => says).join('\n')
  expect(texts).toContain('HOST_COMMANDS has no start and no shutdown.')
  expect(texts).toContain('A shutdown cannot be confirmed')
  expect(found.every(({ state }) => state !== 'bad')).toBe(true)
})
