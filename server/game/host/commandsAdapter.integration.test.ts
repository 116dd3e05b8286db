import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../engine/clock.ts'
import { until } from '../../testing/testCluster.ts'
import { createCommandsAdapter, type HostCommands, stateOf } from './commandsAdapter.ts'

const node = process.execPath
const script = (code: string) => [node, '-e', code]

/** Only a program that hangs meets the usual limit. */
function openAdapter(commands: HostCommands, saved: { from: string; to: string } | null = null, powerMs = 60_000) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-host-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const limits = { statusMs: 60_000, powerMs, backupMs: 60_000 }
  const environment = { PATH: '/usr/bin:/bin' }
  const inFolder = saved && { from: join(folder, saved.from), to: join(folder, saved.to) }
  const adapter = createCommandsAdapter({ commands, environment, saved: inFolder, clock: systemClock, limits })
  return { folder, adapter }
}

test('[HM10] a program gets its arguments as they are written: no shell reads them', async () => {
  const odd = ['$(touch hacked)', '; rm -rf /', '"quoted" \\', '*', '']
  const { folder, adapter } = openAdapter({})
  const file = join(folder, 'arguments.json')
  const code = `require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify([process.argv.slice(1), Object.keys(process.env)]))`
  const { adapter: running } = openAdapter({ restart: [...script(code), '--', ...odd] })
  await running.power('restart')
  const [given, environment] = JSON.parse(readFileSync(file, 'utf8'))
  expect(given).toEqual(odd)
  expect(environment.filter((name: string) => !name.startsWith('__'))).toEqual(['PATH'])
  expect(adapter.can).toMatchObject({ restart: false, state: false, backups: 'none' })
})

test('[HM11] a program that is not there is refused, one that fails or does not end may have done it', async () => {
  const { adapter } = openAdapter({
    start: ['/no/such/program'],
    restart: script('console.error("unit not found"); process.exit(5)'),
  })
  const { adapter: hanging } = openAdapter({ shutdown: script('setInterval(() => {}, 1000)') }, null, 700)
  await expect(adapter.power('start')).rejects.toMatchObject({
    code: 'refused',
    message: '/no/such/program cannot be run: there is no such program. Check HOST_COMMANDS.',
  })
  await expect(adapter.power('restart')).rejects.toMatchObject({
    code: 'lost',
    message: expect.stringContaining('ended with code 5: unit not found'),
  })
  await expect(hanging.power('shutdown')).rejects.toMatchObject({
    code: 'lost',
    message: expect.stringContaining('did not end within 0.7 s'),
  })
})

test('[HM12] a program that writes without end is read to its end and kept short', async () => {
  const { adapter } = openAdapter({ restart: script('process.stdout.write("x".repeat(5e6), () => process.exit(7))') })
  const error = await adapter.power('restart').catch(({ message }: Error) => message)
  expect(error).toMatch(/code 7: x{400}\.$/)
})

test.each([
  [{ code: 0, output: 'active' }, 'running'],
  [{ code: 3, output: 'inactive' }, 'offline'],
  [{ code: 3, output: 'activating' }, 'starting'],
  [{ code: 0, output: 'false' }, 'offline'],
  [{ code: 0, output: 'true' }, 'running'],
  [{ code: 0, output: 'exited' }, 'offline'],
  [{ code: 0, output: '4711' }, 'running'],
  [{ code: 1, output: '' }, 'offline'],
  [{ code: 127, output: 'sh: no such thing' }, null],
  [{ code: 4, output: 'no such unit' }, null],
] as const)('[HM13] %o is read as %s', (ended, state) => {
  expect(stateOf(ended)).toBe(state)
})

test('[HM14] without a status command nothing is invented', async () => {
  const { adapter } = openAdapter({ restart: script(''), backup: script('') })
  expect(adapter.can).toMatchObject({ state: false, backups: 'none' })
  expect(adapter.backups).toBeNull()
  expect(await adapter.read()).toEqual({
    state: null,
    uptimeMs: null,
    cpuPercent: null,
    memoryBytes: null,
    diskBytes: null,
  })
})

test('[HM15] saves are copied whole under a temporary name first, without what links lead to', async () => {
  const { folder, adapter } = openAdapter({ status: script('') }, { from: 'Saved', to: 'backups' })
  mkdirSync(join(folder, 'Saved', 'PlayerData'), { recursive: true })
  writeFileSync(join(folder, 'Saved', 'PlayerData', 'a.sav'), 'dino')
  writeFileSync(join(folder, 'secret'), 'not to be copied')
  symlinkSync(join(folder, 'secret'), join(folder, 'Saved', 'link'))
  expect(adapter.can.backups).toBe('whileStopped')
  await adapter.backups?.begin('one')
  await until(async () => (await adapter.backups?.find('one')) === 'done')
  expect(readFileSync(join(folder, 'backups', 'one', 'PlayerData', 'a.sav'), 'utf8')).toBe('dino')
  expect(existsSync(join(folder, 'backups', 'one', 'link'))).toBe(false)
  await expect(adapter.backups?.begin('one')).rejects.toMatchObject({ code: 'refused' })
  expect(await adapter.backups?.find('two')).toBe('none')
})

test('[HM16] saves that are not there, and a backup program that fails, end as failed or refused', async () => {
  const { adapter } = openAdapter({ status: script('') }, { from: 'Saved', to: 'backups' })
  await expect(adapter.backups?.begin('one')).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('ENOENT. Check HOST_BACKUP_DIR.'),
  })
  const { adapter: failing } = openAdapter({ status: script(''), backup: script('process.exit(2)') })
  await failing.backups?.begin('two')
  await until(async () => (await failing.backups?.find('two')) === 'failed')
})
