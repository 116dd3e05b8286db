import { expect, test } from 'vitest'
import { roleChanges } from './staff.ts'

test.each([
  ['sessions', '1', 'logged {target} out of {before} session'],
  ['sessions', '3', 'logged {target} out of {before} sessions'],
  ['tokens', '1', 'revoked {before} token of {target}'],
  ['tokens', '2', 'revoked {before} tokens of {target}'],
])('[RT2207] the audit says of %s that were ended, %s of them, in one or in several', (what, before, did) => {
  const row = { by: 'olga', account: 'ann', what, before, after: '0', address: '', session: '', agent: '' }
  expect(roleChanges.audited?.(roleChanges.schema.parse(row))).toMatchObject({ did })
})
