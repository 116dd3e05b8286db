import { expect, onTestFinished, test } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import { deliveries } from '../../shared/features/deliveries/delivery.ts'
import { server } from '../../shared/features/server/server.ts'
import { openTestApp } from '../testing/testApp.ts'
import { createApiClient } from '../testing/testClient.ts'
import { until } from '../testing/testCluster.ts'

const ownersSteamId = '76561198000000777'

test("[SVC70] a program with an owner's token restarts the demo: confirmed when the host shows a new start, and the log names link and order", async () => {
  const app = await openTestApp({ ownerSteamIds: [ownersSteamId] })
  onTestFinished(() => app.close())
  const owner = await app.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  const hub = () => app.hub().hub
  await until(() => hub().read(server, mainServer).startedAt !== null)
  await until(() => app.hub().game.hostLink?.status().reading?.state === 'running')
  const before = hub().read(server, mainServer).startedAt ?? 0
  const permissions = ['look', 'ownerPanel']
  const made = await owner.post('/auth/tokens', { label: 'Bot', permissions, endsAt: Date.now() + 3_600_000 })
  const program = createApiClient(app.address(), String(made.body.token))
  expect(await program.post('/api/owner/server/restart', { reason: 'By a bot' })).toMatchObject({
    status: 200,
    body: { success: true, message: expect.stringContaining('restart is on its way') },
  })
  const restarts = () =>
    Object.values(hub().read(deliveries, mainServer).entries).filter(({ kind }) => kind === 'restart')
  await until(() => restarts()[0]?.state === 'confirmed')
  expect(restarts()).toMatchObject([{ link: 'host', attempts: 1, detail: { reason: 'By a bot' } }])
  await until(() => (hub().read(server, mainServer).startedAt ?? 0) > before)
  const logs = await (await owner.get('/api/owner/server/logs?limit=200')).json()
  const told = (source: string) => logs.filter((line: { source: string }) => line.source === source)
  expect(told('commands').map(({ message }: { message: string }) => message)).toContainEqual(
    expect.stringMatching(/^Boss: restart the game server\. /),
  )
  expect(told('link').map(({ message }: { message: string }) => message)).toContainEqual('The game server was started.')
  expect(told('game').length).toBeGreaterThan(0)
})
