import type { Clock } from '../engine/clock.ts'
import type { Delivery } from './delivery.ts'
import type { Entrance } from './entrance.ts'
import { disconnect } from './line.ts'
import { wordParcel } from './parcel.ts'
import type { Viewer } from './viewer.ts'

interface DrainParts {
  readonly clock: Clock
  readonly entrance: Pick<Entrance, 'viewers' | 'shut'>
  readonly delivery: Pick<Delivery, 'sendNow'>
}

/** Of the time, so much is left to those in front who look which nodes are ready: nobody is sent away before they can know. */
const announcedShare = 1 / 3
const stepMs = 50

export const closing = wordParcel(['notice', { code: 'closing', message: 'The hub is closing and will be back soon.' }])

/** Sends everybody elsewhere, a few at a time, so that those who take them in are not met by all at once. Resolves when nobody is left. */
export const createDrain =
  ({ clock, entrance, delivery }: DrainParts) =>
  async (ms: number): Promise<void> => {
    const pause = (waitMs: number) => new Promise<void>((resolve) => void clock.after(waitMs, resolve))
    const send = (viewer: Viewer) => {
      if (!entrance.viewers.has(viewer)) return
      delivery.sendNow(viewer, closing)
      disconnect(viewer.line)
    }
    await pause(ms * announcedShare)
    entrance.shut()
    const leaving = [...entrance.viewers]
    const steps = Math.max(1, Math.floor((ms * (1 - announcedShare)) / stepMs))
    const perStep = Math.ceil(leaving.length / steps)
    while (leaving.length > 0) {
      for (const viewer of leaving.splice(0, perStep)) send(viewer)
      if (leaving.length > 0) await pause(stepMs)
    }
  }
