import { setTimeout as sleep } from 'node:timers/promises'
import type { Down } from '../../shared/protocol/down.ts'
import { type BenchClient, openBenchClient } from './benchClient.ts'
import { answerParent } from './childProcess.ts'
import type { WayName } from './reconnectServer.ts'

// Viewers that are disconnected now and then, and reconnect.

const inBatchesOf = 100
const crowds = new Map<WayName, { readonly viewers: ReconnectViewer[]; readonly count: Count }>()
const crowdOf = (name: WayName) => {
  const crowd = crowds.get(name)
  if (!crowd) throw new Error(`No viewer has joined "${name}".`)
  return crowd
}

async function until(holds: () => boolean, withinMs: number) {
  const end = performance.now() + withinMs
  while (!holds() && performance.now() < end) await sleep(20)
}

const answers = {
  /** Resolves when all have received a number. */
  async join(name: WayName, port: number, many: number) {
    const count: Count = { highest: 0, missed: 0, twice: 0, replays: [], connects: [] }
    const viewers: ReconnectViewer[] = []
    crowds.set(name, { viewers, count })
    while (viewers.length < many) {
      for (let one = 0; one < Math.min(inBatchesOf, many - viewers.length); one += 1)
        viewers.push(openReconnectViewer(name, port, count))
      await sleep(50)
    }
    await until(() => viewers.every(({ held }) => held() > 0), 60_000)
  },
  /** Each is disconnected once in this time, at a random moment, for this long. */
  async disturb(name: WayName, withinMs: number, awayMs: number) {
    const { viewers, count } = crowdOf(name)
    Object.assign(count, { missed: 0, twice: 0 })
    count.replays.length = 0
    count.connects.length = 0
    await Promise.all(
      viewers.map(async (viewer, at) => {
        await sleep((withinMs * at) / viewers.length)
        viewer.cut()
        await sleep(awayMs)
        viewer.comeBack()
      }),
    )
  },
  /** The results, some time after the last number; numbers that have not arrived by then count as lost. */
  async settle(name: WayName, last: number) {
    const { viewers, count } = crowdOf(name)
    await until(() => viewers.every(({ held }) => held() >= last), 10_000)
    const lacking = viewers.reduce((sum, { held }) => sum + Math.max(0, last - held()), 0)
    const { missed, twice, replays, connects } = count
    return { missed: missed + lacking, twice, replays: [...replays], connects: [...connects] }
  },
}
export type ReconnectViewersAnswers = typeof answers

answerParent(answers)

/** Of all viewers of one server. */
interface Count {
  /** The highest number that any viewer has received. */
  highest: number
  missed: number
  twice: number
  /** Ms from the start of a reconnect to holding what all others held then. */
  readonly replays: number[]
  /** Ms from the start of a reconnect to the server's answer to the handshake. */
  readonly connects: number[]
}

interface Hearing {
  /** The connect packet. */
  handshake(held: number): string
  /** The content of a message: its numbers, or one that replaces all before it. */
  read(text: string): { readonly numbers: readonly number[]; readonly whole?: number } | null
}

function asOurs(): Hearing {
  let epoch = 0
  return {
    handshake: (version) => {
      const held = version > 0 ? { held: { epoch, version } } : {}
      return `40${JSON.stringify({ watch: { documents: [{ id: 'sky/', ...held }] } })}`
    },
    read(text) {
      if (text.startsWith('42["hello"')) epoch = (JSON.parse(text.slice(2)) as [string, { epoch: number }])[1].epoch
      if (!text.startsWith('42["down"')) return null
      const [, { changes }] = JSON.parse(text.slice(2)) as [string, Down]
      const numbers = changes.flatMap((change) => (change.type === 'patch' ? change.version : []))
      const whole = changes.find((change) => change.type === 'snapshot' || change.type === 'current')
      return whole && 'version' in whole ? { numbers, whole: whole.version } : { numbers }
    },
  }
}

/** With connection state recovery the server adds an offset to each event, which the client sends when it reconnects. */
function asTheirs(): Hearing {
  let pid: string | undefined
  let offset: string | undefined
  return {
    handshake: () => (pid && offset ? `40${JSON.stringify({ pid, offset })}` : '40'),
    read(text) {
      if (text.startsWith('40')) pid = (JSON.parse(text.slice(2)) as { pid?: string }).pid
      if (!text.startsWith('42["n"')) return null
      const [, number, , given] = JSON.parse(text.slice(2)) as [string, number, string, string?]
      offset = given
      return { numbers: [number] }
    },
  }
}

/** A viewer that is disconnected and reconnects, and counts its losses. */
function openReconnectViewer(name: WayName, port: number, count: Count) {
  const hearing = name === 'gateway' ? asOurs() : asTheirs()
  let held = 0
  let socket: BenchClient | null = null
  let away: { readonly since: number; readonly wants: number } | null = null

  const hold = (number: number) => {
    held = number
    count.highest = Math.max(count.highest, number)
    if (!away || held < away.wants) return
    count.replays.push(performance.now() - away.since)
    away = null
  }
  const take = (number: number) => {
    if (number <= held) count.twice += 1
    // Numbers from before the first connection do not count as lost.
    else if (held > 0) count.missed += number - held - 1
    if (number > held) hold(number)
  }
  const connect = () => {
    socket = openBenchClient({
      port,
      handshake: () => hearing.handshake(held),
      hear(text) {
        if (away && text.startsWith('40')) count.connects.push(performance.now() - away.since)
        const values = hearing.read(text)
        if (values?.whole !== undefined) hold(Math.max(held, values.whole))
        for (const number of values?.numbers ?? []) take(number)
      },
    })
  }
  connect()
  return {
    held: () => held,
    cut: () => socket?.cut(),
    comeBack() {
      away = { since: performance.now(), wants: count.highest }
      connect()
    },
  }
}
type ReconnectViewer = ReturnType<typeof openReconnectViewer>
