import { expect, onTestFinished } from 'vitest'
import type { PlayerId } from '../../../../shared/engine/ids.ts'
import { deliveries } from '../../../../shared/features/deliveries/delivery.ts'
import { beginAttempt, endAttempt, reportSendable } from '../../../../shared/features/deliveries/hubCommands.ts'
import { inventory } from '../../../../shared/features/inventory/inventory.ts'
import { reportRoster } from '../../../../shared/features/roster/commands.ts'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { reportLink } from '../../../../shared/features/server/commands.ts'
import type { HubFeature } from '../../../../shared/features/server/hubFeatures.ts'
import type { Hub } from '../../../engine/hub.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { allFeatures } from '../../../testing/allFeatures.ts'
import { openApp } from '../../../testing/openApp.ts'
import { inSession, person } from '../../../testing/principals.ts'
import { entryOf } from '../../deliveries/testing/openDeliveries.ts'
import { dinosaurProblems } from './checkDinosaurs.ts'
import { earlierRedemptions } from './earlierRedemptions.ts'

export const annsPlayer = '76561198000000001'

/** A player in the game with a living dinosaur. */
export const playing = (id: string, species: string, growth: number): RosterEntry => {
  const entry = entryOf(id, 'Rex')
  return { ...entry, animal: entry.animal && { ...entry.animal, species, growth } }
}

/** Reports the status of the game with these features switched off. */
export const switchOff = (hub: Pick<Hub, 'execute'>, ...off: readonly HubFeature[]) => {
  const link = { name: 'none', since: 0, why: null }
  const status = { server: 'main', link, simulated: false, metresPerUnit: 2.7, mapImage: null }
  const features = Object.fromEntries(off.map((feature) => [feature, false]))
  return hub.execute('game link', reportLink.name, { ...status, features })
}

/** A hub with all features whose mod can park, and Ann, who plays. Deliveries are carried out by the test. */
export async function openInventory() {
  const app = await openApp([...allFeatures, earlierRedemptions])
  const { hub, clock } = app
  // Whatever a test does, at its end each dinosaur has one holder and a whole history.
  onTestFinished(async () => expect(await dinosaurProblems(hub, app.memory.storage)).toEqual([]))
  await ensureAccount(hub, clock.now(), { account: 'ann', steamId: annsPlayer })
  const ann = { ...inSession(person('ann' as PlayerId)), playsAs: annsPlayer }
  const sees = (...players: readonly RosterEntry[]) =>
    hub.execute('game link', reportRoster.name, { server: 'main', players, readAt: clock.now(), everyMs: 2_000 })
  const links = (...kinds: readonly string[]) =>
    hub.execute('deliveries', reportSendable.name, { server: 'main', kinds })
  await links('park', 'redeem')
  const order = (command: { readonly name: string }, input: object) =>
    hub.execute('deliveries', command.name, { server: 'main', ...input })
  return {
    ...app,
    ann,
    sees,
    links,
    ask: async (command: { readonly name: string }, input: object = {}) => {
      const answer = await app.dispatch(ann, command.name, input)
      return answer.ok ? (answer.output as { dinosaur: string; delivery: string }) : answer.code
    },
    /** The attempt is recorded, and ends like this. */
    async deliver(id: string, state: 'confirmed' | 'refused' | 'failed' | 'unknown', by = 'commandBridge') {
      const link = { link: by, command: 'x', again: false }
      if (hub.read(deliveries, 'main').entries[id]?.state === 'queued') await order(beginAttempt, { id, ...link })
      await order(endAttempt, { id, attempt: 1, state, reply: null, why: null })
    },
    /** What is wrong with the dinosaurs of the hub. */
    problems: () => dinosaurProblems(hub, app.memory.storage),
    dinosaurs: () => Object.values(hub.read(inventory, 'ann').dinosaurs),
  }
}
