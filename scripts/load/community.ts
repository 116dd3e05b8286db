import { setTimeout as sleep } from 'node:timers/promises'
import { scheduleEvent } from '../../shared/features/events/commands.ts'
import { addCurrency } from '../../shared/features/ledger/commands.ts'
import { refundPurchase } from '../../shared/features/refunds/refundPurchase.ts'
import { sendBroadcast } from '../../shared/features/serverControl/commands.ts'
import { buyDinosaur } from '../../shared/features/shop/commands.ts'
import { demoCookie } from '../fixture/demoCookie.ts'
import { openClient } from './authorize.ts'

const ware = { item: 'hypsilophodon', price: 500 }
const buyEveryMs = 250
const broadcastEveryMs = 5_000
/** The hub keeps 50 events with their films: they are all there before the first third of an hour is over. */
const eventEveryMs = 20_000
const eventInMs = 90_000
const players = 8

/**
 * What goes on in a demo hub beside its viewers: players buy, staff refund what they bought, broadcast into the game, and schedule events that
 * begin. Nothing piles up by it but history. @returns the way to stop, which says what was done
 */
export async function openCommunity(url: string) {
  const signedIn = async (role: 'owner' | 'player', number: number) =>
    openClient(url, { cookie: await demoCookie(url, role, number) })
  const owner = await signedIn('owner', 1)
  const buyers = await Promise.all(Array.from({ length: players }, (_, nth) => signedIn('player', nth + 1)))
  const counts = new Map<string, number>()
  const ask = async (client: typeof owner, { name }: { readonly name: string }, input: object) => {
    const answer = await client.command(name, input).catch(() => null)
    const outcome = answer === null ? `${name} unanswered` : answer.ok ? name : `${name} ${answer.code}`
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    return answer?.ok ? answer.output : null
  }
  const stopping = new AbortController()
  const repeat = async (everyMs: number, act: (nth: number) => Promise<unknown>) => {
    for (let nth = 0; !stopping.signal.aborted; nth += 1) {
      await act(nth)
      await sleep(everyMs, null, { signal: stopping.signal }).catch(() => {})
    }
  }
  const buy = async (nth: number) => {
    const buyer = buyers[nth % players] ?? owner
    const account = buyer.hello.principal?.id ?? ''
    if (nth < players) await ask(owner, addCurrency, { target: account, amount: 100_000, reason: 'soak' })
    const bought = (await ask(buyer, buyDinosaur, ware)) as { operation: string } | null
    if (bought) await ask(owner, refundPurchase, { account, operation: bought.operation, reason: 'soak' })
  }
  const schedule = (nth: number) => {
    const wall = new Date(Date.now() + eventInMs).toISOString().slice(0, 16)
    const fields = { type: 'Moonlight Hunt', title: `Hunt ${nth}`, durationMs: 60_000 }
    return ask(owner, scheduleEvent, { fields, zone: 'UTC', when: { wall } })
  }
  const running = [
    repeat(buyEveryMs, buy),
    repeat(broadcastEveryMs, (nth) => ask(owner, sendBroadcast, { server: 'main', text: `Soak ${nth}` })),
    repeat(eventEveryMs, schedule),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
      for (const client of [owner, ...buyers]) client.leave()
      return [...counts].map(([what, count]) => `${what} ${count}`)
    },
  }
}
