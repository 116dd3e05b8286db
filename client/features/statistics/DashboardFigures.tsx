import type { ReactNode } from 'react'
import { bytesInWords } from '../../../shared/engine/bytes.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { gameHost, wholeCpu } from '../../../shared/features/gameHost/gameHost.ts'
import type { Dashboard, Figure } from '../../../shared/features/statistics/dashboard.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { lengthOf } from '../../ui/durations.ts'
import { RollingNumber } from '../../ui/RollingNumber.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { Ago } from '../../ui/Time.tsx'
import styles from './Statistics.module.css'

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const one = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

interface FigureStatProps {
  readonly name: string
  readonly figure: Figure
  readonly format: (value: number) => ReactNode
  readonly detail?: ReactNode
  readonly tone?: 'plain' | 'good' | 'warn' | 'danger'
}

/** A figure, or a dash with the reason below it. */
const FigureStat = ({ name, figure: { value, why }, format, detail, tone = 'plain' }: FigureStatProps) => (
  <Stat
    name={name}
    value={value === null ? null : format(value)}
    detail={value === null ? (why ?? 'Not known.') : detail}
    tone={value === null ? 'plain' : tone}
  />
)

const accountsIn = (count: number) => (count === 1 ? '1 account' : `${whole.format(count)} accounts`)
const number = (value: number) => <RollingNumber value={value} />
const percentOf = (value: number) => `${one.format(value)}%`
/** From these shares of use on, percent, a figure warns, and is a danger. */
const toneOfUse = ({ value }: Figure) =>
  value === null || value < 80 ? 'plain' : value < 95 ? 'warn' : ('danger' as const)

interface FiguresProps {
  readonly figures: Dashboard
}

/** The community: how many there are, and what they give. */
export const CommunityFigures = ({ figures }: FiguresProps) => (
  <Group title="Community">
    <FigureStat
      name="Total players"
      figure={figures.totalPlayers}
      format={number}
      detail={figures.totalAccounts.value === null ? null : accountsIn(figures.totalAccounts.value)}
    />
    <FigureStat
      name="New players today"
      figure={figures.newPlayersToday}
      format={number}
      detail={
        figures.newAccountsToday.value === null
          ? 'since 00:00 UTC'
          : `since 00:00 UTC; new accounts: ${whole.format(figures.newAccountsToday.value)}`
      }
    />
    <FigureStat name="Active patrons" figure={figures.activePatrons} format={number} />
    <Revenue revenue={figures.revenue} />
  </Group>
)

/** One amount for each currency of payment: they are not added up. */
function Revenue({ revenue: { amounts, why } }: { readonly revenue: Dashboard['revenue'] }) {
  const all = Object.entries(amounts)
  return (
    <Stat
      name="Total revenue"
      value={all.length === 0 ? null : all.map(([currency, amount]) => moneyText(amount, currency)).join(' · ')}
      detail={all.length === 0 ? (why ?? 'No donations yet.') : 'from donations'}
    />
  )
}

/** Hub, link and game: since when they run, and what they have done today. */
export const ServerFigures = ({ figures, actions }: FiguresProps & { readonly actions: ReactNode }) => (
  <Group title="Server" actions={actions}>
    <FigureStat
      name="Server uptime"
      figure={figures.gameUptime}
      format={lengthOf}
      detail={<Share of={figures.gameUpShare} from={figures.sharesFrom} />}
    />
    <FigureStat
      name="Link uptime"
      figure={figures.linkUptime}
      format={lengthOf}
      detail={<Share of={figures.linkUpShare} from={figures.sharesFrom} />}
    />
    <FigureStat
      name="Hub uptime"
      figure={figures.hubUptime}
      format={lengthOf}
      detail={<Share of={figures.hubUpShare} from={figures.sharesFrom} />}
    />
    <FigureStat
      name="Link latency"
      figure={figures.linkLatency}
      format={(value) => (value < 1 ? '< 1 ms' : `${whole.format(value)} ms`)}
    />
    <FigureStat
      name="RCON commands"
      figure={figures.commandsToday}
      format={number}
      detail={<Outcomes of={figures.outcomesToday} />}
    />
    <FigureStat name="Database size" figure={figures.databaseSize} format={bytesInWords} />
    <FigureStat
      name="Backup status"
      figure={figures.backup.at}
      format={(at) => <Ago at={at} />}
      detail={triedLabel(figures.backup.isTried)}
      tone={figures.backup.isTried === false ? 'warn' : 'plain'}
    />
  </Group>
)

const triedLabel = (isTried: boolean | null) =>
  isTried === null ? null : isTried ? 'opened and checked' : 'not checked yet'

const countedFrom = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** @param from epoch ms, where it counts for less than 30 days */
const Share = ({ of, from }: { readonly of: Figure; readonly from: number | null }) =>
  of.value === null
    ? null
    : `up ${percentOf(of.value)} ${from === null ? 'of the last 30 days' : `since ${countedFrom.format(from)}`}`

const outcomeNames: Readonly<Record<string, string>> = { unknown: 'outcome unknown', manual: 'by hand' }

/** `since 00:00 UTC: 12 confirmed, 1 refused` */
function Outcomes({ of }: { readonly of: Readonly<Record<string, number>> }) {
  const parts = Object.entries(of).flatMap(([name, count]) =>
    count === 0 ? [] : [`${whole.format(count)} ${outcomeNames[name] ?? name}`],
  )
  return `since 00:00 UTC${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
}

/** The machine of the hub, and that of the game as far as its host reports it. */
export const MachineFigures = ({ figures }: FiguresProps) => (
  <Group title="Machine">
    <FigureStat name="CPU" figure={figures.cpu} format={percentOf} tone={toneOfUse(figures.cpu)} />
    <FigureStat name="Memory" figure={figures.memory} format={percentOf} tone={toneOfUse(figures.memory)} />
    <FigureStat name="Disk" figure={figures.disk} format={percentOf} tone={toneOfUse(figures.disk)} />
    <FigureStat name="Network in" figure={figures.networkIn} format={(value) => `${bytesInWords(value)}/s`} />
    <FigureStat name="Network out" figure={figures.networkOut} format={(value) => `${bytesInWords(value)}/s`} />
    <FigureStat name="Active connections" figure={figures.connections} format={number} />
    {isGameMachineKnown(figures) ? null : (
      <Stat name="Game machine" value={null} detail={figures.gameCpu.why ?? 'Not known.'} />
    )}
  </Group>
)

/** Where nothing is known of the game's machine one dash says why, not three. */
const isGameMachineKnown = ({ gameCpu, gameMemory, gameDisk }: Dashboard) =>
  [gameCpu, gameMemory, gameDisk].some(({ value }) => value !== null)

/** What the host reports about the machine of the game. */
export function GameMachineFigures({ figures }: FiguresProps) {
  const { adapter = null } = useDocument(gameHost, mainServer).value ?? {}
  return isGameMachineKnown(figures) ? (
    <Group title="Game machine">
      <FigureStat name="Game CPU" figure={figures.gameCpu} format={percentOf} detail={adapter && wholeCpu[adapter]} />
      <FigureStat name="Game memory" figure={figures.gameMemory} format={bytesInWords} />
      <FigureStat name="Game disk" figure={figures.gameDisk} format={bytesInWords} />
    </Group>
  ) : null
}

interface GroupProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const Group = ({ title, actions = null, children }: GroupProps) => (
  <section className={styles.group} aria-label={title}>
    <header className={styles.groupHead}>
      <h2 className={styles.groupTitle}>{title}</h2>
      {actions}
    </header>
    <StatRow label={title}>{children}</StatRow>
  </section>
)
