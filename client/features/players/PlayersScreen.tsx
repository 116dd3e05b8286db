import { useAtom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  type KnownPlayer,
  listPlayers,
  PlayerFilter,
  playerGroups,
  playerKey,
  playersPerPage,
} from '../../../shared/features/players/queries.ts'
import { longestNameOrId } from '../../../shared/features/profile/profile.ts'
import { onlinePlayers } from '../../../shared/features/roster/roster.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Sort } from '../../ui/DataTableHead.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { NumberedPager } from '../../ui/Pager.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { TablePage } from '../../ui/templates/TablePage.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { PermissionGate } from '../roles/Gated.tsx'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { BulkBar, type ChosenPlayers } from './BulkBar.tsx'
import { BulkRuns } from './BulkRuns.tsx'
import { openPlayerAtom } from './openPlayer.ts'
import { columnsFor } from './playerColumns.tsx'

const AddressFilter = PlayerFilter.extend({ page: z.int().min(1).max(10_000).default(1) })

const groupNames: Readonly<Record<PlayerFilter['group'], string>> = {
  online: 'Online',
  known: 'All players',
  staff: 'Staff',
  banned: 'Banned',
}

const typingMs = 250
/** Players join and leave in bursts: the list follows at most this often. */
const followMs = 3_000

/** All players whom the hub knows, online or not, with the drawer of one beside them. */
export const PlayersScreen = () => (
  <PermissionGate title="Players" needs="viewPendingCommands">
    {() => <Players />}
  </PermissionGate>
)

function Players() {
  const { may } = useAtomValue(accessAtom)
  const { filters, isFiltered, setFilters, clearFilters } = useAddressFilters(AddressFilter)
  const { page, ...filter } = filters
  const asked = useDebounced(JSON.stringify(filter), typingMs)
  const query = useQuery(listPlayers, { ...PlayerFilter.parse(JSON.parse(asked)), page: page - 1 })
  const online = useDocument(onlinePlayers, mainServer).value
  useFollow(online, query.reload, followMs)
  const [opened, open] = useAtom(openPlayerAtom)
  const [chosen, setChosen] = useState<ChosenPlayers>(new Map())
  const seesAnimals = may.includes('viewAllPositions')
  const actsOnMany = may.includes('bulkOperations')
  const hasPlayerData = useFeature('realPlayerData')
  const columns = useMemo(() => columnsFor({ seesAnimals, hasPlayerData }), [seesAnimals, hasPlayerData])
  const rows = query.value?.players ?? noRows
  const total = query.value?.total ?? 0
  const choice = actsOnMany
    ? {
        chosen: new Set(chosen.keys()),
        onChosen: (keys: ReadonlySet<string>) => setChosen(chosenOf(keys, rows, chosen)),
      }
    : {}
  return (
    <TablePage
      title="Players"
      filters={
        <>
          <FilterBar
            label="Players"
            search={{
              value: filter.text,
              onChange: (text) => setFilters({ text, page: 1 }),
              hint: 'Name or SteamID64',
              longest: longestNameOrId,
            }}
            found={query.value ? countLabel(total) : ''}
            isFiltered={isFiltered}
            onClear={clearFilters}
          >
            <ChipSet legend="Show" place="unseen">
              {groupsFor(may.includes('banPlayers')).map((group) => (
                <Chip key={group} aria-pressed={group === filter.group} onClick={() => setFilters({ group, page: 1 })}>
                  {groupNames[group]}
                </Chip>
              ))}
            </ChipSet>
          </FilterBar>
          {actsOnMany ? <BulkRuns onChosen={setChosen} /> : null}
        </>
      }
      pager={
        <>
          <NumberedPager page={page} pages={pagesOf(total)} onPage={(next) => setFilters({ page: next })} />
          {actsOnMany ? <BulkBar filter={filter} total={total} chosen={chosen} onChosen={setChosen} may={may} /> : null}
          <IfOn feature="realPlayerData" />
        </>
      }
      {...statesOf(
        query,
        ({ players }) => players.length === 0,
        total > 0
          ? emptyPage(page, () => setFilters({ page: pagesOf(total) }))
          : emptyText(filter, online?.isRead ?? false, clearFilters),
      )}
    >
      <DataTable
        caption="Players"
        columns={columns}
        rows={rows}
        keyOf={playerKey}
        nameOf={({ name, id }) => name || id || 'player'}
        sort={{ key: filter.sort, descending: filter.descending }}
        onSort={(sort) => setFilters({ ...orderOf(sort, filter), page: 1 })}
        {...choice}
        onOpen={(row) => open(playerKey(row))}
        opened={opened}
      />
    </TablePage>
  )
}

/** Those who were seen last come first. */
function orderOf({ key, descending }: Sort, before: PlayerFilter) {
  const sort = PlayerFilter.shape.sort.parse(key)
  return { sort, descending: descending || (sort === 'lastSeen' && before.sort !== sort) }
}

const noRows: readonly KnownPlayer[] = []

const pagesOf = (total: number) => Math.max(1, Math.ceil(total / playersPerPage))

const countLabel = (total: number) => (total === 1 ? '1 player' : `${total} players`)

const groupsFor = (mayBan: boolean) => playerGroups.filter((group) => group !== 'banned' || mayBan)

/** The chosen players after a change of the keys: those of other pages keep their names. */
function chosenOf(keys: ReadonlySet<string>, rows: readonly KnownPlayer[], before: ChosenPlayers): ChosenPlayers {
  const names = new Map(rows.map((row) => [playerKey(row), row.name || playerKey(row)]))
  return new Map([...keys].map((key) => [key, before.get(key) ?? names.get(key) ?? key]))
}

/** Of an old address, or after players have left. @param onLast leads to the last page that there is */
const emptyPage = (page: number, onLast: () => void) => ({
  title: `There is no page ${page} any more.`,
  children: (
    <Button tone="quiet" onClick={onLast}>
      Go to the last page
    </Button>
  ),
})

/** @param isRead whether the game has sent its players */
function emptyText({ text, group }: PlayerFilter, isRead: boolean, onClear: () => void) {
  if (text !== '')
    return {
      title: `No player matches “${text}”.`,
      children: (
        <Button tone="quiet" onClick={onClear}>
          Clear filters
        </Button>
      ),
    }
  if (group === 'online' && !isRead) return { title: "Waiting for the game's player list." }
  if (group === 'online') return { title: 'No players online.', children: <p>Players who join appear here.</p> }
  if (group === 'staff') return { title: 'No staff yet.' }
  return { title: group === 'banned' ? 'No one is banned.' : 'No players yet.' }
}
