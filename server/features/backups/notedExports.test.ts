import { expect, test } from 'vitest'
import { exportAudit } from '../../../shared/features/audit/queries.ts'
import { archiveExports, beginExport, exportNames, exportRows } from '../../../shared/features/backups/exports.ts'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import { exportUsers } from '../../../shared/features/users/users.ts'
import type { QueryCall } from '../../../shared/protocol/calls.ts'
import type { Principal } from '../../engine/principal.ts'
import { person } from '../../testing/principals.ts'
import { createNotedExports } from './notedExports.ts'

/** Asks for these, and returns what was written down. */
async function notedOf(principal: Principal, calls: readonly QueryCall[]) {
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
  for (const call of calls) await ask(principal, call)
  return noted
}

const pagesOf = (of: (typeof archiveExports)[number]) => ({ name: exportRows.name, input: { of } })
const olga = person('olga', 'owner')

test('[BK2374] an export is not written down for a user who lacks the permission of what it is read from', async () => {
  const calls = [
    ...archiveExports.map(pagesOf),
    { name: exportUsers.name, input: {} },
    { name: exportAudit.name, input: {} },
  ]
  expect(await notedOf({ ...olga, can: (one) => one === 'ownerPanel' }, calls)).toEqual([])
  expect(await notedOf(olga, calls)).toHaveLength(exportNames.length)
})

test.each(['addCurrency', 'settleEconomy'])(
  '[BK2367] an export of ledger or sales is written down for every user who may read ledgers: here by %s',
  async (reads) => {
    const reader: Principal = { ...olga, can: (one) => one === 'ownerPanel' || one === reads }
    expect(ledger.readableBy(reader, '')).toBe(true)
    expect(await notedOf(reader, archiveExports.map(pagesOf))).toEqual(
      ['ledger', 'sales'].map((of) => [beginExport.name, { of, as: 'pages' }]),
    )
  },
)
