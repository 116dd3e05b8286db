import { backups, backupsKey } from '../../../shared/features/backups/backups.ts'
import { bookOf, donationSums, revenueOf } from '../../../shared/features/donations/donations.ts'
import { gameHost, type HostReading } from '../../../shared/features/gameHost/gameHost.ts'
import { patronBuckets, patronIndex } from '../../../shared/features/patrons/patrons.ts'
import { type Link, server as serverStatus } from '../../../shared/features/server/server.ts'
import { reportDashboard } from '../../../shared/features/statistics/commands.ts'
import type { Dashboard, Figure } from '../../../shared/features/statistics/dashboard.ts'
import { dayMs, runningSums, upDays } from '../../../shared/features/statistics/sums.ts'
import { type Clock, every } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import { beginningOfDay, dayName, sumsOfDay } from './running.ts'

/** The figures of the machine that the leader runs on; null where the system does not report it. */
export interface Machine {
  readonly cpu: number | null
  readonly memory: number | null
  readonly networkIn: number | null
  readonly networkOut: number | null
  /** Whole seconds. */
  readonly hub: { readonly uptime: number }
}
/** Percent and bytes. */
export interface DiskReading {
  readonly percent: number | null
  readonly databaseBytes: number | null
  /** Why the size of the database is not known. */
  readonly why: string | null
}

interface DashboardDeps {
  readonly hub: Pick<Hub, 'read' | 'execute'>
  readonly server: string
  readonly clock: Clock
  readonly isDemo: boolean
  machine(): Machine
  disk(): Promise<DiskReading>
  /** Open on all nodes. */
  sockets(): number
  people(): { readonly accounts: number; readonly players: number } | null
  isWatched(): boolean
  onWatched(listener: () => void): () => void
  readonly onFault: (what: string, error: unknown) => void
}

const everyMs = 5_000

/** Reports the figures of the owner's dashboard while an owner watches it, and at once when one begins to. Returns the way to stop. */
export function startDashboard(deps: DashboardDeps): () => void {
  const { hub, server, clock, isWatched, onWatched, onFault } = deps
  let isReporting = false
  let wasWatched = false
  const report = async () => {
    wasWatched = isWatched()
    if (!wasWatched || isReporting) return
    isReporting = true
    try {
      const figures = figuresOf(deps, await deps.disk(), clock.now())
      await hub.execute('statistics', reportDashboard.name, { server, figures })
    } catch (error) {
      onFault(reportDashboard.name, error)
    }
    isReporting = false
  }
  const stops = [
    every(clock, () => everyMs, report),
    onWatched(() => {
      if (isWatched() !== wasWatched) void report()
    }),
  ]
  void report()
  return () => {
    for (const stop of stops) stop()
  }
}

const known = (value: number): Figure => ({ value, why: null })
const unknown = (why: string): Figure => ({ value: null, why })
const orUnknown = (value: number | null | undefined, why: string): Figure =>
  value === null || value === undefined ? unknown(why) : known(value)

const notMeasured = 'Not measured yet. It takes ten seconds after the start.'
const notOfSystem = 'The system of this machine does not report it.'

type Reads = Pick<DashboardDeps, 'hub' | 'server'>

/** @param now epoch ms */
function figuresOf(deps: DashboardDeps, disk: DiskReading, now: number): Dashboard {
  const { hub, machine, sockets, people } = deps
  const today = sumsOfDay(hub, beginningOfDay(now))
  const all = people()
  const { cpu, memory, networkIn, networkOut, hub: own } = machine()
  const outcomes = today.outcomes ?? {}
  const notCounted = 'Being counted. It takes a few seconds after the start.'
  return {
    at: now,
    ...playersOf(deps),
    totalPlayers: orUnknown(all?.players, notCounted),
    totalAccounts: orUnknown(all?.accounts, notCounted),
    newPlayersToday: known(today.newPlayers ?? 0),
    newAccountsToday: known(today.newAccounts ?? 0),
    commandsToday: known(Object.values(outcomes).reduce((sum, count) => sum + count, 0)),
    outcomesToday: { ...outcomes },
    hubUptime: known(own.uptime * 1_000),
    ...gameTimes(deps, now),
    ...sharesOf(deps, now),
    databaseSize: orUnknown(disk.databaseBytes, disk.why ?? 'The data folder cannot be read.'),
    backup: backupOf(hub),
    cpu: orUnknown(cpu, notMeasured),
    memory: orUnknown(memory, notOfSystem),
    disk: orUnknown(disk.percent, notOfSystem),
    networkIn: orUnknown(networkIn, `${notMeasured} Some systems do not report it.`),
    networkOut: orUnknown(networkOut, `${notMeasured} Some systems do not report it.`),
    ...gameMachineOf(deps),
    connections: known(sockets()),
    ...donationsOf(deps),
  }
}

function playersOf({ hub, server }: Reads): Pick<Dashboard, 'playersOnline' | 'mostPlayers' | 'linkLatency'> {
  const { link, playerCount, maxPlayers, latencyMs } = hub.read(serverStatus, server)
  const down = whyNotConnected(link) ?? 'There is no link to the game now.'
  if (link.name !== 'up')
    return { playersOnline: unknown(down), mostPlayers: unknown(down), linkLatency: unknown(down) }
  return {
    playersOnline: orUnknown(playerCount, 'The game has not reported it yet.'),
    mostPlayers: orUnknown(maxPlayers, 'The game does not report it.'),
    linkLatency: orUnknown(latencyMs, 'The game has not answered yet.'),
  }
}

/** Null where a link has been lost. A new leader has not reported its link yet. */
function whyNotConnected({ name, since }: Link): string | null {
  if (name === 'connecting' || (name === 'none' && since === 0)) return 'Connecting to the game…'
  return name === 'none' ? 'No game server is connected.' : null
}

const noAnswerOfHost = 'The host of the game server does not answer.'
/** @param link of the host, which is not up */
const whyNoHost = (link: 'connecting' | 'refused' | 'down', why: string | null) =>
  link === 'connecting' ? 'Connecting to the host of the game server…' : (why ?? noAnswerOfHost)

function gameTimes({ hub, server }: Reads, now: number): Pick<Dashboard, 'linkUptime' | 'gameUptime'> {
  const { link, startedAt } = hub.read(serverStatus, server)
  const { adapter, link: hostLink, why, reading } = hub.read(gameHost, server)
  // While the host cannot be asked, its last reading says nothing about the present.
  const hosts = hostLink === 'up' && reading?.state === 'running' && reading.uptimeMs !== null ? reading : null
  const gameUptime =
    link.name === 'up' && startedAt !== null
      ? known(Math.max(0, now - startedAt))
      : hosts?.uptimeMs
        ? known(Math.max(0, hosts.uptimeMs + (now - hosts.readAt)))
        : unknown(
            adapter === null
              ? "The game's RCON does not report it. A hosting panel does: connect it (HOST_PANEL_URL)."
              : hostLink === 'up'
                ? 'The host of the game does not report it, or the game does not run.'
                : whyNoHost(hostLink, why),
          )
  return {
    linkUptime:
      link.name === 'up'
        ? known(Math.max(0, now - link.since))
        : unknown(
            whyNotConnected(link) ?? `The link is not up${link.why ? `: ${link.why}` : ''}.`.replace(/\.\.$/, '.'),
          ),
    gameUptime,
  }
}

type Shares = Pick<Dashboard, 'hubUpShare' | 'linkUpShare' | 'gameUpShare' | 'sharesFrom'>

/** Over the last 30 days, or since the hub began to count. For the game: over the time in which it was known whether it ran. */
function sharesOf({ hub, server }: Reads, now: number): Shares {
  const { up, firstAt, until } = hub.read(runningSums, server)
  const today = beginningOfDay(now)
  const { hubSeconds = 0, linkSeconds = 0, gameSeconds = 0, gameKnownSeconds = 0 } = sumsOfDay(hub, today)
  const oldest = today - (upDays - 1) * dayMs
  const ended = Object.entries(up).flatMap(([day, seconds]) => (day >= dayName(oldest) ? [seconds] : []))
  const sum = (nth: 0 | 1 | 2 | 3, ofToday: number) => ended.reduce((total, seconds) => total + seconds[nth], ofToday)
  const seconds = firstAt === null || until === null ? 0 : (until - Math.max(oldest, firstAt)) / 1_000
  const share = (part: number, whole: number, why: string) =>
    whole <= 0 ? unknown(why) : known(Math.min(100, Math.round((part / whole) * 1_000) / 10))
  const gameKnown = sum(3, gameKnownSeconds)
  return {
    hubUpShare: share(sum(0, hubSeconds), seconds, notMeasured),
    linkUpShare: share(sum(1, linkSeconds), seconds, notMeasured),
    gameUpShare: share(sum(2, gameSeconds), gameKnown, "It isn't known yet whether the game runs."),
    sharesFrom: firstAt !== null && firstAt > oldest ? firstAt : null,
  }
}

function backupOf(hub: Pick<Hub, 'read'>): Dashboard['backup'] {
  const { list, failure } = hub.read(backups, backupsKey)
  const [last] = list ?? []
  if (last)
    return { at: known(last.madeAt), isTried: last.verified.state === 'tried' || last.verified.state === 'read' }
  const why = list === null ? 'The folder of backups has not been read yet.' : 'There is no backup yet.'
  return { at: unknown(failure ? `The last one failed: ${failure.why}` : why), isTried: null }
}

function gameMachineOf({ hub, server }: Reads): Pick<Dashboard, 'gameCpu' | 'gameMemory' | 'gameDisk'> {
  const { adapter, can, link, why, reading } = hub.read(gameHost, server)
  const reason =
    adapter === null
      ? 'No host of the game server is connected (HOST_PANEL_URL).'
      : can?.resources === false
        ? 'This host does not report it.'
        : link === 'up'
          ? 'The host has not reported it.'
          : whyNoHost(link, why)
  const figure = (value: (reading: HostReading) => number | null) =>
    orUnknown(link === 'up' && reading ? value(reading) : null, reason)
  return {
    gameCpu: figure(({ cpuPercent }) => cpuPercent),
    gameMemory: figure(({ memoryBytes }) => memoryBytes),
    gameDisk: figure(({ diskBytes }) => diskBytes),
  }
}

function donationsOf({ hub, isDemo }: DashboardDeps): Pick<Dashboard, 'activePatrons' | 'revenue'> {
  const revenue = revenueOf(hub.read(donationSums, bookOf(isDemo)))
  const patrons = patronBuckets.reduce((sum, key) => sum + Object.keys(hub.read(patronIndex, key).tiers).length, 0)
  const why = 'No donations have been recorded yet.'
  return {
    activePatrons:
      patrons === 0 && revenue === null
        ? unknown('No account has a tier yet, and no donations have been recorded.')
        : known(patrons),
    revenue: {
      amounts: Object.fromEntries((revenue ?? []).map(({ currency, amount }) => [currency, amount])),
      why: revenue === null ? why : null,
    },
  }
}
