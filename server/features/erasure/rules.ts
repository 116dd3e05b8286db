import { type DocumentKind, type DocumentOf, documentId } from '../../../shared/engine/document.ts'
import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/erasure/commands.ts'
import { erasures, erasuresKey } from '../../../shared/features/erasure/erasures.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { ownKinds, ownKindsInGame, sharedWays } from './personal.ts'

/** All of it in one change. What the journal tells of them is forgotten by the store afterwards: see `startErasing`. */
export const eraseMe: Rule<typeof commands.eraseMe> = (context, { confirm }) => {
  const { actor, read, edit, refuse, record, newId } = context
  const id = accountOf(actor)
  if (!actor.session) return refuse('notASession')
  const { name, steamId, discord } = read(account, id)
  if (confirm !== name) return refuse('notConfirmed')
  const documents = steamId === null ? [] : ownKindsInGame.map((kind) => documentId(kind, steamId))
  const words = [steamId, discord?.discordId].filter((word) => word != null)
  for (const { takeOut } of sharedWays) takeOut(context as unknown as Context, { id, steamId })
  for (const kind of ownKinds) clear(context, kind, id)
  if (steamId !== null) for (const kind of ownKindsInGame) clear(context, kind, steamId)
  edit(erasures, erasuresKey).pending[newId()] = { account: id, words, documents }
  record('audit', 'erasures', { act: 'erasure.eraseMe', by: id })
  return {}
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
