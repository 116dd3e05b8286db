import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openWorld, type World } from '../../server/testing/world.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import { repositoryRoot } from '../repositoryRoot.ts'
import { answerParent } from './fanOutChild.ts'

// The hub and the simulator, as an owner has them, in a process of their own: what it answers is measured elsewhere.

let open: { readonly world: World; readonly folder: string } | undefined
const opened = () => {
  if (!open) throw new Error('The hub of the bench is not open.')
  return open
}

const answers = {
  /** On the disk that the project stands on: a journal in memory would prove nothing. */
  async open() {
    const parent = join(repositoryRoot, 'build', 'bench')
    mkdirSync(parent, { recursive: true })
    const folder = mkdtempSync(join(parent, 'deliver-'))
    const simulator = { players: 120, seed: 7 }
    open = { folder, world: await openWorld({ dataDir: folder, socketsPerAddress: 0, simulator }) }
    const { port, password } = open.world.simulator()
    return { address: open.world.address(), game: { host: '127.0.0.1', port, password } }
  },
  /** The cookie of somebody with that role. */
  async admit(account: string, role: Role) {
    const visitor = await opened().world.visitAs({ account, role })
    visitor.leave()
    return visitor.cookie()
  },
  async close() {
    const { world, folder } = opened()
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  },
}
export type HubAnswers = typeof answers

answerParent(answers)
