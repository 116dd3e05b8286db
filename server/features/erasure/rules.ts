import { account, identities } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/erasure/commands.ts'
import { erasureAudit, erasures, erasuresKey } from '../../../shared/features/erasure/erasures.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { identityBucketOf, identityKeyOf } from '../account/identityKey.ts'
import { accountOf } from '../account/rules.ts'

/** Clears all documents in one change, as their kinds declare. The store then erases journal and archives: see `worker.ts`. */
export const eraseMe: Rule<typeof commands.eraseMe> = (context, { confirm }) => {
  const { actor, read, edit, refuse, archive, newId } = context
  const id = accountOf(actor)
  if (!actor.session) return refuse('notASession')
  const { name, discord } = read(account, id)
  if (confirm !== name) return refuse('notConfirmed')
  const players = playersOf(context, id)
  const externalIds = [...players, discord?.discordId].filter((one) => one !== undefined)
  const documents = [...context.erasePerson({ account: id, players })]
  edit(erasures, erasuresKey).pending[newId()] = { account: id, externalIds, documents }
  archive(erasureAudit, { act: 'erasure.eraseMe', by: id })
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
