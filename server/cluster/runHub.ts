import { refusalOf } from '../engine/dispatch.ts'
import type { Hub } from '../engine/hub.ts'
import { OrderRefused } from '../engine/orderRefused.ts'
import { type AuthorityRun, RunOver } from './authorityRun.ts'
import type { Run } from './node.ts'
import type { Point } from './wire.ts'

/** A run as workers have it: their orders are done in it, or they are told that they may not have been. */
export function createRunHub(hub: Hub, run: AuthorityRun, shown: (point: Point) => Promise<void>): Run {
  const refuse = (name: string, code: 'unavailable' | 'fateUnknown'): never => {
    const refusal = refusalOf(code)
    throw new OrderRefused(name, code, refusal.ok ? code : refusal.message)
  }
  const order: Hub['order'] = async (actor, name, input) => {
    if (!run.isHeld()) return refuse(name, 'unavailable')
    try {
      const output = await run.orHalted(run.inner.order(actor, name, input))
      await shown(run.point())
      return output
    } catch (error) {
      if (error instanceof RunOver) return refuse(name, 'fateUnknown')
      throw error
    }
  }
  return { epoch: run.epoch, isHeld: run.isHeld, hub: { ...hub, epoch: run.epoch, order } }
}
