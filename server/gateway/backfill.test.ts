import { expect, test } from 'vitest'
import type { Published } from '../engine/hub.ts'
import { createBackfill } from './backfill.ts'

const change = (version: number): Published => ({ id: 'sky/', version, patches: [] })
const copy = { version: 5, value: { clouds: 5 } }
const over = (changes: readonly Published[] | null) =>
  createBackfill({ epoch: 3, copy: (id) => (id === 'sky/' ? copy : undefined), changesSince: () => changes })
const typesOf = (pieces: ReturnType<ReturnType<typeof over>['missing']>) => pieces?.map((piece) => piece.change.type)

test('[CU1] a document that does not exist has no backfill', () => {
  expect(over(null).missing('sky/x', undefined)).toBeNull()
})

test('[CU2] changes that do not lead from the held version to the current one are replaced by a snapshot', () => {
  const held = { epoch: 3, version: 3 }
  expect(typesOf(over([change(4), change(5)]).missing('sky/', held))).toEqual(['patch', 'patch'])
  for (const wrong of [null, [], [change(5)], [change(3), change(4), change(5)]]) {
    expect(typesOf(over(wrong).missing('sky/', held))).toEqual(['snapshot'])
  }
})

test('[CU3] the same backfill is the same object for all clients, so that it is encoded once', () => {
  const changes = [change(5)]
  const backfill = over(changes)
  for (const held of [undefined, { epoch: 3, version: 5 }, { epoch: 3, version: 4 }]) {
    expect(backfill.missing('sky/', held)?.[0]).toBe(backfill.missing('sky/', held)?.[0])
  }
})

test('[CU4] after a change of leader, snapshots carry its epoch, and a copy of the old epoch is not confirmed as current', () => {
  const hub = { epoch: 3, copy: () => copy, changesSince: () => [change(5)] }
  const backfill = createBackfill(hub)
  const missing = (held: { epoch: number; version: number }) =>
    backfill.missing('sky/', held)?.map(({ change }) => change)
  expect(missing({ epoch: 3, version: 5 })).toMatchObject([{ type: 'current', epoch: 3 }])
  hub.epoch = 4
  expect(missing({ epoch: 3, version: 5 })).toMatchObject([{ type: 'snapshot', epoch: 4, version: 5 }])
  expect(missing({ epoch: 4, version: 5 })).toMatchObject([{ type: 'current', epoch: 4 }])
})

test('[CU5] a whole replacement is sent as a snapshot under the current epoch', () => {
  const hub = { epoch: 3, copy: () => copy, changesSince: () => null }
  const { patch } = createBackfill(hub)
  const whole = { ...change(5), isWhole: true as const }
  expect(patch(whole).change).toMatchObject({ type: 'snapshot', epoch: 3, version: 5 })
  hub.epoch = 4
  expect(patch(whole).change).toMatchObject({ type: 'snapshot', epoch: 4, version: 5 })
  expect(patch(change(5)).change).toMatchObject({ type: 'patch', version: 5 })
})
