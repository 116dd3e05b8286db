import { mainServer } from '../../../shared/engine/ids.ts'
import { readsMoneyOfOthers } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { deliveryHistory } from '../../../shared/features/deliveries/archives.ts'
import { isRedactedKind, permissionFor } from '../../../shared/features/deliveries/kinds.ts'
import { playRecord } from '../../../shared/features/play/playRecord.ts'
import {
  choosePlayers,
  listPlayers,
  type PastCommand,
  type PlayerDetails,
  playersPerPage,
  readPlayer,
} from '../../../shared/features/players/queries.ts'
import { Balances, wallet } from '../../../shared/features/wallet/wallet.ts'
import { type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import { findKnownPlayers, idsNamed, knownPlayer } from './directory.ts'

const mostCommands = 30

/** The players whom the hub knows, for staff: by the page, and one with all that the asker may read. Keeps nothing of its own. */
export const playersFeature: Feature = {
  name: 'players',
  documents: [],
  commands: [],
  queries: [
    implementQuery(listPlayers, async (context, { page, ...filter }) => {
      const found = await findKnownPlayers(context, filter)
      return { players: found.slice(page * playersPerPage, (page + 1) * playersPerPage), total: found.length }
    }),
    implementQuery(choosePlayers, async (context, { limit, ...filter }) => {
      const found = (await findKnownPlayers(context, filter)).flatMap(({ id, name }) =>
        id === null ? [] : [{ id, name }],
      )
      return { players: found.slice(0, limit), total: found.length }
    }),
    implementQuery(readPlayer, async (context, { id }) => ({ player: await detailsOf(context, id) })),
  ],
}

async function detailsOf(context: QueryContext, named: string): Promise<PlayerDetails | null> {
  const { read, principal } = context
  const ids = idsNamed(context, named)
  if (ids === null) return null
  const record = ids.id === null ? null : read(playRecord, ids.id)
  return {
    ...knownPlayer(context, ids),
    accountName: ids.account === null ? null : read(account, ids.account).name,
    firstSeenAt: record?.firstSeenAt ?? null,
    stays: record?.stays ?? 0,
    wallet:
      ids.account !== null && readsMoneyOfOthers(principal.can) ? Balances.parse(read(wallet, ids.account)) : null,
    commands: principal.can('runConsole') ? await commandsOn(context, ids.id) : null,
  }
}

async function commandsOn(context: QueryContext, id: string | null): Promise<PastCommand[]> {
  if (id === null) return []
  const { rows } = await context.page(deliveryHistory, { about: id, limit: mostCommands * 2 })
  return rows
    .filter(({ row }) => row.target?.id === id && row.server === mainServer)
    .slice(0, mostCommands)
    .map(({ row: { id: delivery, kind, target, detail, state, byName, queuedAt } }) => {
      const isReadable = !isRedactedKind(kind) || context.principal.can(permissionFor[kind])
      return { id: delivery, kind, target, detail: isReadable ? detail : {}, state, byName, queuedAt }
    })
}
