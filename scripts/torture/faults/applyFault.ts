import type { House } from '../house/house.ts'
import type { NodeSlot } from '../house/nodeSlot.ts'
import type { FaultProxy } from '../proxy/faultProxy.ts'
import { calm } from '../proxy/weather.ts'
import type { Fault, Target } from './fault.ts'
import { fillRedisDisk } from './fillRedisDisk.ts'

/** Brings a fault about, and gives the way to end it. */
export type Ending = () => Promise<void> | void

const held = { ...calm, passage: 'held' } as const

async function slotOf({ slots }: House, target: Target): Promise<NodeSlot | null> {
  if (typeof target === 'number') return slots[target] ?? null
  const states = await Promise.all(
    slots.map(async (slot) => {
      const late = new Promise<null>((resolve) => setTimeout(resolve, 100, null))
      const state = slot.isOn() ? await Promise.race([slot.state().catch(() => null), late]) : null
      return { slot, role: state?.role ?? null }
    }),
  )
  // Where nobody is that, or nobody can say so, somebody has it all the same.
  return (states.find(({ role }) => role === target) ?? states[0])?.slot ?? null
}

function atWire(proxy: FaultProxy, { what, amount }: Extract<Fault, { amount: number }>): Ending {
  if (what === 'refuse') proxy.refuse()
  if (what === 'reset') proxy.reset()
  if (what === 'hold') proxy.set({ up: held, down: held })
  if (what === 'holdUp') proxy.set({ up: held })
  if (what === 'holdDown') proxy.set({ down: held })
  if (what === 'loseDown') proxy.set({ down: { ...calm, passage: 'lost' } })
  if (what === 'late') proxy.set({ up: { ...calm, delayMs: amount }, down: { ...calm, delayMs: amount } })
  if (what === 'slow') proxy.set({ down: { ...calm, bytesPerSecond: amount } })
  return proxy.calm
}

async function atNode(
  slot: NodeSlot,
  { what, shiftMs }: Extract<Fault, { to: 'node' }>,
  over: AbortSignal,
): Promise<Ending> {
  if (what === 'pause') {
    slot.pause()
    return slot.resume
  }
  if (what === 'wrongClock') {
    await slot.shift(shiftMs)
    return async () => void (await slot.shift(0))
  }
  // A process that stands still cannot stop in order.
  if (what === 'kill') await slot.kill()
  else void slot.end()
  return () => slot.begin(over)
}

async function atRedis({ redis }: House, what: Extract<Fault, { to: 'redis' }>['what']): Promise<Ending> {
  if (!redis) return () => {}
  if (what === 'pauseRedis') {
    redis.pause()
    return redis.resume
  }
  if (what === 'fullRedis') {
    await redis.set('maxmemory', '1mb').catch(() => {})
    return () => redis.set('maxmemory', '0').catch(() => {})
  }
  if (what === 'fullRedisDisk') return fillRedisDisk(redis)
  if (what === 'killRedis') await redis.kill()
  else await redis.stop()
  return () => redis.restart()
}

/** @param over nothing is begun any more */
export async function applyFault(house: House, fault: Fault, over: AbortSignal): Promise<Ending> {
  if (fault.to === 'redis') return atRedis(house, fault.what)
  const slot = await slotOf(house, fault.node)
  if (!slot) return () => {}
  if (fault.to === 'node') return atNode(slot, fault, over)
  return atWire(slot.proxies[fault.to], fault)
}
