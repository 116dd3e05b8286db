import { reportHost } from '../../../shared/features/gameHost/commands.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'

const report: Rule<typeof reportHost> = ({ edit }, { server, ...known }) => {
  Object.assign(edit(gameHost, server), known)
  return {}
}

/** What runs the game server, and whether it does. Its commands are deliveries. */
export const gameHostFeature: Feature = {
  name: 'gameHost',
  documents: [gameHost],
  archives: [],
  commands: [implement(reportHost, report)],
  queries: [],
}
