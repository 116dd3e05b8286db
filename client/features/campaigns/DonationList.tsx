import { useMemo, useState } from 'react'
import { readDonations } from '../../../shared/features/donations/commands.ts'
import { bookOf, donationSums, sourceNames, unmatchedDonations } from '../../../shared/features/donations/donations.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { Pager, usePaging } from '../../ui/Pager.tsx'
import { Part } from '../../ui/Part.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { On } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import styles from './Campaigns.module.css'
import { ChangeDonation, type OpenedDonation as Opened, type DonationRow as Row } from './ChangeDonation.tsx'
import { ImportDonations } from './ImportDonations.tsx'
import { RecordDonation } from './RecordDonation.tsx'

const followMs = 500

/** All donations, recorded by owners and by services. */
export function DonationList({ book }: { readonly book: string }) {
  const paging = usePaging<number>()
  const query = useQuery(readDonations, { before: paging.before })
  useFollow(useDocument(donationSums, book).value, query.reload, followMs)
  useFollow(useDocument(unmatchedDonations, book).value, query.reload, followMs)
  const [isRecording, record] = useState(false)
  const [opened, open] = useState<Opened | null>(null)
  const columns = useMemo(() => columnsWith(open), [])
  const rows = query.value?.donations ?? []
  return (
    <Part
      title="Donations"
      description={
        book === bookOf(true)
          ? 'Recorded by you or from a file; each counts once. Donations from Ko-fi, Tebex and Patreon come from real donors, so only owners outside the demo see them.'
          : 'Recorded by you, from a file, or by Ko-fi, Tebex and Patreon where their secrets are configured. Each counts once.'
      }
      action={
        <Actions>
          <Button onClick={() => record(true)}>Record donation</Button>
          <ImportDonations onDone={query.reload} />
        </Actions>
      }
    >
      <StatefulContent {...statesOf(query, () => rows.length === 0, { title: 'No donations yet.' })}>
        <DataTable caption="Donations, newest first" columns={columns} rows={rows} keyOf={({ id }) => id} />
      </StatefulContent>
      <Pager paging={paging} next={query.value?.next ?? null} isLoading={query.state === 'loading'} />
      {isRecording ? <RecordDonation onDone={query.reload} onClose={() => record(false)} /> : null}
      {opened ? (
        <ChangeDonation
          opened={opened}
          onClose={() => {
            open(null)
            query.reload()
          }}
          onUndone={query.reload}
        />
      ) : null}
    </Part>
  )
}

const columnsWith = (open: (opened: Opened) => void): readonly Column<Row>[] => [
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
  { name: 'Transaction', width: 'minmax(120px, 1fr)', cell: ({ transaction }) => transaction || '–' },
  {
    name: 'State',
    width: '104px',
    cell: ({ state }) => (state === 'received' ? 'Received' : <span className={styles.warn}>{stateNames[state]}</span>),
  },
  {
    name: 'Change',
    width: '72px',
    cell: (row) =>
      row.state === 'withdrawn' ? null : (
        <Menu label={`Change ${moneyText(row.amount, row.currency)}`} face="…" items={actionsOf(row, open)} />
      ),
  },
]

const stateNames = { refunded: 'Refunded', withdrawn: 'Withdrawn' } as const

/** A service reports its own donations again, so they can't be withdrawn. */
function actionsOf(row: Row, open: (opened: Opened) => void): MenuItem[] {
  const item = (what: Opened['what'], name: string, danger = false): MenuItem => ({
    key: what,
    name,
    danger,
    onChoose: () => open({ what, row }),
  })
  if (row.state === 'refunded') return [item('undoRefund', 'Take the refund back…')]
  return [
    item('move', row.account === null ? 'Assign to an account…' : 'Move to another account…'),
    item('refund', 'Note a refund…', true),
    ...(row.source === 'hand' || row.source === 'csv' ? [item('withdraw', 'Withdraw…', true)] : []),
  ]
}
