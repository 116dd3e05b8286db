import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/erasure/commands.ts'
import { erasureAudit, erasures } from '../../../shared/features/erasure/erasures.ts'
import { exportMe, PersonalExport } from '../../../shared/features/erasure/queries.ts'
import { type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

/** Users export all data about them, or erase it. */
export const erasureFeature: Feature = {
  name: 'erasure',
  documents: [erasures],
  archives: [erasureAudit],
  commands: [
    implement(commands.eraseMe, rules.eraseMe),
    implement(commands.dropExternalIds, rules.dropExternalIds),
    implement(commands.finishErasure, rules.finishErasure),
  ],
  queries: [implementQuery(exportMe, async (context) => ({ personal: await exportOf(context) }))],
}

/** All that is kept about the asking user. Null for a program with a token. */
async function exportOf({ principal, now, read, exportPerson }: QueryContext): Promise<PersonalExport | null> {
  const { id } = principal
  if (id === null || !principal.session) return null
  const { steamId } = read(account, id)
  const { documents, rows } = await exportPerson({ account: id, players: steamId === null ? [] : [steamId] })
  return PersonalExport.parse({ ...documents, exportedAt: now, id, archives: rows })
}
