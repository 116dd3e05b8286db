import { expect, onTestFinished, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { sendable } from '../../../shared/features/deliveries/delivery.ts'
import * as followUps from '../../../shared/features/deliveries/followUpCommands.ts'
import { createEvrimaLink } from '../../game/evrima/evrimaLink.ts'
import { startTestSimulator, testPassword } from '../../game/testing/testSimulator.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { staleMs } from './plan.ts'
import { entryOf, idOf, openDeliveries } from './testing/openDeliveries.ts'
import { startDeliveryWorker } from './worker.ts'

test('[SQ4] a kick that became manual while the link was away is sent once after it is back, however long it waited', async () => {
  const clock = createTestClock()
  const simulator = await startTestSimulator({ clock })
  const link = createEvrimaLink({ host: '127.0.0.1', port: simulator.port, password: testPassword, clock })
  onTestFinished(() => link.close())
  const game = await openDeliveries(createMemoryStorage(), clock)
  const { hub, ask, one, onFault, faults } = game
  const [rex = ''] = simulator.world.online().map(({ id }) => id)
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      clock.pass(100)
    }
  }
  const kinds = () => hub.read(sendable, 'main').kinds
  const kicks = () => simulator.log.filter(({ command }) => command === 'kick').length
  const worker = startDeliveryWorker({ hub, server: 'main', links: [link.actions], clock, onFault })
  onTestFinished(() => void worker.stop())
  await until(() => kinds().includes('kick'))
  expect(kinds()).not.toContain('slay')

  await simulator.faults.cut()
  await until(() => kinds().length === 0)
  await game.sees(entryOf(rex, 'Rex'))
  const id = await idOf(ask('ann', 'admin', commands.kickPlayer, { target: rex }))
  await until(() => one(id)?.state === 'manual')
  expect(await ask('ann', 'admin', followUps.sendNow, { id })).toMatchObject({ code: 'noLink' })
  clock.pass(staleMs + 1)
  await simulator.faults.restore()
  await until(() => kinds().includes('kick'))
  expect([one(id)?.state, kicks()]).toEqual(['manual', 0])

  const pressed = await Promise.all(['ann', 'bob'].map((who) => ask(who, 'admin', followUps.sendNow, { id })))
  expect(pressed).toMatchObject([{ ok: true }, { code: 'notManual' }])
  await until(() => one(id)?.state === 'confirmed')
  expect(kicks()).toBe(1)
  expect(await ask('ann', 'admin', followUps.sendNow, { id })).toMatchObject({ code: 'notManual' })
  expect(faults).toEqual([])
})
