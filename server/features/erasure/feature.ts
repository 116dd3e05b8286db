import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/erasure/commands.ts'
import { erasureAudit, erasures, erasuresKey } from '../../../shared/features/erasure/erasures.ts'
import { exportMe, PersonalExport } from '../../../shared/features/erasure/queries.ts'
import { type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import { type Context, implement, type Rule } from '../../engine/rule.ts'
import { accountOf, accountsOfPlayer } from '../account/rules.ts'
import { excludeAsBefore } from '../play/unrecordedPlayers.ts'

/** Clears all documents in one change, as their kinds declare. The store then erases journal and archives: see `worker.ts`. */
const eraseMe: Rule<typeof commands.eraseMe> = (context, { confirm }) => {
  const { actor, read, refuse } = context
  const id = accountOf(actor)
  if (!actor.session) return refuse('notASession')
  const { name } = read(account, id)
  if (confirm !== name) return refuse('notConfirmed')
  erase(context, id)
  return {}
}

/** The restored account has the person's ids again. */
const eraseAgain: Rule<typeof commands.eraseAgain> = (context, { account: id }) => {
  if (context.read(account, id).createdAt > 0) erase(context, id)
  return {}
}

const excludeAgain: Rule<typeof commands.excludeAgain> = (context, { since }) => {
  const players = excludeAsBefore(context, since)
  if (players.length === 0) return {}
  // They are about no account. An empty id would be that of many things.
  const none = context.newId()
  const documents = [...context.erasePerson({ account: none, players })]
  context.edit(erasures, erasuresKey).pending[none] = { account: none, externalIds: [...players], documents }
  return {}
}

function erase(context: Context, id: string) {
  const { read, edit, archive, newId } = context
  const { discord } = read(account, id)
  const players = playersOf(context, id)
  const externalIds = [...players, discord?.discordId].filter((one) => one !== undefined)
  const documents = [...context.erasePerson({ account: id, players })]
  edit(erasures, erasuresKey).pending[newId()] = { account: id, externalIds, documents }
  archive(erasureAudit, { act: 'erasure.eraseMe', by: id })
}

/** SteamIDs that are or were linked to the account, without former ones that belong to another account now. */
function playersOf({ read }: Pick<Context, 'read'>, id: string): readonly string[] {
  const { steamId, formerSteamIds } = read(account, id)
  const isLinkedElsewhere = (former: string) => accountsOfPlayer(read, former).some((holder) => holder !== id)
  return [
    ...new Set([
      ...(steamId === null ? [] : [steamId]),
      ...formerSteamIds.filter((former) => !isLinkedElsewhere(former)),
    ]),
  ]
}

const dropExternalIds: Rule<typeof commands.dropExternalIds> = ({ edit }, { erasure }) => {
  const pending = edit(erasures, erasuresKey).pending[erasure]
  if (pending) Object.assign(pending, { externalIds: [], documents: [] })
  return {}
}

const finishErasure: Rule<typeof commands.finishErasure> = ({ edit }, { erasure }) => {
  delete edit(erasures, erasuresKey).pending[erasure]
  return {}
}

/** All that is kept about the asking user. Null for a program with a token. */
async function exportOf({ principal, now, read, exportPerson }: QueryContext): Promise<PersonalExport | null> {
  const { id } = principal
  if (id === null || !principal.session) return null
  const { steamId } = read(account, id)
  const former = playersOf({ read }, id).filter((one) => one !== steamId)
  const found = await exportPerson({ account: id, players: steamId === null ? [] : [steamId] }, former)
  const formerPlayers = found.formerPlayers.map(({ player, documents }) => ({ steamId: player, ...documents }))
  return PersonalExport.parse({ ...found.documents, exportedAt: now, id, formerPlayers, archives: found.rows })
}

/** Users export all data about them, or erase it. */
export const erasureFeature: Feature = {
  name: 'erasure',
  documents: [erasures],
  archives: [erasureAudit],
  commands: [
    implement(commands.eraseMe, eraseMe),
    implement(commands.eraseAgain, eraseAgain),
    implement(commands.excludeAgain, excludeAgain),
    implement(commands.dropExternalIds, dropExternalIds),
    implement(commands.finishErasure, finishErasure),
  ],
  queries: [implementQuery(exportMe, async (context) => ({ personal: await exportOf(context) }))],
}
