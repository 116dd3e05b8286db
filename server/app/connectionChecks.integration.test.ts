import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectionNames, stateOf } from '../../shared/features/connections/connections.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../observability/log.ts'
import { freePort } from '../testing/freePort.ts'
import { connectionChecks, placesOf } from './connectionChecks.ts'
import { openGameServer } from './gameServer.ts'

async function open(environment: NodeJS.ProcessEnv) {
  const dataDir = await mkdtemp(join(tmpdir(), 'waterhole-checks-'))
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...environment })
  const game = await openGameServer(config, createLog(config))
  onTestFinished(async () => {
    await game.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { config, game }
}

test('[CN50] in the demo all connections work, over SFTP and a panel too, and no result holds a secret', async () => {
  const { game } = await open({ SIMULATOR_PLAYERS: '12', SIMULATOR_FILES: 'sftp' })
  await expect.poll(() => game.link.state().name).toBe('up')
  const found = await Promise.all(
    connectionNames.map(async (name) => ({
      name,
      place: game.checks[name].place,
      findings: await game.checks[name].check(),
    })),
  )
  expect(found.filter((one) => ['bad', 'absent'].includes(stateOf({ findings: [...one.findings] })))).toEqual([])
  expect(found.map(({ place }) => place)).toEqual([
    expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^sftp:\/\/steam@.*\/Saved\/Logs$/),
    expect.stringMatching(/^sftp:\/\/steam@.*\/CommandBridge\/Saved$/),
    expect.stringContaining('server demo'),
  ])
  expect(JSON.stringify(found)).not.toContain(game.simulator?.password ?? 'no password')
})

test('[CN51] a mod that fetches its commands is missed until it does', async () => {
  const port = String(await freePort())
  const { game, config } = await open({
    EVRIMA_HOST: '127.0.0.1',
    EVRIMA_RCON_PORT: port,
    EVRIMA_RCON_PASSWORD: 'n0t-t0-be-sh0wn',
    MOD_BRIDGE: 'http',
  })
  const [missed] = await game.checks.mod.check()
  expect(missed).toMatchObject({ state: 'bad', mend: expect.stringContaining('mod-bridge.config.json') })
  game.modMailbox?.fetch()
  const [come] = await game.checks.mod.check()
  expect(come).toMatchObject({ state: 'warning', says: expect.stringContaining('has not answered') })
  game.modMailbox?.answer('{"id":"wh-1","ok":true}')
  const [answered] = await game.checks.mod.check()
  expect(answered).toMatchObject({ state: 'good', says: expect.stringContaining('and answers') })
  const [before] = await connectionChecks(placesOf(config)).mod.check()
  expect(before).toMatchObject({ state: 'good', says: expect.stringContaining('will fetch') })
})

test('[CN52] what is not configured is absent, with the lines that name it', async () => {
  const checks = connectionChecks(placesOf(readConfig({})))
  for (const name of connectionNames) {
    const [finding] = await checks[name].check()
    expect(finding).toMatchObject({ state: 'absent', add: { file: '.env' } })
    expect(checks[name].place).toBeNull()
  }
})
