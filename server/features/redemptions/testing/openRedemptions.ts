import { z } from 'zod'
import { defineCommand } from '../../../../shared/engine/command.ts'
import type { Role } from '../../../../shared/engine/permissions.ts'
import { deliveries } from '../../../../shared/features/deliveries/delivery.ts'
import {
  beginAttempt,
  endAttempt,
  moveToManual,
  reportSendable,
} from '../../../../shared/features/deliveries/hubCommands.ts'
import { inventory, type OwnedDinosaur } from '../../../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../../../shared/features/ledger/commands.ts'
import { redeemItem } from '../../../../shared/features/redemptions/commands.ts'
import { redemptions } from '../../../../shared/features/redemptions/redemption.ts'
import { reportRoster } from '../../../../shared/features/roster/commands.ts'
import type { RosterEntry } from '../../../../shared/features/roster/roster.ts'
import { wallet } from '../../../../shared/features/wallet/wallet.ts'
import type { Feature } from '../../../engine/feature.ts'
import { implement } from '../../../engine/rule.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { allFeatures } from '../../../testing/allFeatures.ts'
import { openApp } from '../../../testing/openApp.ts'
import { inSession, person } from '../../../testing/principals.ts'
import { addEntry } from '../../inventory/entries.ts'
import { annsPlayer, playing } from '../../inventory/testing/openInventory.ts'
import { moneyProblems } from '../../ledger/testing/checkMoney.ts'

export const giveDinosaur = defineCommand({
  name: 'testing.giveDinosaur',
  permission: 'hub',
  input: z.object({
    to: z.string(),
    species: z.string(),
    steamId: z.string().nullable(),
    skin: z.string().nullable().default(null),
  }),
  output: z.object({ id: z.string() }),
  refusals: { gone: '', locked: '', notTradable: '', full: 'full' },
})
/** Gives a dinosaur as the shop does. */
export const givingFeature: Feature = {
  name: 'giving',
  documents: [],
  commands: [
    implement(giveDinosaur, (context, { to, species, steamId, skin }) => {
      const id = context.newId()
      const stored = steamId === null ? {} : { growth: 80, health: 100, hunger: 90, thirst: 90 }
      const why = { operation: id, cause: 'purchase', by: 'shop', byHub: true } as const
      addEntry(context, to, { id, source: 'shop', species, steamId, skin, ...stored }, why)
      return { id }
    }),
  ],
  queries: [],
}

/** What a mod can do that makes young animals into others. */
export const growingMod = ['grow', 'redeem', 'mutate', 'skin', 'heal', 'message', 'teleport'] as const
export const spawningMod = [...growingMod, 'spawn', 'weather'] as const

/** A hub with all features, and Ann with 1,000 Void Pearls. Deliveries are carried out by the test. */
export async function openRedemptions(features: readonly Feature[] = allFeatures) {
  const app = await openApp([...features, givingFeature])
  const { hub, clock, memory } = app
  await ensureAccount(hub, clock.now(), { account: 'ann', steamId: annsPlayer })
  await app.dispatch(person('olga', 'owner'), addCurrency.name, { target: 'ann', amount: 1_000, reason: '' })
  const ask = async (command: { readonly name: string }, input: object, who = 'ann', role: Role = 'player') => {
    const answer = await app.dispatch(inSession(person(who, role)), command.name, input)
    return answer.ok
      ? (answer.output as { id: string; isByHand: boolean })
      : { code: answer.code, message: answer.message }
  }
  const order = (command: { readonly name: string }, input: object) =>
    hub.execute('deliveries', command.name, { server: 'main', ...input })
  const receipts = (who = 'ann') => Object.values(hub.read(redemptions, who).entries)
  /** The step of the newest receipt whose delivery is open, and its delivery. */
  const current = () => {
    const step = receipts()
      .flatMap(({ steps }) => steps)
      .findLast(
        ({ delivery, state }) => delivery !== null && ['queued', 'sending', 'manual', 'unknown'].includes(state),
      )
    return hub.read(deliveries, 'main').entries[step?.delivery ?? '']
  }
  return {
    ...app,
    ask,
    order,
    links: (...kinds: readonly string[]) => order(reportSendable, { kinds }),
    sees: (...players: readonly RosterEntry[]) =>
      hub.execute('game link', reportRoster.name, { server: 'main', players, readAt: clock.now(), everyMs: 2_000 }),
    plays: (species: string, growth: number) => {
      const players = [playing(annsPlayer, species, growth)]
      return hub.execute('game link', reportRoster.name, {
        server: 'main',
        players,
        readAt: clock.now(),
        everyMs: 2_000,
      })
    },
    give: async (species: string, steamId: string | null = null, skin: string | null = null) =>
      ((await hub.execute('test', giveDinosaur.name, { to: 'ann', species, steamId, skin })) as { id: string }).id,
    /** Redeems for the price that is asked for it. */
    redeem: (item: string, price: number, more: object = {}) => ask(redeemItem, { item, price, ...more }),
    receipts,
    current,
    /** The open delivery is sent, and ends like this. */
    async deliver(state: 'confirmed' | 'refused' | 'failed' | 'unknown', link = 'commandBridge') {
      const one = current()
      if (!one) throw new Error('No delivery is open.')
      if (one.state === 'queued') await order(beginAttempt, { id: one.id, link, command: 'x', again: false })
      const why = state === 'refused' ? 'player has no pawn' : null
      await order(endAttempt, { id: one.id, attempt: 1, state, reply: null, why })
      return one
    },
    async toHand() {
      const one = current()
      await order(moveToManual, { id: one?.id ?? '', command: 'x', why: 'No link can do this.' })
      return one?.id ?? ''
    },
    balance: () => hub.read(wallet, 'ann').voidPearls,
    held: () => Object.values(hub.read(wallet, 'ann').holds).map(({ amount }) => amount),
    dinosaurs: (): readonly Readonly<OwnedDinosaur>[] => Object.values(hub.read(inventory, 'ann').dinosaurs),
    problems: () => moneyProblems(hub, memory.storage),
  }
}
