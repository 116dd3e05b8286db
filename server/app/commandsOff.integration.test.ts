import { expect, onTestFinished, test } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { readConfig } from '../config.ts'
import { openTestApp } from '../testing/testApp.ts'

const ownersSteamId = '76561198000000777'

test('[BH14] with commands off the hub answers that a mock took the order, and the game receives nothing', async () => {
  const app = await openTestApp({ ownerSteamIds: [ownersSteamId], features: readConfig({ RCON: '0' }).features })
  onTestFinished(() => app.close())
  const owner = await app.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  const players = () => Object.values(app.hub().hub.read(roster, mainServer).players)
  await expect.poll(() => players().length).toBeGreaterThan(2)
  const [one, other] = players().map(({ id }) => id)
  const { body } = await owner.post('/api/admin/teleport', { targetPlayer: one, destinationPlayer: other })
  const followed = await owner.post('/api/automation/execute-command', { command: body.delivery })
  expect(followed).toMatchObject({
    status: 200,
    body: { success: true, automaticExecution: false, text: expect.stringMatching(/^✅ Success: Mock: teleport /) },
  })
  expect((await owner.post('/api/admin/kick', { targetPlayer: one })).status).toBe(200)
  expect(app.simulator().log.filter(({ command }) => command === 'kick')).toEqual([])
})
