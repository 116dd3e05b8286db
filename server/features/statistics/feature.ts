import * as commands from '../../../shared/features/statistics/commands.ts'
import { dashboard } from '../../../shared/features/statistics/dashboard.ts'
import {
  census,
  daySums,
  hourSums,
  retention,
  runningSums,
  walletDays,
} from '../../../shared/features/statistics/sums.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'
import type { MoneyTotals } from '../ledger/conservation.ts'
import { economyQueries } from './economy.ts'
import { createKeptRows, type KeptRows } from './keptRows.ts'
import { followAccounts, followFights, followPlay, followWallets, record } from './running.ts'
import { seriesQueries } from './series.ts'

const reportDashboard: Rule<typeof commands.reportDashboard> = ({ edit }, { server, figures }) => {
  Object.assign(edit(dashboard, server), figures)
  return {}
}
const reportCensus: Rule<typeof commands.reportCensus> = ({ edit }, found) => {
  Object.assign(edit(census), found)
  return {}
}

/** What is counted and measured for the owner's panel, kept as sums by hour and day. @param money totals of this node, known once it is open */
export const statisticsFeature = (money: () => MoneyTotals): Feature => feature(createKeptRows(), money)

const feature = (rows: KeptRows, money: () => MoneyTotals): Feature => ({
  name: 'statistics',
  documents: [runningSums, retention, walletDays, census, dashboard],
  archives: [hourSums, daySums],
  derivations: [followPlay, followFights, followAccounts, followWallets],
  commands: [
    implement(commands.recordSums, record),
    implement(commands.reportDashboard, reportDashboard),
    implement(commands.reportCensus, reportCensus),
  ],
  queries: [...seriesQueries(rows), ...economyQueries(rows, money)],
})
