import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent } from './fanOutChild.ts'
import type { WayName } from './reconnectServer.ts'
import { type Count, openReconnectViewer, type ReconnectViewer } from './reconnectViewer.ts'

// Those who are cut off every now and then and come back.

const inBatchesOf = 100
const crowds = new Map<WayName, { readonly viewers: ReconnectViewer[]; readonly count: Count }>()
const crowdOf = (name: WayName) => {
  const crowd = crowds.get(name)
  if (!crowd) throw new Error(`Nobody has joined "${name}".`)
  return crowd
}

async function until(holds: () => boolean, withinMs: number) {
  const end = performance.now() + withinMs
  while (!holds() && performance.now() < end) await sleep(20)
}

const answers = {
  /** Resolves when all have heard a number. */
  async join(name: WayName, port: number, many: number) {
    const count: Count = { highest: 0, missed: 0, twice: 0, replays: [] }
    const viewers: ReconnectViewer[] = []
    crowds.set(name, { viewers, count })
    while (viewers.length < many) {
      for (let one = 0; one < Math.min(inBatchesOf, many - viewers.length); one += 1)
        viewers.push(openReconnectViewer(name, port, count))
      await sleep(50)
    }
    await until(() => viewers.every(({ held }) => held() > 0), 60_000)
  },
  /** Each is cut off once in this time, at a moment of their own, and is away for so long. */
  async disturb(name: WayName, withinMs: number, awayMs: number) {
    const { viewers, count } = crowdOf(name)
    Object.assign(count, { missed: 0, twice: 0 })
    count.replays.length = 0
    await Promise.all(
      viewers.map(async (viewer, at) => {
        await sleep((withinMs * at) / viewers.length)
        viewer.cut()
        await sleep(awayMs)
        viewer.comeBack()
      }),
    )
  },
  /** What became of it, once the last number is told; who has not got it after a while will not get it. */
  async settle(name: WayName, last: number) {
    const { viewers, count } = crowdOf(name)
    await until(() => viewers.every(({ held }) => held() >= last), 10_000)
    const lacking = viewers.reduce((sum, { held }) => sum + Math.max(0, last - held()), 0)
    return { missed: count.missed + lacking, twice: count.twice, replays: [...count.replays] }
  },
}
export type ReconnectViewersAnswers = typeof answers

answerParent(answers)
