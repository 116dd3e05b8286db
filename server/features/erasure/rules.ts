import { type DocumentKind, type DocumentOf, documentId } from '../../../shared/engine/document.ts'
import { account, identities } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/erasure/commands.ts'
import { erasures, erasuresKey } from '../../../shared/features/erasure/erasures.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { identityBucketOf, identityKeyOf } from '../account/identityKey.ts'
import { accountOf } from '../account/rules.ts'
import { ownKinds, ownKindsInGame, sharedWays } from './personal.ts'

/** All of it in one change. What the journal tells of them is forgotten by the store afterwards: see `startErasing`. */
export const eraseMe: Rule<typeof commands.eraseMe> = (context, { confirm }) => {
  const { actor, read, edit, refuse, record, newId } = context
  const id = accountOf(actor)
  if (!actor.session) return refuse('notASession')
  const { name, discord } = read(account, id)
  if (confirm !== name) return refuse('notConfirmed')
  const steamIds = playersOf(context, id)
  const documents = steamIds.flatMap((steamId) => ownKindsInGame.map((kind) => documentId(kind, steamId)))
  const words = [...steamIds, discord?.discordId].filter((word) => word !== undefined)
  for (const { takeOut } of sharedWays) takeOut(context as unknown as Context, { id, steamIds })
  for (const kind of ownKinds) clear(context, kind, id)
  for (const steamId of steamIds) for (const kind of ownKindsInGame) clear(context, kind, steamId)
  edit(erasures, erasuresKey).pending[newId()] = { account: id, words, documents }
  record('audit', 'erasures', { act: 'erasure.eraseMe', by: id })
  return {}
}

/** Whoever is linked, and who was, except those who have come with an account of their own since. */
function playersOf({ read }: Pick<Context, 'read'>, id: string): readonly string[] {
  const { steamId, formerSteamIds } = read(account, id)
  const isOthers = (former: string) =>
    [false, true].some((demo) => {
      const key = identityKeyOf('steam', former, demo)
      return (read(identities, identityBucketOf(key)).accounts[key] ?? id) !== id
    })
  return [...new Set([...(steamId === null ? [] : [steamId]), ...formerSteamIds.filter((former) => !isOthers(former))])]
}

export const dropWords: Rule<typeof commands.dropWords> = ({ edit }, { erasure }) => {
  const pending = edit(erasures, erasuresKey).pending[erasure]
  if (pending) Object.assign(pending, { words: [], documents: [] })
  return {}
}

export const finishErasure: Rule<typeof commands.finishErasure> = ({ edit }, { erasure }) => {
  delete edit(erasures, erasuresKey).pending[erasure]
  return {}
}

/** Writes only what differs: a document that was never written stays so. */
function clear<K extends DocumentKind>({ edit }: Pick<Context, 'edit'>, kind: K, key: string) {
  const draft = edit(kind, key) as Record<string, unknown>
  const blank = kind.schema.parse({}) as DocumentOf<K> & Record<string, unknown>
  for (const field of Object.keys(draft))
    if (JSON.stringify(draft[field]) !== JSON.stringify(blank[field])) draft[field] = blank[field]
}
