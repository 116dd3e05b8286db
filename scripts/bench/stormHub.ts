import { openTestApp } from '../../server/testing/testApp.ts'
import { answerParent } from './childProcess.ts'
import { benchFolder } from './journalHub.ts'

// A whole hub with no players in the game, so that its work is admitting clients.

const { folder, remove } = benchFolder('storm')
const testApp = await openTestApp({
  dataDir: folder,
  socketsPerAddress: 0,
  socketsPerAccount: 0,
  simulator: { players: 0, seed: 7 },
})

const answers = {
  port: () => Number(new URL(testApp.address()).port),
  /** Signs in that many users and returns their cookies. */
  async admit(users: number) {
    const cookies: string[] = []
    for (let number = 0; number < users; number += 1) {
      const visitor = await testApp.visitAs({ account: `storm-${number}` })
      cookies.push(visitor.cookie())
      visitor.leave()
    }
    return cookies
  },
  /** CPU time of this process so far, µs. */
  cpu: () => {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  async close() {
    await testApp.close()
    remove()
  },
}
export type StormHubAnswers = typeof answers

answerParent(answers)
