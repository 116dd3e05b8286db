import type * as commands from '../../../shared/features/server/commands.ts'
import { server, switches } from '../../../shared/features/server/server.ts'
import type { Rule } from '../../engine/rule.ts'

/** Two readings of the same start differ by the time that the answer was under way. */
const startJitterMs = 5_000

export const reportServer: Rule<typeof commands.reportServer> = (
  { edit },
  { server: key, reading, switches: told },
) => {
  const status = edit(server, key)
  const isSameStart =
    status.startedAt !== null &&
    reading.startedAt !== null &&
    Math.abs(status.startedAt - reading.startedAt) < startJitterMs
  Object.assign(status, reading, isSameStart ? { startedAt: status.startedAt } : {})
  Object.assign(edit(switches, key), told)
  return {}
}

export const reportLink: Rule<typeof commands.reportLink> = ({ edit }, { server: key, link, ...told }) => {
  const status = edit(server, key)
  status.link = link
  Object.assign(status, told)
  return {}
}
