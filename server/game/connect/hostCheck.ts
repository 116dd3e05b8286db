import type { HostAdapter } from '../host/hostAdapter.ts'
import { HostError } from '../host/hostAdapter.ts'
import { bad, type Findings, good, spanOf, warning } from './finding.ts'

const states = {
  offline: 'is off',
  starting: 'is starting',
  running: 'runs',
  stopping: 'is stopping',
} as const

/** Asks what runs the game server what it can and may do, and whether the game server runs. It changes nothing. */
export async function checkHost(adapter: HostAdapter): Promise<Findings> {
  try {
    const lacks = await adapter.lacks()
    const found = lacks.map(({ says, mend, isFatal }) => (isFatal ? bad(says, mend) : warning(says, mend)))
    const state = adapter.can.state ? [await readHost(adapter)] : []
    return [...state, ...found, ...cannotFindings(adapter)]
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    return [bad(error.message, null)]
  }
}

async function readHost(adapter: HostAdapter) {
  const { state, uptimeMs } = await adapter.read()
  if (state === null)
    return warning(
      "It answers, but doesn't show whether the game server is running.",
      'Orders are sent, and only the connection to the game shows what came of them.',
    )
  if (state === 'offline' && adapter.name === 'commands')
    return warning(
      'The status program says that the game server is off.',
      'If it runs, its unit or container has another name, or the user of the hub may not ask for it.',
    )
  const runs = state === 'running' && uptimeMs !== null ? `has been running for ${spanOf(uptimeMs)}` : states[state]
  return good(`It answers: the game server ${runs}.`)
}

/** What this host cannot do at all. */
function cannotFindings({ name, can }: HostAdapter): Findings {
  if (name !== 'commands') return []
  const missing = (['start', 'restart', 'shutdown'] as const).filter((act) => !can[act])
  return [
    ...(missing.length > 0
      ? [
          warning(
            `HOST_COMMANDS has no ${missing.join(' and no ')}.`,
            'What is not named is not offered on /owner-admin.',
          ),
        ]
      : []),
    ...(can.state
      ? []
      : [
          warning(
            "Without a status program the hub can't tell whether the game server is off. A shutdown cannot be confirmed, and no backup can be made.",
            'Add "status" to HOST_COMMANDS, such as ["systemctl", "is-active", "theisle"].',
          ),
        ]),
    ...(can.backups === 'none'
      ? [
          warning(
            'Backups of the saves are not set up.',
            'Set HOST_BACKUP_DIR to a folder on this machine, or add "backup" to HOST_COMMANDS.',
          ),
        ]
      : []),
  ]
}
