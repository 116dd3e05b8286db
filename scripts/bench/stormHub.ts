import { openWorld } from '../../server/testing/world.ts'
import { answerParent } from './fanOutChild.ts'
import { benchFolder } from './journalHub.ts'

// The hub as an owner has it, with nobody in the game, so that what it does is let people in.

const { folder, remove } = benchFolder('storm')
const world = await openWorld({ dataDir: folder, socketsPerAddress: 0, simulator: { players: 0, seed: 7 } })

const answers = {
  port: () => Number(new URL(world.address()).port),
  /** Cookies of so many people, who have signed in. */
  async admit(people: number) {
    const cookies: string[] = []
    for (let number = 0; number < people; number += 1) {
      const visitor = await world.visitAs({ account: `storm-${number}` })
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
    await world.close()
    remove()
  },
}
export type StormHubAnswers = typeof answers

answerParent(answers)
