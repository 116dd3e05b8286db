import { expect, test } from 'vitest'
import { exportAudit } from '../../../shared/features/audit/queries.ts'
import { exportNames, exportRows } from '../../../shared/features/backups/exports.ts'
import { exportUsers } from '../../../shared/features/users/users.ts'
import { person } from '../../testing/principals.ts'
import { createNotedExports } from './notedExports.ts'

test('[BK2374] an export is not written down for a user who lacks the permission of what it is read from', async () => {
  const noted: unknown[] = []
  const ask = createNotedExports({
    hub: {
      dispatch: async (_principal, { name, input }) => {
        noted.push([name, input])
        return { ok: true, output: {}, seq: 1 }
      },
      query: async () => ({ ok: true, output: {}, seq: 1 }),
    },
    clock: { now: () => 0, monotonic: () => 0 },
  })
  const calls = [
    ...exportNames.flatMap((of) => (of === 'users' || of === 'audit' ? [] : { name: exportRows.name, input: { of } })),
    { name: exportUsers.name, input: {} },
    { name: exportAudit.name, input: {} },
  ]
  const owner = person('olga', 'owner')
  for (const call of calls) await ask({ ...owner, can: (one) => one === 'ownerPanel' }, call)
  expect(noted).toEqual([])
  for (const call of calls) await ask(owner, call)
  expect(noted).toHaveLength(exportNames.length)
})
