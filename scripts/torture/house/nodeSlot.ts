import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentId } from '../../../shared/engine/document.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import type { Wire } from '../faults/fault.ts'
import type { NodeProcess } from '../node/nodeProcess.ts'
import { type FaultProxy, openFaultProxy } from '../proxy/faultProxy.ts'

const retryMs = 150
const stopsWithinMs = 12_000

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

/** A place for a node: what stands around it stays, whichever process is the node. */
export async function openNodeSlot({ number, ports, environment, take, onWrong }: SlotParts) {
  let port = 0
  let node: NodeProcess | null = null
  /** Begun by us and not ended by us. */
  let isOn = false
  let ending: Promise<void> = Promise.resolve()
  const proxies: Readonly<Record<Wire, FaultProxy>> = {
    store: await openFaultProxy(ports.store),
    game: await openFaultProxy(ports.game),
    pages: await openFaultProxy(() => port),
  }
  const processOf = () => {
    if (node && !node.isDead()) return node
    const taken = take()
    node = taken
    void taken.died.then((how) => {
      if (node === taken && isOn) onWrong(`node ${number} ended by itself (${how}): ${taken.said().slice(-1_500)}`)
    })
    return taken
  }
  /** Tries until it is begun: what it needs may be away at the moment. */
  const begin = async (stop: AbortSignal) => {
    await ending
    while (!isOn && !stop.aborted) {
      try {
        const asked = environment({ store: proxies.store.port, game: proxies.game.port })
        const begun = await processOf().ask('begin', { environment: asked })
        port = begun.port
        isOn = true
      } catch {
        await sleep(retryMs)
      }
    }
  }
  const endNow = async (last: NodeProcess) => {
    const late = sleep(stopsWithinMs, 'late', { ref: false })
    const ended = await Promise.race([
      last.ask('end', null).then(
        () => 'ended',
        (error: Error) => error.message,
      ),
      late,
    ])
    if (ended !== 'ended') {
      if (!last.isDead()) onWrong(`node ${number} did not stop in order: ${ended}`)
      await last.kill()
    }
  }
  const end = async () => {
    if (!isOn || !node) return
    isOn = false
    ending = endNow(node)
    await ending
  }
  const kill = async () => {
    isOn = false
    await node?.kill()
  }
  const ask = () => {
    if (!node || !isOn) throw new Error(`Node ${number} is not there.`)
    return node.ask
  }
  return {
    number,
    ...{ proxies, begin, end, kill },
    isOn: () => isOn && !node?.isDead(),
    pause: () => node?.pause(),
    resume: () => node?.resume(),
    said: () => node?.said() ?? '',
    shift: async (ms: number) => void (isOn && (await node?.ask('shift', { ms }).catch(() => null))),
    state: () => ask()('state', null),
    copies: (ids: readonly DocumentId[]) => ask()('copies', { ids }),
    signIn: (account: string, role: Role, steamId: string | null) => ask()('signIn', { account, role, steamId }),
    pid: () => node?.pid() ?? 0,
    async close() {
      isOn = false
      await node?.kill()
      for (const proxy of Object.values(proxies)) await proxy.close()
    },
  }
}
export type NodeSlot = Awaited<ReturnType<typeof openNodeSlot>>
