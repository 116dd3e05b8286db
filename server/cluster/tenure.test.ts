import { expect, test } from 'vitest'
import { createHub } from '../engine/createHub.ts'
import { createTestClock } from '../testing/clock.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { villageFeatures } from '../testing/villageFeature.ts'
import { createAuthorityRun } from './authorityRun.ts'
import type { NodeRole } from './node.ts'
import { createPoints } from './points.ts'
import { createRoles } from './roles.ts'
import { createTenure } from './tenure.ts'

const ignore = () => {}
const clock = createTestClock()

/** A node whose copy stands at a seq that the test moves. */
async function openOffice() {
  const { storage: stored } = createMemoryStorage()
  const inner = await createHub({ storage: stored, features: villageFeatures, clock: clock, onFault: ignore })
  let shownSeq = 0
  const points = createPoints(({ seq }) => shownSeq >= seq, ignore)
  const roles = createRoles(clock, ignore)
  const told: NodeRole[] = []
  roles.onRole((role) => told.push(role))
  const storage = { ...stored, holdsLease: () => true }
  const parts = {
    ...{ storage, features: [], clock: clock, onFault: ignore },
    ...{ letters: { send: ignore }, replica: { points, takeLive: ignore }, refusals: { tell: ignore } },
  } as unknown as Parameters<typeof createTenure>[0] & Parameters<typeof createAuthorityRun>[0]
  const tenure = createTenure({
    ...parts,
    roles,
    changed: ignore,
    publicRun: ({ epoch, isHeld }) => ({ epoch, isHeld, hub: inner }),
  })
  const run = { ...createAuthorityRun({ ...parts, inner }), startSeq: 7 }
  return {
    ...{ tenure, run, told },
    show(seq: number) {
      shownSeq = seq
      points.advance()
    },
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('[CL56] workers begin when this node shows all that was decided before, and not earlier', async () => {
  const { tenure, run, told, show } = await openOffice()
  tenure.begin(run)
  show(6)
  await turn()
  expect([told, tenure.current()]).toEqual([[], run])
  show(7)
  await turn()
  expect(told).toEqual(['authority'])
})

test('[CL57] a run that is over before it was taken up is never told', async () => {
  const { tenure, run, told, show } = await openOffice()
  tenure.begin(run)
  run.end('lease lost')
  tenure.end(run)
  show(7)
  await turn()
  expect([told, tenure.current()]).toEqual([[], null])
})
