import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import { openWorld, type World } from '../../server/testing/world.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import { repositoryRoot } from '../repositoryRoot.ts'
import { answerParent } from './fanOutChild.ts'

// The hub and the simulator, as an owner has them, in a process of their own: what it answers is measured elsewhere.

let world: World | undefined
const opened = () => {
  if (!world) throw new Error('The hub of the bench is not open.')
  return world
}

const answers = {
  /**
   * On the disk that the project stands on: a journal in memory would prove nothing. As configured by default: no limit
   * is lifted, and from its own machine a hub takes any number of sockets.
   */
  async open() {
    const parent = join(repositoryRoot, 'build', 'bench')
    mkdirSync(parent, { recursive: true })
    const folder = mkdtempSync(join(parent, 'deliver-'))
    const simulator = { players: 120, seed: 7 }
    const { positionsEveryMs } = readConfig({})
    world = await openWorld({ dataDir: folder, positionsEveryMs, simulator })
    const { port, password } = world.simulator()
    return { folder, address: world.address(), game: { host: '127.0.0.1', port, password } }
  },
  /** The cookie of somebody with that role. */
  async admit(account: string, role: Role) {
    const visitor = await opened().visitAs({ account, role })
    visitor.leave()
    return visitor.cookie()
  },
  close: () => opened().close(),
}
export type HubAnswers = typeof answers

answerParent(answers)
