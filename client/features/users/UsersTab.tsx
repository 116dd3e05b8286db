import { useAtom, useAtomValue } from 'jotai'
import { useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { readsMoneyOfOthers } from '../../../shared/engine/permissions.ts'
import { parseSearch } from '../../../shared/engine/search/parseSearch.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { onlinePlayers } from '../../../shared/features/roster/roster.ts'
import { userSearchOf } from '../../../shared/features/users/userSearch.ts'
import { listUsers, type User, UserFilter, userChanges, usersPerPage } from '../../../shared/features/users/users.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Sort } from '../../ui/DataTableHead.tsx'
import { NumberedPager } from '../../ui/Pager.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { useMatches } from '../../ui/useIsNarrow.ts'
import { BulkRuns } from '../players/BulkRuns.tsx'
import { openPlayerAtom } from '../players/openPlayer.ts'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import type { ChosenUsers } from './chosenUsers.tsx'
import { UserActs, useAllowedActs } from './UserActs.tsx'
import { UserFilters } from './UserFilters.tsx'
import { columnsFor } from './userColumns.tsx'

/** Beside the tab in the address. */
const AddressFilter = UserFilter.extend({ page: z.int().min(1).max(100_000).default(1) })

const typingMs = 250
/** Players join and leave in bursts, and currency moves often: the table follows at most this often. */
const followMs = 5_000

/** All accounts, sorted and searched by the hub, page by page; several are banned, unbanned or given currency at once. */
export function UsersTab() {
  const { principal, may } = useAtomValue(accessAtom)
  const seesBalances = readsMoneyOfOthers((one) => may.includes(one))
  const seesBans = may.includes('banPlayers')
  const search = userSearchOf({ balances: seesBalances, bans: seesBans })
  const { filters, isFiltered, setFilters, clearFilters } = useAddressFilters(AddressFilter)
  const { page, ...filter } = filters
  const parsed = parseSearch(search, filter.text)
  // While a search cannot be read the field says what is wrong with it, and the list stays: `status` on the way to `status:foo` is not a search.
  const settled = useDebounced(filter.text, typingMs)
  const understood = useRef('')
  if (parseSearch(search, settled).ok) understood.current = settled.trim()
  const readable = { ...filter, text: understood.current }
  const query = useQuery(listUsers, { ...readable, page: page - 1 })
  useFollow(useDocument(onlinePlayers, mainServer).value, query.reload, followMs)
  useFollow(useDocument(bans, mainServer).value, query.reload, followMs)
  useFollow(useDocument(userChanges, '').value, query.reload, followMs)
  const [opened, open] = useAtom(openPlayerAtom)
  const [chosen, setChosen] = useState<ChosenUsers>(new Map())
  const columns = useColumns(seesBalances, seesBans)
  const rows = query.value?.users ?? noRows
  const total = query.value?.total ?? 0
  const { bans: mayBan, gives } = useAllowedActs()
  const actsOnMany = mayBan || gives
  const choice = actsOnMany
    ? {
        chosen: new Set(chosen.keys()),
        onChosen: (keys: ReadonlySet<string>) => setChosen(chosenOf(keys, rows, chosen)),
      }
    : {}
  return (
    <Stack>
      <UserFilters
        accountId={principal?.id ?? ''}
        definition={search}
        rows={rows}
        text={filter.text}
        readable={readable}
        parsed={parsed}
        found={query.value ? countLabel(total) : ''}
        isFiltered={isFiltered}
        onText={(text) => setFilters({ text, page: 1 })}
        onClear={clearFilters}
      />
      <IfOn feature="realPlayerData" />
      <IfOn feature="realInventory" />
      <IfOn feature="realCurrency" />
      <BulkRuns />
      {actsOnMany ? (
        <UserActs filter={readable} total={total} chosen={chosen} onChosen={setChosen} onDone={query.reload} />
      ) : null}
      <StatefulContent
        {...statesOf(query, ({ users }) => users.length === 0, {
          title: total > 0 ? `There is no page ${page} any more.` : 'No user matches this search.',
          children: (
            <Button tone="quiet" onClick={() => (total > 0 ? setFilters({ page: pagesOf(total) }) : clearFilters())}>
              {total > 0 ? 'Go to the last page' : 'Clear filters'}
            </Button>
          ),
        })}
      >
        <DataTable
          caption="Users"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          nameOf={({ username, id }) => username || id}
          sort={{ key: filter.sort, descending: filter.descending }}
          onSort={(sort) => setFilters({ ...orderOf(sort, filter), page: 1 })}
          {...choice}
          onOpen={({ id, steamId }) => open(steamId ?? id)}
          opened={rows.find(({ id, steamId }) => opened === (steamId ?? id))?.id ?? null}
        />
      </StatefulContent>
      <NumberedPager page={page} pages={pagesOf(total)} onPage={(next) => setFilters({ page: next })} />
    </Stack>
  )
}

function useColumns(seesBalances: boolean, hasBans: boolean) {
  const isWide = useMatches('(min-width: 1680px)')
  const hasPlayerData = useFeature('realPlayerData')
  const hasInventory = useFeature('realInventory')
  const hasCurrency = useFeature('realCurrency')
  const hasBalances = hasCurrency && seesBalances
  return useMemo(
    () => columnsFor({ isWide, hasPlayerData, hasInventory, hasBalances, hasBans }),
    [isWide, hasPlayerData, hasInventory, hasBalances, hasBans],
  )
}

const noRows: readonly User[] = []

const pagesOf = (total: number) => Math.max(1, Math.ceil(total / usersPerPage))

const countLabel = (total: number) => (total === 1 ? '1 user' : `${numberText(total)} users`)

/** Names begin with A, and everything else with the most. */
function orderOf({ key, descending }: Sort, before: UserFilter) {
  const sort = UserFilter.shape.sort.parse(key)
  return { sort, descending: sort === before.sort ? descending : sort !== 'username' }
}

/** The chosen users after a change of the keys: those of other pages keep their names. */
function chosenOf(keys: ReadonlySet<string>, rows: readonly User[], before: ChosenUsers): ChosenUsers {
  const names = new Map(rows.map(({ id, username }) => [id, username || id]))
  return new Map([...keys].map((key) => [key, before.get(key) ?? names.get(key) ?? key]))
}
