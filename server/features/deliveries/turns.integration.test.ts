import { expect, onTestFinished, test } from 'vitest'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import { createEvrimaLink } from '../../game/evrima/evrimaLink.ts'
import { startTestSimulator, testPassword } from '../../game/testing/testSimulator.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { entryOf, idOf, openDeliveries } from './testing/openDeliveries.ts'
import { startDeliveryWorker } from './worker.ts'

const messages = 99

/** A hub with the link to a simulated game. Its time moves only while the test waits. */
async function openGame() {
  const clock = createTestClock()
  const simulator = await startTestSimulator({ clock })
  const link = createEvrimaLink({ host: '127.0.0.1', port: simulator.port, password: testPassword, clock })
  onTestFinished(() => link.close())
  const game = await openDeliveries(createMemoryStorage(), clock)
  const { hub, onFault } = game
  const players = simulator.world.online().map(({ id }) => id)
  await game.sees(...players.map((id) => entryOf(id, id)))

  /** Moves time in small steps, with turns of the event loop in between in which both ends of the socket read. */
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      clock.pass(10)
    }
  }
  await until(() => link.state().name === 'up')
  const worker = startDeliveryWorker({ hub, server: 'main', links: [link.actions], clock, onFault })
  // Not awaited: time stands still by then, and closing the link ends what still runs.
  onTestFinished(() => void worker.stop())
  const heard = (command: string) => simulator.log.filter((one) => one.command === command)
  const message = (who: string, target: string, text: string) =>
    idOf(game.ask(who, 'moderator', commands.messagePlayer, { target, text }))
  return { ...game, players, until, heard, message }
}

test("[BH21] an owner's kick and ban are sent at once behind 99 messages of a moderator, also messages to the same player", async () => {
  const { ask, clock, players, until, heard, message } = await openGame()
  const [kicked = '', banned = '', ...others] = players
  for (let nth = 0; nth < messages; nth += 1)
    await message('mo', [kicked, banned, ...others.slice(0, 8)][nth % 10] ?? '', `Message ${nth}`)
  await until(() => heard('directmessage').length > 2)
  const [askedAt, sentBefore] = [clock.monotonic(), heard('directmessage').length]
  await idOf(ask('boss', 'owner', commands.kickPlayer, { target: kicked, reason: 'Rude' }))
  await idOf(ask('boss', 'owner', commands.banPlayer, { target: banned, reason: 'Cheats', durationMs: null }))
  await until(() => heard('kick').length === 1 && heard('ban').length === 1)
  expect(heard('directmessage').length - sentBefore).toBeLessThanOrEqual(1)
  expect(clock.monotonic() - askedAt).toBeLessThan(5_000)
})

test("[BH22] one moderator's 99 messages hold up neither the message nor the broadcast of another", async () => {
  const { ask, players, until, heard, message } = await openGame()
  const [rex = ''] = players
  for (let nth = 0; nth < messages; nth += 1) await message('mo', rex, `Message ${nth}`)
  await until(() => heard('directmessage').length > 2)
  const sentBefore = heard('directmessage').length
  await message('ann', rex, 'From Ann')
  await idOf(ask('ann', 'admin', commands.broadcast, { text: 'A storm comes' }))
  await until(() => heard('announce').length === 1)
  const texts = heard('directmessage').map(({ argument }) => argument.split(',')[1])
  expect(texts).toContain('From Ann')
  expect(texts.length - sentBefore).toBeLessThanOrEqual(4)
  // Each issuer's own are sent in the order of issue.
  const own = texts.filter((text) => text !== 'From Ann')
  expect(own).toEqual(own.map((_, nth) => `Message ${nth}`))
})

test('[MG29] a message waits behind a few kicks of a long stream of them, not behind all', async () => {
  const { ask, players, until, heard, message } = await openGame()
  const [rex = '', ...others] = players
  for (const target of others) await idOf(ask('boss', 'owner', commands.kickPlayer, { target, reason: 'Raid' }))
  await message('mo', rex, 'Stay calm')
  await until(() => heard('directmessage').length === 1)
  expect(others.length).toBeGreaterThan(20)
  expect(heard('kick').length).toBeLessThanOrEqual(10)
})
