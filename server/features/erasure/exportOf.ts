import { account } from '../../../shared/features/account/account.ts'
import type { PersonalExport } from '../../../shared/features/erasure/queries.ts'
import { mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import { staff, staffKey } from '../../../shared/features/rights/staff.ts'
import { rolesArchive, rolesArchiveKey } from '../../../shared/features/roles/queries.ts'
import { ownSessions } from '../../../shared/features/session/session.ts'
import { tokens } from '../../../shared/features/tokens/tokens.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { viewsArchive, viewsKey } from '../positionViews/rules.ts'

/** Archives that hold lines about several people. */
const sharedArchives: readonly (readonly [string, string])[] = [
  ['audit', 'all'],
  ['audit', 'deliveries'],
  ['audit', 'elevation'],
  ['audit', 'sessions'],
  ['audit', 'viewAs'],
  [viewsArchive, viewsKey],
  [rolesArchive, rolesArchiveKey],
]
const pageLines = 500
const mostPages = 20

/** Collects all data that the hub keeps about the asking user. Null for a program with a token. */
export async function exportOf(context: QueryContext): Promise<PersonalExport | null> {
  const { principal, now, read } = context
  const { id } = principal
  if (id === null || !principal.session) return null
  const own = read(account, id)
  return {
    exportedAt: now,
    id,
    account: own,
    sessions: Object.values(read(ownSessions, id).open),
    tokens: Object.values(read(tokens, id).tokens),
    grant: read(staff, staffKey).grants[id] ?? null,
    mapSettings: read(mapSettings, id),
    membership: read(membership, id),
    pack: packOf(context, id),
    wallet: read(wallet, id),
    play: own.steamId === null ? null : read(playRecord, own.steamId),
    archive: await linesOf(context, id),
  }
}

/** Without the other members: that is their data. */
function packOf({ read }: QueryContext, id: string): PersonalExport['pack'] {
  const { pack: key } = read(membership, id)
  const theirs = key === null ? null : read(pack, key)
  const member = theirs?.members[id]
  return theirs && member ? { name: theirs.name, isLeader: theirs.leader === id, member } : null
}

async function linesOf(context: QueryContext, id: string): Promise<PersonalExport['archive']> {
  const lines = await allOf(context, 'signIns', id)
  for (const [archive, key] of sharedArchives) {
    const all = await allOf(context, archive, key)
    lines.push(...all.filter(({ line }) => line.by === id || line.account === id))
  }
  return lines.sort((one, other) => other.at - one.at)
}

async function allOf({ page }: QueryContext, archive: string, key: string) {
  const lines: PersonalExport['archive'] = []
  let before: number | null = null
  for (let pages = 0; pages < mostPages; pages += 1) {
    const found = await page(archive, key, { before, limit: pageLines })
    lines.push(...found.lines.map(({ at, line }) => ({ at, list: archive, line })))
    before = found.next
    if (before === null) break
  }
  return lines
}
