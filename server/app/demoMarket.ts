import { randomBytes } from 'node:crypto'
import { mainServer, newCommandId } from '../../shared/engine/ids.ts'
import { demoPlayers } from '../../shared/features/account/account.ts'
import { dinosaurOfSpecies } from '../../shared/features/catalogue/dinosaurs.ts'
import { economySettings } from '../../shared/features/economy/settings.ts'
import { parkDinosaur } from '../../shared/features/inventory/commands.ts'
import { inventory } from '../../shared/features/inventory/inventory.ts'
import { openListing } from '../../shared/features/market/commands.ts'
import { feeOf } from '../../shared/features/market/fee.ts'
import { listings, marketPast } from '../../shared/features/market/listing.ts'
import { closeSession } from '../../shared/features/session/commands.ts'
import { openDemoSession } from '../auth/demoSignIn.ts'
import { createPrincipalFromProof } from '../auth/principalOf.ts'
import { type Clock, every } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'

/** The last of the demo's players sell; the first ones are left to visitors. */
const sellers = [4, 5, 6, 7, 8].filter((number) => number <= demoPlayers)
/** Each at another share of the shop's price. */
const shares: Readonly<Record<number, number>> = { 4: 0.6, 5: 0.45, 6: 0.7, 7: 0.5, 8: 0.35 }
/** Of a species that the shop does not have. */
const otherPrice = 2_000

const passMs = 3_000
/** About five minutes: a dinosaur that is dead, or on its way, can be parked later. */
const mostPasses = 100

interface DemoMarketDeps {
  readonly hub: Pick<Hub, 'execute' | 'dispatch' | 'read'>
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Gives visitors of a demo a market to look at: some of the demo's players park the dinosaurs that they play and list them, by the commands
 * that a visitor would give. A player who has ever listed something is left alone, so each sells one. Returns the way to stop.
 */
export function stockDemoMarket({ hub, clock, onFault }: DemoMarketDeps) {
  const principalOf = createPrincipalFromProof({ clock, demo: true, ownerSteamIds: [] })
  const open = new Map<number, { readonly account: string; readonly key: string }>()
  let waiting = sellers
  let passes = 0

  async function pass() {
    passes++
    for (const number of waiting) if (await hasListed(number)) await leave(number)
    if (passes < mostPasses && waiting.length > 0) return
    stop()
    for (const number of waiting) await leave(number)
  }
  /** Takes the next step. Refusals are those of a visitor: it is tried again in the next pass. */
  async function hasListed(number: number): Promise<boolean> {
    const seller = open.get(number) ?? (await openDemoSession(hub, number))
    open.set(number, seller)
    const { account } = seller
    const listed = [hub.read(listings, account).open, hub.read(marketPast, account).past]
    if (listed.some((all) => Object.keys(all).length > 0)) return true
    const dinosaurs = Object.values(hub.read(inventory, account).dinosaurs)
    const parked = dinosaurs.find(({ state, source }) => state === 'stored' && source === 'grown')
    if (parked) return list(seller.key, parked, shares[number] ?? 1)
    if (dinosaurs.length === 0) await give(seller.key, parkDinosaur.name, { server: mainServer })
    return false
  }
  function list(key: string, { id, species }: { readonly id: string; readonly species: string }, share: number) {
    const price = Math.round((dinosaurOfSpecies(species)?.basePrice ?? otherPrice) * share)
    const fee = feeOf(hub.read(economySettings).market, price)
    return give(key, openListing.name, { item: { kind: 'dinosaur', id }, price, fee })
  }
  async function give(key: string, name: string, input: unknown) {
    const principal = principalOf({ by: 'session', hash: key }, hub.read)
    const { ok } = await hub.dispatch(principal, { id: newCommandId(clock.now(), randomBytes(10)), name, input })
    return ok
  }
  async function leave(number: number) {
    waiting = waiting.filter((one) => one !== number)
    const seller = open.get(number)
    open.delete(number)
    if (seller) await hub.execute('demo', closeSession.name, { key: seller.key })
  }

  const stop = every(
    clock,
    () => passMs,
    () => pass().catch((error: unknown) => onFault("the demo's market", error)),
  )
  return stop
}
