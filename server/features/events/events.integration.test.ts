import { expect, onTestFinished, test } from 'vitest'
import { startEvent } from '../../../shared/features/events/commands.ts'
import { eventFilm } from '../../../shared/features/events/eventFilm.ts'
import { events, eventsCalendarPath, ownEvents } from '../../../shared/features/events/events.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import { openTestApp } from '../../testing/testApp.ts'

const radius = 1_000

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

test('[EV41] in the demo an event is announced in the game, read while it runs, paid to players who were there and filmed, and is in the calendar', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const { world } = app.simulator()
  const playing = world.players.filter(({ presence }) => presence === 'playing')
  const near = (one: Point | null) =>
    playing.filter(({ animal }) => one && animal && distance(animal, one) < radius - 200)
  // No film shows fewer than three.
  const player = playing.find(({ staysOnline, animal }) => staysOnline && near(animal).length > 3)
  if (!player) throw new Error('No player has others around.')
  await app.visitAs({ account: 'ann', steamId: player.id })
  const staff = await app.visitAs({ account: 'olga', role: 'admin' })
  const reward = { currency: 'voidPearls', amount: 25 }
  const fields = { type: 'Moonlight Hunt', title: 'Night of the Hunt', durationMs: 12_000, reward, radius }
  const location = { x: Math.round(player.animal?.x ?? 0), y: Math.round(player.animal?.y ?? 0) }
  const answer = await staff.command(startEvent.name, { fields: { ...fields, location } })
  expect(answer).toMatchObject({ ok: true })
  const { event } = (answer.ok ? answer.output : {}) as { event: string }
  const { hub } = app.hub()
  await expect.poll(() => world.announcements).toContain('Night of the Hunt begins now!')
  expect(await (await staff.get(eventsCalendarPath)).text()).toContain('SUMMARY:Night of the Hunt')
  await expect.poll(() => hub.read(events, 'main').events[event]?.isSettled).toBe(true)
  expect(hub.read(ownEvents, 'ann').attended[event]).toMatchObject({ paid: true })
  expect(hub.read(wallet, 'ann').flows['faucet:eventReward']?.voidPearls).toBe(25)
  expect(hub.read(eventFilm, event).frames.length).toBeGreaterThan(2)
})
