import { WebSocket } from 'ws'
import { answerParent } from './childProcess.ts'
import type { PathName } from './fanOutServer.ts'

// The process with the viewers: plain WebSocket clients that watch the map and count frames.

const atOnce = 100
const watching = '420["watch",{"documents":[{"id":"sky/"},{"id":"positions/main"}]}]'
/** These connect to Socket.IO and ask for nothing more. */
const watchesNothing = new Set<PathName>(['stock', 'beneath', 'connected'])

/** As a browser sends them: the part that a server keeps counts as memory of a viewer. */
const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en;q=0.9,de;q=0.8',
  'cache-control': 'no-cache',
  pragma: 'no-cache',
  origin: 'https://hub.example.org',
  cookie: `session=${'a'.repeat(43)}`,
}

let frames = 0
let waiting: { count: number; resolve(): void } | null = null
const viewers = new Map<PathName, WebSocket[]>()

const countFrame = () => {
  frames += 1
  if (waiting && frames >= waiting.count) waiting.resolve()
}

/** Resolves when the viewer has received the map. */
const connect = (name: PathName, port: number) =>
  new Promise<WebSocket>((resolve, reject) => {
    const isPlain = name === 'plain' || name === 'sliced'
    const path = isPlain ? '/' : '/socket.io/?EIO=4&transport=websocket'
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { perMessageDeflate: false, headers })
    let isReady = false
    const ready = () => {
      isReady = true
      resolve(socket)
    }
    socket.on('error', reject)
    if (isPlain) socket.on('open', ready)
    socket.on('message', (bytes: Buffer, isBinary) => {
      if (isBinary) return isReady ? countFrame() : ready()
      if (isReady || bytes.length > 300) return
      const text = bytes.toString()
      if (text.startsWith('0')) name === 'opened' ? ready() : socket.send('40')
      if (text.startsWith('40')) watchesNothing.has(name) ? ready() : socket.send(watching)
    })
  })

const answers = {
  async join(name: PathName, port: number, count: number) {
    const joined: WebSocket[] = []
    while (joined.length < count) {
      const batch = Math.min(atOnce, count - joined.length)
      joined.push(...(await Promise.all(Array.from({ length: batch }, () => connect(name, port)))))
    }
    viewers.set(name, joined)
  },
  /** Resolves when that many map frames have arrived since `reset`. */
  async received(count: number) {
    if (frames < count) {
      await new Promise<void>((resolve) => {
        waiting = { count, resolve }
      })
    }
    waiting = null
  },
  reset() {
    frames = 0
  },
}
export type ViewerAnswers = typeof answers

answerParent(answers)
