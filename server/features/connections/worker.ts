import { documentId } from '../../../shared/engine/document.ts'
import { reportConnections } from '../../../shared/features/connections/commands.ts'
import {
  type CheckedConnection,
  type ConnectionName,
  connectionNames,
  connections,
  type Finding,
} from '../../../shared/features/connections/connections.ts'
import type { Hub } from '../../engine/hub.ts'

/** See `server/app/connectionChecks.ts`. */
interface Check {
  readonly place: string | null
  check(): Promise<readonly Finding[]>
}

interface ConnectionsWorkerDeps {
  readonly hub: Pick<Hub, 'read' | 'execute' | 'onPublish'>
  readonly server: string
  readonly checks: Readonly<Record<ConnectionName, Check>>
  readonly now: () => number
  isWatched(): boolean
  /** Calls the listener when `isWatched` may have changed. Returns the unsubscribe. */
  onWatched(listener: () => void): () => void
  readonly onFault: (what: string, error: unknown) => void
}

type Found = { readonly name: ConnectionName; readonly checked: CheckedConnection }

/** A page that is opened shows results that are not older than this, ms. */
export const freshForMs = 5 * 60_000

/**
 * Checks the connections when an owner asks, and when one opens the page and the last results are old. All are checked at once, and each
 * is reported when it is done. Returns the way to stop.
 */
export function startConnectionsWorker(deps: ConnectionsWorkerDeps): () => void {
  const { hub, server, checks, now, isWatched, onWatched, onFault } = deps
  let answered = hub.read(connections, server).askedAt
  let checkedAt: number | null = null
  let [isRunning, isStopped] = [false, false]

  const report = async (isChecking: boolean, found: Found | null = null) => {
    if (!isStopped) await hub.execute('connections', reportConnections.name, { server, isChecking, found })
  }
  const checkOne = async (name: ConnectionName) => {
    const result = await resultOf(checks[name], (error) => onFault(`check of ${name}`, error))
    await report(true, { name, checked: { ...result, checkedAt: now() } })
  }
  const checkAll = async () => {
    answered = hub.read(connections, server).askedAt
    checkedAt = now()
    try {
      await report(true)
      await Promise.all(connectionNames.map(checkOne))
    } finally {
      await report(false)
    }
  }
  const start = async () => {
    if (isStopped || isRunning) return
    isRunning = true
    await checkAll().catch((error: unknown) => onFault('check the connections', error))
    isRunning = false
  }
  const refresh = () => {
    if (isWatched() && (checkedAt === null || now() - checkedAt >= freshForMs)) void start()
  }
  const stops = [
    hub.onPublish((published) => {
      const isAsked =
        published.some(({ id }) => id === documentId(connections, server)) &&
        hub.read(connections, server).askedAt !== answered
      if (isAsked) void start()
    }),
    onWatched(refresh),
  ]
  refresh()
  // An earlier leader may have stopped in the middle of a check.
  if (hub.read(connections, server).isChecking && !isRunning)
    report(false).catch((error: unknown) => onFault(reportConnections.name, error))
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}

async function resultOf({ place, check }: Check, onError: (error: unknown) => void) {
  const findings = await check().catch((error: unknown): readonly Finding[] => {
    onError(error)
    return [{ state: 'bad', says: "The check itself failed. The hub's log says why.", mend: null, add: null }]
  })
  return { place: place?.slice(0, 1_000) ?? null, findings: findings.map(cut).slice(0, 40) }
}

/** Texts of other programs may be of any length. */
const cut = ({ says, mend, ...rest }: Finding): Finding => ({
  ...rest,
  says: says.slice(0, 2_000),
  mend: mend?.slice(0, 2_000) ?? null,
})
