import { openTestApp, type TestApp } from '../../../server/testing/testApp.ts'
import { answerParent } from '../childProcess.ts'
import { benchFolder } from '../journalHub.ts'
import { accountOf, fillWallets, openKept } from './hub.ts'
import { ownCpu } from './load.ts'

// The whole product in a process of its own: accounts, sessions, sockets, journal. The parent buys over the network.

const { folder, remove } = benchFolder('economy-whole')
let testApp: TestApp | null = null
const opened = () => {
  if (!testApp) throw new Error('The hub of the bench is not open.')
  return testApp
}

const answers = {
  /** Returns its port and the cookie of each player. Nobody is limited: a few players send most requests. */
  async open(players: number) {
    await fillWallets(folder, players)
    testApp = await openTestApp({
      dataDir: folder,
      simulator: { players: 0, seed: 7 },
      socketsPerAccount: 0,
      socketsPerAddress: 0,
      handshakesPerSecond: 0,
      commandsPerSecond: 1_000_000,
    })
    const cookies: string[] = []
    for (let player = 0; player < players; player += 1) {
      const visitor = await testApp.visitAs({ account: accountOf(player) })
      cookies.push(visitor.cookie())
      visitor.leave()
    }
    return { port: Number(new URL(testApp.address()).port), cookies }
  },
  cpu: ownCpu,
  /** Stops the hub, and reads what it kept as the next one would. */
  async close(players: number) {
    await opened().close()
    const { books, close } = await openKept(folder)
    const kept = await books(players)
    await close()
    remove()
    return kept
  },
}
export type EconomyAnswers = typeof answers

answerParent(answers)
