import { useAtomValue } from 'jotai'
import { useSearchParams } from 'wouter'
import { account } from '../../../shared/features/account/account.ts'
import {
  bookOf,
  donationSums,
  donationTests,
  revenueOf,
  unmatchedDonations,
} from '../../../shared/features/donations/donations.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Stack } from '../../ui/Stack.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { On } from '../../ui/Time.tsx'
import { CampaignHistory } from './CampaignHistory.tsx'
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
