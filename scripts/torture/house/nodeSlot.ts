import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentId } from '../../../shared/engine/document.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import type { Wire } from '../faults/fault.ts'
import type { NodeProcess } from '../node/nodeProcess.ts'
import { type FaultProxy, openFaultProxy } from '../proxy/faultProxy.ts'

const retryMs = 150
const mostStillborn = 3
const stopsWithinMs = 30_000

/** As a service manager would start it: what to start with, by the ports of its proxies. */
export type EnvironmentOf = (ports: {
  readonly store: number
  readonly game: number
}) => Readonly<Record<string, string>>

export interface SlotParts {
  readonly number: number
  readonly ports: { readonly store: () => number; readonly game: () => number }
  readonly environment: EnvironmentOf
  /** A process that is ready to be a node. */
  readonly take: () => NodeProcess
  /** Something of the node itself went wrong. */
  readonly onWrong: (what: string) => void
}

type Proxies = Readonly<Record<Wire, FaultProxy>>

async function stopInOrder(node: NodeProcess, onWrong: (how: string) => void) {
  const late = sleep(stopsWithinMs, 'late', { ref: false })
  const stopped = node.ask('end', null).then(
    () => 'ended',
    (error: Error) => error.message,
  )
  const how = await Promise.race([stopped, late])
  if (how === 'ended') return
  if (!node.isDead()) onWrong(how)
  await node.kill()
}

/** One process after the other that is the node of a slot. */
function createLives({ number, environment, take, onWrong }: SlotParts, proxies: () => Proxies) {
  let port = 0
  let node: NodeProcess | null = null
  /** Begun by us and not ended by us. */
  let isOn = false
  let ending: Promise<void> = Promise.resolve()
  /** Processes that ended before they could be asked anything. */
  let stillborn = 0

  const processOf = () => {
    if (node && !node.isDead()) return node
    const taken = take()
    node = taken
    void taken.died.then((how) => {
      if (node === taken && isOn) onWrong(`node ${number} ended by itself (${how}): ${taken.said().slice(-1_500)}`)
    })
    return taken
  }
  return {
    port: () => port,
    process: () => node,
    isOn: () => isOn && node?.isDead() === false,
    /** Tries until it is begun: what it needs may be away at the moment. */
    async begin(stop: AbortSignal) {
      await ending
      while (!isOn && !stop.aborted) {
        const { store, game } = proxies()
        const wanted = environment({ store: store.port, game: game.port })
        const taken = processOf()
        const begun = await taken.ask('begin', { environment: wanted }).catch(() => sleep(retryMs, null))
        stillborn += taken.isDead() && !taken.wasReady() ? 1 : 0
        if (stillborn > mostStillborn) throw new Error(`No node can be started: ${taken.said()}`)
        if (!begun) continue
        port = begun.port
        isOn = true
      }
    },
    async end() {
      if (!isOn || !node) return
      isOn = false
      ending = stopInOrder(node, (how) => onWrong(`node ${number} did not stop in order: ${how}`))
      await ending
    },
    async kill() {
      isOn = false
      await node?.kill()
    },
  }
}

/** A place for a node: what stands around it stays, whichever process is the node. */
export async function openNodeSlot(parts: SlotParts) {
  const lives = createLives(parts, () => proxies)
  const proxies: Proxies = {
    store: await openFaultProxy(parts.ports.store),
    game: await openFaultProxy(parts.ports.game),
    pages: await openFaultProxy(lives.port),
  }
  const { isOn, begin, end, kill } = lives
  const { number } = parts
  const ask: NodeProcess['ask'] = async (door, wanted) => {
    const node = lives.process()
    if (!node || !isOn()) throw new Error(`Node ${number} is not there.`)
    return node.ask(door, wanted)
  }
  return {
    ...{ number, proxies, begin, end, kill, isOn },
    pause: () => lives.process()?.pause(),
    resume: () => lives.process()?.resume(),
    said: () => lives.process()?.said() ?? '',
    shift: (ms: number) => ask('shift', { ms }).catch(() => null),
    state: () => ask('state', null),
    copies: (ids: readonly DocumentId[]) => ask('copies', { ids }),
    signIn: (account: string, role: Role, steamId: string | null) => ask('signIn', { account, role, steamId }),
    async close() {
      await kill()
      for (const proxy of Object.values(proxies)) await proxy.close()
    },
  }
}
export type NodeSlot = Awaited<ReturnType<typeof openNodeSlot>>
