import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createEvrimaLink } from '../evrima/evrimaLink.ts'
import { startTestSimulator } from '../testing/startTestSimulator.ts'

const fail = (flags: readonly string[]) => promisify(execFile)(process.execPath, ['scripts/simulator.ts', ...flags])

function start(flags: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, ['scripts/simulator.ts', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('[SS1] it says where it listens, answers there, and ends when told to', async () => {
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
  [['--password', 'x', '--players', '301'], '--players wants a whole number from 0 to 300, not "301"'],
  [['--password', 'x', '--format', '2024'], '--format wants 2025 or 2026'],
  [['--password', 'x', '--time', 'noon'], '--time wants'],
  [['--pasword', 'x'], '--pasword'],
])('[SS2] %j is refused in words that help', async (flags, words) => {
  await expect(fail(flags)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(words) })
})

test('[SS3] a port that is taken is named', async () => {
  const { port } = await startTestSimulator()
  await expect(fail(['--password', 'x', '--port', String(port)])).rejects.toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining(`Port ${port} on 127.0.0.1 is taken by another program`) },
  })
})
