import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import { openTestApp, type TestApp } from '../../server/testing/testApp.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import { repositoryRoot } from '../repositoryRoot.ts'
import { answerParent } from './childProcess.ts'

// The hub and the simulator in their own process; the parent measures it from outside.

let testApp: TestApp | undefined
const opened = () => {
  if (!testApp) throw new Error('The hub of the bench is not open.')
  return testApp
}

const answers = {
  /** Uses the disk of the repository, since a journal in memory would prove nothing, and the default configuration. */
  async open() {
    const parent = join(repositoryRoot, 'build', 'bench')
    mkdirSync(parent, { recursive: true })
    const folder = mkdtempSync(join(parent, 'deliver-'))
    const simulator = { players: 120, seed: 7 }
    const { positionsEveryMs } = readConfig({})
    testApp = await openTestApp({
      dataDir: folder,
      positionsEveryMs,
      simulator,
      // All viewers share one account.
      socketsPerAccount: 0,
      handshakesPerSecond: 0,
      commandsPerSecond: 1_000,
    })
    const { port, password } = testApp.simulator()
    return { folder, address: testApp.address(), game: { host: '127.0.0.1', port, password } }
  },
  /** The cookie of a user with that role. */
  async admit(account: string, role: Role) {
    const visitor = await opened().visitAs({ account, role })
    visitor.leave()
    return visitor.cookie()
  },
  close: () => opened().close(),
}
export type HubAnswers = typeof answers

answerParent(answers)
