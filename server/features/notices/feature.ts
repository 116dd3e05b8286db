import { dismissNotices, mostNotices, Notice, notices } from '../../../shared/features/notices/notices.ts'
import type { Feature } from '../../engine/feature.ts'
import { type Context, implement, type Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'

/**
 * Tells a user something: at once on their open pages, else when they open one. It stays until they put it away.
 *
 *     addNotice(context, receiver, { kind: 'gift', other: sender, currency, amount })
 */
export function addNotice(
  { edit, newId, now }: Pick<Context, 'edit' | 'newId' | 'now'>,
  account: string,
  told: Pick<Notice, 'kind'> & Partial<Omit<Notice, 'id' | 'at'>>,
): void {
  const { entries } = edit(notices, account)
  const id = newId()
  entries[id] = Notice.parse({ ...told, id, at: now })
  const tooMany = Object.keys(entries).length - mostNotices
  if (tooMany <= 0) return
  const oldest = Object.values(entries).toSorted((one, other) => one.at - other.at)
  for (const one of oldest.slice(0, tooMany)) delete entries[one.id]
}

const dismiss: Rule<typeof dismissNotices> = ({ actor, read, edit }, { ids }) => {
  const own = accountOf(actor)
  const { entries } = read(notices, own)
  for (const id of ids) if (Object.hasOwn(entries, id)) delete edit(notices, own).entries[id]
  return {}
}

/** Notices of what happened to users while they may have been away. */
export const noticesFeature: Feature = {
  name: 'notices',
  documents: [notices],
  commands: [implement(dismissNotices, dismiss)],
  queries: [],
}
