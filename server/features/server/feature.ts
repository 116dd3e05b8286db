import * as commands from '../../../shared/features/server/commands.ts'
import { server, switches } from '../../../shared/features/server/server.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'

/** Start times computed from two readings of the same start differ by at most the delay of the answers. */
const startJitterMs = 5_000

const reportServer: Rule<typeof commands.reportServer> = ({ edit }, { server: key, reading, switches: states }) => {
  const status = edit(server, key)
  const isSameStart =
    status.startedAt !== null &&
    reading.startedAt !== null &&
    Math.abs(status.startedAt - reading.startedAt) < startJitterMs
  Object.assign(status, reading, isSameStart ? { startedAt: status.startedAt } : {})
  Object.assign(edit(switches, key), states)
  return {}
}

const reportLink: Rule<typeof commands.reportLink> = ({ edit }, { server: key, ...report }) => {
  Object.assign(edit(server, key), report)
  return {}
}

/** The status of the game server. */
export const serverFeature: Feature = {
  name: 'server',
  documents: [server, switches],
  commands: [implement(commands.reportServer, reportServer), implement(commands.reportLink, reportLink)],
  queries: [],
}
