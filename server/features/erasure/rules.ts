import { type DocumentKind, type DocumentOf, documentId } from '../../../shared/engine/document.ts'
import { account, identities } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/erasure/commands.ts'
import { erasures, erasuresKey } from '../../../shared/features/erasure/erasures.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { identityBucketOf, identityKeyOf } from '../account/identityKey.ts'
import { accountOf } from '../account/rules.ts'
import { accountKinds, playerKinds, removals } from './personal.ts'

/** Clears all documents in one change. The store then erases journal and archives: see `worker.ts`. */
export const eraseMe: Rule<typeof commands.eraseMe> = (context, { confirm }) => {
  const { actor, read, edit, refuse, record, newId } = context
  const id = accountOf(actor)
  if (!actor.session) return refuse('notASession')
  const { name, discord } = read(account, id)
  if (confirm !== name) return refuse('notConfirmed')
  const steamIds = playersOf(context, id)
  const documents = steamIds.flatMap((steamId) => playerKinds.map((kind) => documentId(kind, steamId)))
  const externalIds = [...steamIds, discord?.discordId].filter((one) => one !== undefined)
  for (const { remove } of removals) remove(context as unknown as Context, { id, steamIds })
  for (const kind of accountKinds) clear(context, kind, id)
  for (const steamId of steamIds) for (const kind of playerKinds) clear(context, kind, steamId)
  edit(erasures, erasuresKey).pending[newId()] = { account: id, externalIds, documents }
  record('audit', 'erasures', { act: 'erasure.eraseMe', by: id })
  return {}
}

/** SteamIDs that are or were linked to the account, without former ones that belong to another account now. */
function playersOf({ read }: Pick<Context, 'read'>, id: string): readonly string[] {
  const { steamId, formerSteamIds } = read(account, id)
  const isLinkedElsewhere = (former: string) =>
    [false, true].some((demo) => {
      const key = identityKeyOf('steam', former, demo)
      return (read(identities, identityBucketOf(key)).accounts[key] ?? id) !== id
    })
  return [
    ...new Set([
      ...(steamId === null ? [] : [steamId]),
      ...formerSteamIds.filter((former) => !isLinkedElsewhere(former)),
    ]),
  ]
}

export const dropExternalIds: Rule<typeof commands.dropExternalIds> = ({ edit }, { erasure }) => {
  const pending = edit(erasures, erasuresKey).pending[erasure]
  if (pending) Object.assign(pending, { externalIds: [], documents: [] })
  return {}
}

export const finishErasure: Rule<typeof commands.finishErasure> = ({ edit }, { erasure }) => {
  delete edit(erasures, erasuresKey).pending[erasure]
  return {}
}

/** Resets a document to its defaults. Writes only fields that differ, so that a document without data is not created. */
function clear<K extends DocumentKind>({ edit }: Pick<Context, 'edit'>, kind: K, key: string) {
  const draft = edit(kind, key) as Record<string, unknown>
  const blank = kind.schema.parse({}) as DocumentOf<K> & Record<string, unknown>
  for (const field of Object.keys(draft))
    if (JSON.stringify(draft[field]) !== JSON.stringify(blank[field])) draft[field] = blank[field]
}
