import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../testing/testCluster.ts'
import { createEvrimaLink } from '../evrima/evrimaLink.ts'
import { startTestSimulator, testPassword } from '../testing/testSimulator.ts'
import { step } from './step.ts'

async function openGame() {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-game-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const simulator = await startTestSimulator({
    players: 20,
    source: { port: 0, password: testPassword },
    logs: { folder, chatEveryMs: 0 },
    power: { stopMs: 30, startMs: 30 },
  })
  const timings = { firstRetryMs: 5, maxRetryMs: 20 }
  const link = createEvrimaLink({ host: '127.0.0.1', port: simulator.port, password: testPassword, timings })
  onTestFinished(() => link.close())
  await until(() => link.state().name === 'up')
  return { folder, simulator, link }
}

test('[HM80] a restart closes all ports, begins another log, starts the uptime at 0, and its players come back as they were', async () => {
  const { folder, simulator, link } = await openGame()
  const { world, process } = simulator
  step(world, 60_000)
  const before = (await link.details()).uptimeSeconds
  expect(before).toBeGreaterThanOrEqual(60)
  const connected = world.online().map(({ id, animal }) => [id, animal?.species.name])
  process.power('restart')
  await until(() => link.state().name !== 'up')
  await until(() => process.state() === 'running')
  await until(() => link.state().name === 'up')
  expect((await link.details()).uptimeSeconds).toBe(0)
  expect(process.uptimeMs()).toBeGreaterThan(0)
  await until(() => world.online().length >= connected.length)
  const playing = connected.filter(([, species]) => species !== undefined)
  const now = new Map(world.online().map(({ id, animal }) => [id, animal?.species.name]))
  expect(playing.map(([id = '']) => [id, now.get(id)])).toEqual(playing)
  await until(() => readdirSync(folder).length === 2)
  await simulator.gameLog?.written()
  expect(readFileSync(join(folder, 'TheIsle.log'), 'utf8')).toMatch(/^\S*Log file open/)
})

test('[HM81] shut down it is off until it is started; signals that change nothing do nothing; killed it is off at once', async () => {
  const { simulator, link } = await openGame()
  const { process } = simulator
  process.power('start')
  process.power('stop')
  process.power('stop')
  await until(() => process.state() === 'offline')
  expect(process.uptimeMs()).toBe(0)
  await until(() => link.state().name === 'down')
  await expect(fetch(`http://127.0.0.1:${simulator.source?.port}`)).rejects.toThrow()
  process.power('start')
  await until(() => process.state() === 'running')
  await until(() => link.state().name === 'up')
  process.power('kill')
  await until(() => process.state() === 'offline')
  expect(simulator.world.online()).toEqual([])
})
