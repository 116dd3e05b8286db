import { roleChanges, staff, staffKey } from '../../../shared/features/rights/staff.ts'
import type { Feature } from '../../engine/feature.ts'
import { setTo } from '../../engine/setting.ts'
import { ownerSteamIds } from './rights.ts'

/** Which rights an account holds: by configuration, by a grant, and by its session. @param owners SteamID64 */
export const rightsFeature = (owners: readonly string[]): Feature => ({
  name: 'rights',
  documents: [staff],
  archives: [roleChanges],
  removals: [
    {
      kind: staff,
      remove({ edit }, { account }) {
        delete edit(staff, staffKey).grants[account]
      },
    },
  ],
  commands: [],
  queries: [],
  settings: [setTo(ownerSteamIds, owners)],
})
