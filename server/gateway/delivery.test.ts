import { expect, test } from 'vitest'
import { guest } from '../testing/people.ts'
import { createDelivery } from './delivery.ts'
import type { Line } from './line.ts'
import { noMetrics } from './metrics.ts'
import { wordParcel } from './parcel.ts'
import { createViewer } from './viewer.ts'

const parcel = wordParcel(['notice', { code: 'closing', message: 'Bye.' }])

/** Four hundred who are written to by their sockets, as their connections have no TCP that could be used directly. */
function openCrowd() {
  const turns: (() => void)[] = []
  const written: number[] = []
  const viewers = Array.from({ length: 400 }, (_, at) => {
    const line = { socket: { emit: () => void written.push(at) }, webSocket: null, tcp: null } as unknown as Line
    return createViewer({
      credentials: { cookie: undefined, token: undefined },
      address: null,
      principal: guest,
      line,
      cameAt: 0,
    })
  })
  const delivery = createDelivery({
    ...{ limits: { stuckBytes: 1_000 }, metrics: noMetrics },
    nextTurn: (act) => void turns.push(act),
    onFault: (_what, error) => {
      throw error
    },
  })
  for (const viewer of viewers) delivery.send(viewer, parcel)
  return { delivery, turns, written }
}

test('[DL1] a crowd is written to in slices, of which the hub listens in between', () => {
  const { delivery, turns, written } = openCrowd()
  delivery.start()
  expect(written).toHaveLength(250)
  turns.shift()?.()
  expect(written).toHaveLength(400)
  expect(turns).toHaveLength(0)
})

test('[DL2] whoever wants all of it out at once gets that, each once, and the slices that were planned find nothing', () => {
  const { delivery, turns, written } = openCrowd()
  delivery.start()
  delivery.finish()
  expect(written).toEqual(Array.from({ length: 400 }, (_, at) => at))
  while (turns.length > 0) turns.shift()?.()
  expect(written).toHaveLength(400)
})
