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
        for (const bucket of identityBuckets) {
          const { accounts, former } = read(identities, bucket)
          for (const [key, owner] of Object.entries(accounts))
            if (owner === erased) delete edit(identities, bucket).accounts[key]
          for (const [key, owners] of Object.entries(former))
            if (owners.includes(erased)) forgetFormer(edit(identities, bucket).former, key, erased)
        }
      },
    },
  ],
  commands: [implement(commands.switchActive, switchActive)],
  queries: [],
}

function forgetFormer(former: Record<string, string[]>, key: string, erased: string) {
  const others = (former[key] ?? []).filter((one) => one !== erased)
  if (others.length > 0) former[key] = others
  else delete former[key]
}
