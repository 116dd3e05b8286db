import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'wouter'
import { type FlowSums, flowDays, type OneWayFlow, readOneWayFlows } from '../../../shared/features/trades/queries.ts'
import { type TradeSign, tradeSigns } from '../../../shared/features/trades/trades.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { Price } from '../../ui/Price.tsx'
import { Select } from '../../ui/Select.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import styles from './EconomyPart.module.css'

const dayOptions = flowDays.map((days) => ({ key: `${days}`, name: `Last ${days} days` }))

/** What went one way between two players, for staff who settle the economy. It lists and never accuses. */
export function OneWayFlowsPanel() {
  const { may } = useAtomValue(accessAtom)
  const isOn = useFeature('realCurrency')
  return isOn && may.includes(readOneWayFlows.permission) ? <Panel /> : null
}

function Panel() {
  const [days, setDays] = useState<(typeof flowDays)[number]>(30)
  const query = useQuery(readOneWayFlows, { days })
  const { value, state, reload } = query
  const states = statesOf(query, ({ flows }) => flows.length === 0, {
    title: 'No one-way flows.',
    children: <p>Between any two players, about as much came back as was given, or the amounts were small.</p>,
  })
  return (
    <DashboardPanel
      {...states}
      size="wide"
      title="One-way flows"
      action={
        <Actions>
          <Select
            label="Days"
            hidesLabel
            options={dayOptions}
            value={`${days}`}
            onValue={(key) => setDays(flowDays.find((one) => `${one}` === key) ?? days)}
          />
          <Button tone="quiet" busyLabel={state === 'loading' ? 'Reading…' : null} onClick={reload}>
            Refresh
          </Button>
        </Actions>
      }
    >
      <Stack>
        <p className={styles.soft}>
          Gifts, and sales far from the usual price. A friend's gift looks the same, so the hub does nothing
          automatically: read both ledgers first.
          {value?.readTo == null ? null : (
            <>
              {' '}
              There were too many trades to read: this goes back to <On at={value.readTo} />.
            </>
          )}
        </p>
        <DataTable
          caption="One-way flows, the largest first"
          columns={columns}
          rows={value?.flows ?? []}
          keyOf={({ from, to }) => `${from.account} ${to.account}`}
        />
      </Stack>
    </DashboardPanel>
  )
}

/** With the ledger: who sees this part reads the ledgers of others. */
const Party = ({ party: { account, name } }: { readonly party: OneWayFlow['from'] }) =>
  name === '' ? <>Erased player</> : <Link href={`/ledger?of=${account}`}>{name}</Link>

function Sums({ sums }: { readonly sums: FlowSums }) {
  const moved = currencies.filter((currency) => sums[currency] > 0)
  if (moved.length === 0 && sums.dinosaurs === 0) return <>Nothing</>
  return (
    <span className={styles.sums}>
      {moved.map((currency) => (
        <Price key={currency} currency={currency} amount={sums[currency]} />
      ))}
      {sums.dinosaurs > 0 ? <span>{sums.dinosaurs === 1 ? '1 dinosaur' : `${sums.dinosaurs} dinosaurs`}</span> : null}
    </span>
  )
}

const signWords: Readonly<Record<TradeSign, (count: number) => string>> = {
  gift: (count) => (count === 1 ? '1 gift' : `${count} gifts`),
  above: (count) => `${count} sold far above the usual price`,
  below: (count) => `${count} sold far below the usual price`,
  unpriced: (count) => `${count} sold without a usual price`,
  newPlayer: () => 'giver new to the game',
}

function reasonsOf({ signs, isSamePerson }: OneWayFlow): string {
  const named = tradeSigns.flatMap((sign) => {
    const count = signs[sign] ?? 0
    return count > 0 ? [signWords[sign](count)] : []
  })
  return [...(isSamePerson ? ['accounts of one person'] : []), ...named].join(', ')
}

const columns: readonly Column<OneWayFlow>[] = [
  { name: 'From', width: 'minmax(100px, 1fr)', cell: ({ from }) => <Party party={from} /> },
  { name: 'To', width: 'minmax(100px, 1fr)', cell: ({ to }) => <Party party={to} /> },
  { name: 'Went', width: 'minmax(140px, 1.5fr)', cell: ({ there }) => <Sums sums={there} /> },
  { name: 'Came back', width: 'minmax(120px, 1fr)', cell: ({ back }) => <Sums sums={back} /> },
  { name: 'Reasons', width: 'minmax(200px, 2fr)', cell: reasonsOf },
  { name: 'Last', width: 'minmax(90px, 110px)', cell: ({ lastAt }) => <Ago at={lastAt} /> },
]
