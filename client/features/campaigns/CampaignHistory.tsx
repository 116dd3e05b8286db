import { mainServer } from '../../../shared/engine/ids.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { campaignRuns } from '../../../shared/features/campaigns/campaigns.ts'
import { readCampaignHistory } from '../../../shared/features/campaigns/commands.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { Pager, usePaging } from '../../ui/Pager.tsx'
import { Part } from '../../ui/Part.tsx'
import { On } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import styles from './Campaigns.module.css'
import { amountsText } from './campaignDraft.ts'

type Row = NonNullable<ReturnType<typeof useQuery<typeof readCampaignHistory>>['value']>['runs'][number]

/** A run that ends moves from the list of runs to the history. */
const followMs = 1_000

/** What campaigns gave: the runs under way, and before them those that are over. */
export function CampaignHistory() {
  const { value: present } = useDocument(campaignRuns, mainServer)
  const paging = usePaging<number>()
  const query = useQuery(readCampaignHistory, { before: paging.before })
  useFollow(present, query.reload, followMs)
  const over = query.value?.runs ?? []
  const running = Object.values(present?.runs ?? {})
    .filter(({ id }) => paging.page === 1 && over.every((row) => row.id !== id))
    .map((run): Row => ({ ...run, executedDate: run.startedAt, status: 'processing' }))
  const rows = [...running.toReversed(), ...over]
  return (
    <Part title="History" description="What campaigns gave, and to how many.">
      <StatefulContent {...statesOf(query, () => rows.length === 0, { title: 'No runs yet.' })}>
        <DataTable caption="Runs of campaigns, newest first" columns={columns} rows={rows} keyOf={({ id }) => id} />
      </StatefulContent>
      <Pager paging={paging} next={query.value?.next ?? null} isLoading={query.state === 'loading'} />
    </Part>
  )
}

const columns: readonly Column<Row>[] = [
  { name: 'Executed', width: '176px', cell: ({ executedDate }) => <On at={executedDate} /> },
  { name: 'Campaign', width: 'minmax(140px, 1fr)', isPlain: true, cell: ({ campaignName }) => campaignName },
  { name: 'Each got', width: 'minmax(160px, 1fr)', cell: ({ currencies }) => amountsText(currencies) },
  {
    name: 'Recipients',
    width: '168px',
    figures: true,
    cell: ({ recipientCount, skipped }) => (
      <>
        {numberText(recipientCount)}
        {skipped > 0 ? <span className={styles.soft}> ({numberText(skipped)} with a full wallet)</span> : null}
      </>
    ),
  },
  { name: 'Status', width: '104px', cell: ({ status }) => (status === 'completed' ? 'Completed' : 'Processing') },
]
