import type { Config } from '../../server/config.ts'
import { openTestApp, type TestApp } from '../../server/testing/testApp.ts'
import { answerParent } from './childProcess.ts'
import { benchFolder } from './journalHub.ts'

// A whole hub with no players in the game, so that its work is that of its clients.

const { folder, remove } = benchFolder('whole')
let testApp: TestApp | null = null
const opened = () => {
  if (!testApp) throw new Error('The hub is not open.')
  return testApp
}

const answers = {
  /** Returns its port. @param config what differs from the default */
  async open(config: Partial<Config> = {}) {
    testApp = await openTestApp({ dataDir: folder, simulator: { players: 0, seed: 7 }, ...config })
    return Number(new URL(testApp.address()).port)
  },
  /** Signs in that many users and returns their cookies. */
  async admit(users: number) {
    const cookies: string[] = []
    for (let number = 0; number < users; number += 1) {
      const visitor = await opened().visitAs({ account: `storm-${number}` })
      cookies.push(visitor.cookie())
      visitor.leave()
    }
    return cookies
  },
  /** Signs in one of the staff and returns the cookie. */
  async admitStaff() {
    const visitor = await opened().visitAs({ account: 'staff', role: 'admin' })
    visitor.leave()
    return visitor.cookie()
  },
  /** CPU time of this process so far, µs. */
  cpu: () => {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  async close() {
    await opened().close()
    remove()
  },
}
export type WholeHubAnswers = typeof answers

answerParent(answers)
