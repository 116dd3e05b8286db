import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import {
  backUpGame,
  banPlayer,
  IssuedOrder,
  restartServer,
  shutDownServer,
  unbanPlayer,
} from '../../shared/features/deliveries/commands.ts'
import { deliveries } from '../../shared/features/deliveries/delivery.ts'
import { gameHost } from '../../shared/features/gameHost/gameHost.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../observability/log.ts'
import { openTestApp } from '../testing/testApp.ts'
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

test('[HM84] an owner restarts the demo and backs it up at the front door, and sees the host; an admin does not', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const owner = await app.visitAs({ account: 'olga', role: 'owner' })
  const admin = await app.visitAs({ account: 'ann', role: 'admin' })
  const hub = () => app.hub().hub
  const seen = () => hub().read(gameHost, mainServer)
  const one = (id: string) => hub().read(deliveries, mainServer).entries[id]
  await owner.watch(`gameHost/${mainServer}`, `deliveries/${mainServer}`)
  await until(() => seen().reading?.state === 'running')
  expect(seen()).toMatchObject({ adapter: 'panel', link: 'up', why: null })
  expect(await admin.command(restartServer.name, { server: mainServer })).toMatchObject({ code: 'forbidden' })
  for (const command of [restartServer, backUpGame]) {
    const answer = await owner.command(command.name, { server: mainServer })
    const { id } = IssuedOrder.parse(answer.ok ? answer.output : null)
    await until(() => one(id)?.state === 'confirmed')
    expect(one(id)).toMatchObject({ link: 'host', attempts: 1 })
  }
})

test('[UB10] an unban while the game server is off takes the entry out of its list; nothing else of the file changes', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const owner = await app.visitAs({ account: 'olga', role: 'owner' })
  const one = (id: string) => app.hub().hub.read(deliveries, mainServer).entries[id]
  const order = async ({ name }: { readonly name: string }, input: object = {}) => {
    const answer = await owner.command(name, { server: mainServer, ...input })
    const { id } = IssuedOrder.parse(answer.ok ? answer.output : null)
    await until(() => one(id)?.state === 'confirmed')
    return one(id)
  }
  const [rex, mia] = ['76561198999999991', '76561198999999992']
  await until(() => app.hub().game.hostLink?.status().reading?.state === 'running')
  for (const target of [rex, mia]) await order(banPlayer, { target, reason: 'too loud', durationMs: null })
  const file = join(dirname(dirname(app.simulator().gameLog?.file ?? '')), 'PlayerData', 'PlayerBans.json')
  const bannedIn = (text: string) => [...text.matchAll(/"steamId": "(\d+)"/g)].map(([, id]) => id)
  await until(() => existsSync(file) && bannedIn(readFileSync(file, 'utf8')).length === 2)
  await order(shutDownServer)
  expect(await order(unbanPlayer, { target: rex })).toMatchObject({ link: 'banFile', attempts: 1 })
  expect(bannedIn(readFileSync(file, 'utf8'))).toEqual([mia])
})
