import { useAtomValue } from 'jotai'
import { useSearchParams } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { account } from '../../../shared/features/account/account.ts'
import { campaignRuns } from '../../../shared/features/campaigns/campaigns.ts'
import { readCampaignHistory } from '../../../shared/features/campaigns/commands.ts'
import {
  bookOf,
  donationSums,
  donationTests,
  revenueOf,
  unmatchedDonations,
} from '../../../shared/features/donations/donations.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { amountsInWords } from '../../../shared/features/world/amounts.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { Pager, usePaging } from '../../ui/Pager.tsx'
import { Part } from '../../ui/Part.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { On } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { CampaignList } from './CampaignList.tsx'
import styles from './Campaigns.module.css'
import { DonationList } from './DonationList.tsx'
import { TierTable } from './TierTable.tsx'
import { Unmatched } from './Unmatched.tsx'

const partKeys = ['campaigns', 'donations', 'tiers'] as const

/** Recurring campaigns and their history; donations, those without an account, and the tiers that follow from them. */
export function DonationsTab() {
  const [params, setParams] = useSearchParams()
  const book = useBook()
  const unmatched = Object.keys(useDocument(unmatchedDonations, book).value?.entries ?? {}).length
  const chosen = partKeys.find((key) => key === params.get('part')) ?? 'campaigns'
  const tabs = [
    { key: 'campaigns', name: 'Campaigns' },
    { key: 'donations', name: 'Donations', count: unmatched || null },
    { key: 'tiers', name: 'Tiers' },
  ] as const
  const choose = (key: (typeof partKeys)[number]) =>
    setParams(key === 'campaigns' ? { tab: 'donations' } : { tab: 'donations', part: key }, { replace: true })
  return (
    <Tabs label="Campaigns and donations" tabs={tabs} chosen={chosen} onChoose={choose}>
      {chosen === 'campaigns' ? (
        <Stack gap="wide">
          <CampaignList />
          <CampaignHistory />
        </Stack>
      ) : null}
      {chosen === 'donations' ? (
        <Stack gap="wide">
          <RevenueFigures book={book} />
          <TestReceived book={book} />
          <Unmatched book={book} />
          <DonationList book={book} />
        </Stack>
      ) : null}
      {chosen === 'tiers' ? <TierTable book={book} /> : null}
    </Tabs>
  )
}

type RunRow = NonNullable<ReturnType<typeof useQuery<typeof readCampaignHistory>>['value']>['runs'][number]

/** A run that ends moves from the list of runs to the history. */
const followMs = 1_000

/** What campaigns gave: the runs under way, and before them those that are over. */
function CampaignHistory() {
  const { value: present } = useDocument(campaignRuns, mainServer)
  const paging = usePaging<number>()
  const query = useQuery(readCampaignHistory, { before: paging.before })
  useFollow(present, query.reload, followMs)
  const over = query.value?.runs ?? []
  const running = Object.values(present?.runs ?? {})
    .filter(({ id }) => paging.page === 1 && over.every((row) => row.id !== id))
    .map((run): RunRow => ({ ...run, executedDate: run.startedAt, status: 'processing' }))
  const rows = [...running.toReversed(), ...over]
  return (
    <Part title="History" description="What campaigns gave, and to how many.">
      <StatefulContent {...statesOf(query, () => rows.length === 0, { title: 'No runs yet.' })}>
        <DataTable caption="Runs of campaigns, newest first" columns={runColumns} rows={rows} keyOf={({ id }) => id} />
      </StatefulContent>
      <Pager paging={paging} next={query.value?.next ?? null} isLoading={query.state === 'loading'} />
    </Part>
  )
}

const runColumns: readonly Column<RunRow>[] = [
  { name: 'Executed', width: '176px', cell: ({ executedDate }) => <On at={executedDate} /> },
  { name: 'Campaign', width: 'minmax(140px, 1fr)', isPlain: true, cell: ({ campaignName }) => campaignName },
  { name: 'Each got', width: 'minmax(160px, 1fr)', cell: ({ currencies }) => amountsInWords(currencies) },
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

/** The key of the documents about donations: the demo has its own. */
function useBook(): string {
  const { principal } = useAtomValue(accessAtom)
  return bookOf(useDocument(account, principal?.id ?? '').value?.demo ?? false)
}

/** The owner has pressed "Send test" on Ko-fi's page, and it has arrived. */
function TestReceived({ book }: { readonly book: string }) {
  const at = useDocument(donationTests, book).value?.kofiAt ?? null
  return at === null ? null : (
    <p className={styles.soft}>
      Test received from Ko-fi on <On at={at} />. It counts as no donation.
    </p>
  )
}

/** What was donated, by currency: never converted. */
function RevenueFigures({ book }: { readonly book: string }) {
  const { value } = useDocument(donationSums, book)
  const revenue = value === null ? null : revenueOf(value)
  if (revenue === null)
    return (
      <StatRow label="Revenue">
        <Stat
          name="Total revenue"
          value="–"
          detail={value === null ? 'Loading…' : 'No donations have been recorded yet.'}
        />
      </StatRow>
    )
  return (
    <StatRow label="Revenue">
      {revenue.map(({ currency, amount, donations }) => (
        <Stat
          key={currency}
          name={revenue.length === 1 ? 'Total revenue' : `Total revenue in ${currency}`}
          value={moneyText(amount, currency)}
          detail={countLabel(donations, value?.sums[currency]?.refunds ?? 0)}
        />
      ))}
    </StatRow>
  )
}

const countLabel = (donations: number, refunds: number) =>
  `${donations === 1 ? '1 donation' : `${donations} donations`}${refunds === 0 ? '' : `, ${refunds} refunded`}`
