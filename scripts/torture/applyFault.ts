import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RedisProcess } from '../../server/testing/redisProcess.ts'
import type { Cluster, NodeSlot } from './cluster.ts'
import type { FaultProxy } from './faultProxy.ts'
import type { Fault, Target } from './faults.ts'
import { normalConditions } from './pipe.ts'

/** Ends a fault. */
export type Ending = () => Promise<void> | void

const held = { ...normalConditions, flow: 'held' } as const

async function slotOf({ slots }: Cluster, target: Target): Promise<NodeSlot | null> {
  if (typeof target === 'number') return slots[target] ?? null
  const states = await Promise.all(
    slots.map(async (slot) => {
      const timeout = new Promise<null>((resolve) => setTimeout(resolve, 100, null))
      const state = slot.isRunning() ? await Promise.race([slot.state().catch(() => null), timeout]) : null
      return { slot, role: state?.role ?? null }
    }),
  )
  // If no node has the role, or none answers, the first node is hit.
  return (states.find(({ role }) => role === target) ?? states[0])?.slot ?? null
}

function atLink(proxy: FaultProxy, { what, amount }: Extract<Fault, { amount: number }>): Ending {
  if (what === 'refuse') proxy.refuse()
  if (what === 'reset') proxy.reset()
  if (what === 'hold') proxy.set({ up: held, down: held })
  if (what === 'holdUp') proxy.set({ up: held })
  if (what === 'holdDown') proxy.set({ down: held })
  if (what === 'loseDown') proxy.set({ down: { ...normalConditions, flow: 'lost' } })
  if (what === 'late')
    proxy.set({ up: { ...normalConditions, delayMs: amount }, down: { ...normalConditions, delayMs: amount } })
  if (what === 'slow') proxy.set({ down: { ...normalConditions, bytesPerSecond: amount } })
  return proxy.restore
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
  // Stopping is not awaited: a paused process cannot stop cleanly.
  if (what === 'kill') await slot.kill()
  else void slot.stop()
  return () => slot.start(over)
}

async function atRedis({ redis }: Cluster, what: Extract<Fault, { to: 'redis' }>['what']): Promise<Ending> {
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

const lateModMs = 1_500

/** The game server itself, and the mod that runs in it. */
function atWorld({ game }: Cluster, what: Extract<Fault, { to: 'world' }>['what']): Ending {
  const mod = game.commandBridge?.faults
  if (what === 'killGame') game.process.power('kill')
  if (mod && what === 'stopMod') mod.isRunning = false
  if (mod && what === 'spoilAnswers') mod.share = 0.6
  if (mod && what === 'lateMod') mod.delay = lateModMs
  return () => mendWorld(game)
}

/** The game server and its mod run as they should. */
export function mendWorld({ process, commandBridge }: Cluster['game']) {
  if (commandBridge) Object.assign(commandBridge.faults, { isRunning: true, share: 0, delay: 0 })
  process.power('start')
}

/** Applies a fault and returns the function that ends it. @param over aborts restarts */
export async function applyFault(cluster: Cluster, fault: Fault, over: AbortSignal): Promise<Ending> {
  if (fault.to === 'redis') return atRedis(cluster, fault.what)
  if (fault.to === 'world') return atWorld(cluster, fault.what)
  const slot = await slotOf(cluster, fault.node)
  if (!slot) return () => {}
  if (fault.to === 'node') return atNode(slot, fault, over)
  return atLink(slot.proxies[fault.to], fault)
}

/** Bytes that still fit, so that a write ends in the middle. */
const roomBytes = 700

const appendOnlyBytes = (folder: string): number => {
  const appendOnlyFolder = join(folder, 'appendonlydir')
  const sizes = existsSync(appendOnlyFolder)
    ? readdirSync(appendOnlyFolder).map((name) => statSync(join(appendOnlyFolder, name)).size)
    : []
  return Math.max(0, ...sizes)
}

/** Redis cannot extend its append-only file: with `appendfsync always` it exits. */
async function fillRedisDisk(redis: RedisProcess) {
  const info = String(await redis.command('INFO', 'server').catch(() => ''))
  const pid = Number(/process_id:(\d+)/.exec(info)?.[1] ?? 0)
  if (pid > 0) limitFiles(pid, appendOnlyBytes(redis.folder) + roomBytes)
  return () => redis.restart()
}

/** Limits the file size of a process, in bytes; null for no limit. Simulates a full disk. */
export function limitFiles(pid: number, bytes: number | null) {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`], { stdio: 'ignore' })
}
