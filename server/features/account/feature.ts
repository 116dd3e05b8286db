import { account, identities, identityBuckets } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/account/commands.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { switchActive } from './rules.ts'

/** Accounts and their identities. `account.unlink` ends sessions, too: the session feature carries it out. */
export const accountFeature: Feature = {
  name: 'account',
  documents: [account, identities],
  removals: [
    {
      kind: identities,
      remove({ read, edit }, { account: erased }) {
        for (const bucket of identityBucketNames)
          for (const [key, owner] of Object.entries(read(identities, bucket).accounts))
            if (owner === erased) delete edit(identities, bucket).accounts[key]
      },
    },
  ],
  commands: [implement(commands.switchActive, switchActive)],
  queries: [],
}

/** By the first two digits of a hash. */
const identityBucketNames = Array.from({ length: identityBuckets }, (_, bucket) => bucket.toString(16).padStart(2, '0'))
