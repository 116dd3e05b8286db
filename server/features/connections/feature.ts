import { checkConnections, checkPauseMs, reportConnections } from '../../../shared/features/connections/commands.ts'
import { connections } from '../../../shared/features/connections/connections.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'

const check: Rule<typeof checkConnections> = ({ read, edit, refuse, now }, { server }) => {
  const { isChecking, askedAt } = read(connections, server)
  if (isChecking) return refuse('busy')
  const waitMs = askedAt === null ? 0 : askedAt + checkPauseMs - now
  if (waitMs > 0) return refuse('tooSoon', { seconds: Math.ceil(waitMs / 1_000) })
  edit(connections, server).askedAt = now
  return {}
}

const report: Rule<typeof reportConnections> = ({ edit }, { server, isChecking, found }) => {
  const state = edit(connections, server)
  state.isChecking = isChecking
  if (found) state.checked[found.name] = found.checked
  return {}
}

/** The connections to the game server, and what is wrong with them. */
export const connectionsFeature: Feature = {
  name: 'connections',
  documents: [connections],
  archives: [],
  commands: [implement(checkConnections, check), implement(reportConnections, report)],
  queries: [],
}
