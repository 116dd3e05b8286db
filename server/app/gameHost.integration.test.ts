import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog } from '../observability/log.ts'
import { until } from '../testing/testCluster.ts'
import { openGameServer } from './gameServer.ts'

async function open() {
  const config = readConfig({ LOG_LEVEL: 'silent', SIMULATOR_PLAYERS: '12' })
  const game = await openGameServer(config, createLog(config))
  onTestFinished(() => game.close())
  const host = game.actionLinks.find(({ name }) => name === 'host')
  const { simulator, link, hostLink } = game
  if (!host || !simulator || !hostLink) throw new Error('The demo has no host.')
  await until(() => host.state().name === 'up' && link.state().name === 'up')
  return { host, simulator, hostLink, link }
}

test('[HM82] the demo restarts its game server through a panel: confirmed when it is seen, and the RCON link is back', async () => {
  const { host, simulator, hostLink, link } = await open()
  await until(() => hostLink.status().reading?.state === 'running')
  const outcome = await host.perform({ kind: 'restart', target: null, detail: {} })
  expect(outcome).toMatchObject({ state: 'confirmed', reply: expect.stringContaining('restarted') })
  expect(simulator.process.state()).toBe('running')
  await until(() => link.state().name === 'up')
  expect(hostLink.can.backups).toBe('always')
})
