import type { Down } from '../../shared/protocol/down.ts'
import { type BenchSocket, openBenchSocket } from './benchSocket.ts'
import type { WayName } from './reconnectServer.ts'

/** Of all viewers of one way. */
export interface Count {
  /** The highest number that anybody has heard. */
  highest: number
  missed: number
  twice: number
  /** Ms from beginning to reconnect to holding what all others held then. */
  readonly replays: number[]
}

interface Hearing {
  /** What is said to be let in. */
  greeting(held: number): string
  /** What a message says: the numbers that it brings, or one that stands for all before it. */
  read(text: string): { readonly numbers: readonly number[]; readonly whole?: number } | null
}

function asOurs(): Hearing {
  let epoch = 0
  return {
    greeting: (version) => {
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

/** With recovery the server adds an offset to each event, and is told it by whoever comes back. */
function asTheirs(): Hearing {
  let pid: string | undefined
  let offset: string | undefined
  return {
    greeting: () => (pid && offset ? `40${JSON.stringify({ pid, offset })}` : '40'),
    read(text) {
      if (text.startsWith('40')) pid = (JSON.parse(text.slice(2)) as { pid?: string }).pid
      if (!text.startsWith('42["n"')) return null
      const [, number, , given] = JSON.parse(text.slice(2)) as [string, number, string, string?]
      offset = given
      return { numbers: [number] }
    },
  }
}

/** One who is cut off and comes back, and counts what that costs them. */
export function openReconnectViewer(name: WayName, port: number, count: Count) {
  const hearing = name === 'gateway' ? asOurs() : asTheirs()
  let held = 0
  let socket: BenchSocket | null = null
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
    // Nobody has missed what was told before they first came.
    else if (held > 0) count.missed += number - held - 1
    if (number > held) hold(number)
  }
  const connect = () => {
    socket = openBenchSocket({
      port,
      greeting: () => hearing.greeting(held),
      hear(text) {
        const told = hearing.read(text)
        if (told?.whole !== undefined) hold(Math.max(held, told.whole))
        for (const number of told?.numbers ?? []) take(number)
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
export type ReconnectViewer = ReturnType<typeof openReconnectViewer>
