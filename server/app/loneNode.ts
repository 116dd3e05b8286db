import type { Node, Run } from '../cluster/node.ts'
import type { Bus } from '../engine/bus.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'

/** A hub that is alone is a node that always decides, and has nobody to tell. */
export function createLoneNode(hub: Hub, clock: Pick<Clock, 'now'>): Node {
  const since = clock.now()
  const run: Run = { epoch: hub.epoch, hub, isHeld: () => true }
  return {
    hub,
    bus: nobody,
    role: () => 'authority',
    run: () => run,
    onRole: () => () => {},
    state: () => ({
      ...{ node: nobody.node, role: 'authority', since, epoch: hub.epoch, authority: nobody.node, why: null },
      ...{ lag: { entries: 0, ms: 0 }, connection: { up: true, why: null, since }, isReady: true },
    }),
    seq: () => 0,
    atSeq(_seq, act) {
      act()
      return () => {}
    },
    stepDown: async () => {},
    close: hub.close,
  }
}

const nobody: Bus = { node: 'alone', send() {}, listen: () => () => {}, onGap: () => () => {} }
