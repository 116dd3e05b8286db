import { useMemo, useState } from 'react'
import { readDonations, refundDonation } from '../../../shared/features/donations/commands.ts'
import { donationSums, sourceNames, unmatchedDonations } from '../../../shared/features/donations/donations.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { Pager, usePaging } from '../../ui/Pager.tsx'
import { Part } from '../../ui/Part.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { On } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import styles from './Campaigns.module.css'
import { ImportDonations } from './ImportDonations.tsx'
import { RecordDonation } from './RecordDonation.tsx'

type Row = NonNullable<ReturnType<typeof useQuery<typeof readDonations>>['value']>['donations'][number]
const followMs = 500

/** All donations, recorded by owners and by services. */
export function DonationList({ book }: { readonly book: string }) {
  const paging = usePaging<number>()
  const query = useQuery(readDonations, { before: paging.before })
  useFollow(useDocument(donationSums, book).value, query.reload, followMs)
  useFollow(useDocument(unmatchedDonations, book).value, query.reload, followMs)
  const [isRecording, record] = useState(false)
  const [refunded, refund] = useState<Row | null>(null)
  const columns = useMemo(() => columnsWith(refund), [])
  const rows = query.value?.donations ?? []
  return (
    <Part
      title="Donations"
      description="Recorded by you, from a file, or by Ko-fi, Tebex and Patreon where their secrets are configured. Each counts once."
      action={
        <Actions>
          <Button onClick={() => record(true)}>Record donation</Button>
          <ImportDonations onDone={query.reload} />
        </Actions>
      }
    >
      <StatefulContent {...statesOf(query, () => rows.length === 0, { title: 'No donations yet.' })}>
        <DataTable caption="Donations, the latest first" columns={columns} rows={rows} keyOf={({ id }) => id} />
      </StatefulContent>
      <Pager paging={paging} next={query.value?.next ?? null} isLoading={query.state === 'loading'} />
      {isRecording ? <RecordDonation onDone={query.reload} onClose={() => record(false)} /> : null}
      {refunded ? (
        <ConfirmCommand
          command={refundDonation}
          input={{ record: refunded.record }}
          title={`Note a refund of ${moneyText(refunded.amount, refunded.currency)}?`}
          action="Note refund"
          busyLabel="Saving…"
          done="The refund is noted."
          onClose={() => {
            refund(null)
            query.reload()
          }}
        >
          <p>
            This only records it: pay the money back at the service or your bank. It counts no longer, and what it gave
            of a tier ends.
          </p>
        </ConfirmCommand>
      ) : null}
    </Part>
  )
}

const columnsWith = (refund: (row: Row) => void): readonly Column<Row>[] => [
  { name: 'Time', width: '176px', cell: ({ at }) => <On at={at} /> },
  {
    name: 'Amount',
    width: '128px',
    figures: true,
    cell: ({ amount, currency }) => moneyText(amount, currency),
  },
  { name: 'From', width: '96px', cell: ({ source }) => sourceNames[source] },
  {
    name: 'Account',
    width: 'minmax(120px, 1fr)',
    cell: ({ account, name }) => (account === null ? <span className={styles.soft}>–</span> : name || account),
  },
  { name: 'Transaction', width: 'minmax(120px, 1fr)', cell: ({ transaction }) => transaction },
  {
    name: 'State',
    width: '128px',
    cell: (row) =>
      row.isRefunded ? (
        <span className={styles.warn}>Refunded</span>
      ) : (
        <Button tone="quiet" aria-label={`Refund ${moneyText(row.amount, row.currency)}`} onClick={() => refund(row)}>
          Refund…
        </Button>
      ),
  },
]
