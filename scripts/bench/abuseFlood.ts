import { backOff } from '../../client/connection/attempts.ts'
import { freshId } from '../../server/testing/principals.ts'
import { type BenchClient, openBenchClient } from './benchClient.ts'
import { answerParent } from './childProcess.ts'

// One account with many sockets, each within the rate that one page may have. They connect again as a page does.

/** Each sends 20 commands a second. */
const everyMs = 50

interface FloodSocket {
  client: BenchClient
  isAdmitted: boolean
  failures: number
}

let sockets: FloodSocket[] = []
let isOver = true
let timer: NodeJS.Timeout | undefined
let counts = { acknowledged: 0, refused: 0 }

function connect(socket: FloodSocket, port: number, cookie: string) {
  socket.client = openBenchClient({
    port,
    headers: { cookie, origin: `http://127.0.0.1:${port}` },
    hear(text) {
      if (text.startsWith('42["hello"')) socket.isAdmitted = true
      if (!text.startsWith('43')) return
      if (text.includes('"ok":true')) counts.acknowledged += 1
      else counts.refused += 1
    },
    closed() {
      socket.isAdmitted = false
      if (isOver) return
      setTimeout(() => !isOver && connect(socket, port, cookie), backOff(socket.failures, Math.random()))
      socket.failures += 1
    },
  })
}

const answers = {
  start(port: number, cookie: string, many: number) {
    isOver = false
    counts = { acknowledged: 0, refused: 0 }
    sockets = Array.from({ length: many }, () => {
      const socket = { isAdmitted: false, failures: 0 } as FloodSocket
      connect(socket, port, cookie)
      return socket
    })
    let sent = 0
    timer = setInterval(() => {
      for (const { client, isAdmitted } of sockets) {
        if (!isAdmitted) continue
        sent += 1
        const call = { id: freshId(Date.now()), name: 'mapSettings.change', input: { zoomLevel: 1 + (sent % 20) / 10 } }
        client.send(`42${sent}["command",${JSON.stringify(call)}]`)
      }
    }, everyMs)
  },
  /** Returns how many commands were carried out, and how many refused as too fast. */
  stop() {
    isOver = true
    clearInterval(timer)
    for (const { client } of sockets) client.cut()
    return counts
  },
}
export type AbuseFloodAnswers = typeof answers

answerParent(answers)
