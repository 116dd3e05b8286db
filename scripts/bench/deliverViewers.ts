import { WebSocket } from 'ws'
import { mainServer } from '../../shared/engine/ids.ts'
import { positionsStream } from '../../shared/features/roster/roster.ts'
import { answerParent } from './fanOutChild.ts'

// The crowd before the map: plain WebSocket clients that say what has to be said to be shown it.

const atOnce = 100
const stream = positionsStream(mainServer)
const watch = `420["watch",{"documents":[{"id":"${stream}"}]}]`
const unwatch = `42["unwatch",{"documents":[{"id":"${stream}"}]}]`

interface Viewer {
  readonly socket: WebSocket
  shown: number
  isWaiting: (() => void) | null
}
const viewers: Viewer[] = []
let frames = 0

const connect = (address: string, cookie: string) =>
  new Promise<Viewer>((resolve, reject) => {
    const url = `${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
    const socket = new WebSocket(url, { perMessageDeflate: false, headers: { cookie, origin: address } })
    const viewer: Viewer = { socket, shown: 0, isWaiting: null }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The hub let a viewer of the bench go.')))
    socket.on('message', (bytes: Buffer, isBinary) => {
      if (isBinary) return showTo(viewer)
      const text = bytes.subarray(0, 3).toString()
      if (text.startsWith('0')) socket.send('40')
      if (text === '2') socket.send('3')
      if (text.startsWith('40')) resolve(viewer)
    })
  })

function showTo(viewer: Viewer) {
  frames += 1
  viewer.shown += 1
  viewer.isWaiting?.()
  viewer.isWaiting = null
}

const answers = {
  async join(address: string, cookie: string, count: number) {
    while (viewers.length < count) {
      const batch = Math.min(atOnce, count - viewers.length)
      viewers.push(...(await Promise.all(Array.from({ length: batch }, () => connect(address, cookie)))))
    }
  },
  /** Resolves when each of them is shown the map. */
  async look() {
    const shown = viewers.map(
      (viewer) =>
        new Promise<void>((resolve) => {
          viewer.isWaiting = resolve
        }),
    )
    for (const { socket } of viewers) socket.send(watch)
    await Promise.all(shown)
    frames = 0
  },
  /** They stay and look away. Returns how many frames they were shown since all were. */
  rest() {
    for (const { socket } of viewers) socket.send(unwatch)
    return frames
  },
}
export type CrowdAnswers = typeof answers

answerParent(answers)
