import { setPriority } from 'node:os'
import { WebSocket } from 'ws'
import { mainServer } from '../../shared/engine/ids.ts'
import { positionsStream } from '../../shared/features/roster/roster.ts'
import { answerParent } from './fanOutChild.ts'

// The crowd before the map: plain WebSocket clients that say what has to be said to be shown it. It would sit at other machines,
// and so gets what the hub and the staff leave of this one.
setPriority(10)

const atOnce = 100
const stream = positionsStream(mainServer)
const watch = `420["watch",{"documents":[{"id":"${stream}"}]}]`
const unwatch = `42["unwatch",{"documents":[{"id":"${stream}"}]}]`

interface Viewer {
  readonly socket: WebSocket
  isLookedFor: { resolve(): void; reject(error: Error): void } | null
  lost: Error | null
}
const viewers: Viewer[] = []
let frames = 0

const connect = (address: string, cookie: string) =>
  new Promise<Viewer>((resolve, reject) => {
    const url = `${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
    const socket = new WebSocket(url, { perMessageDeflate: false, headers: { cookie, origin: address } })
    const viewer: Viewer = { socket, isLookedFor: null, lost: null }
    const lose = (why: string) => {
      viewer.lost ??= new Error(`The hub let a viewer of the bench go: ${why}.`)
      reject(viewer.lost)
      viewer.isLookedFor?.reject(viewer.lost)
    }
    socket.on('error', ({ message }) => lose(message))
    socket.on('close', (code, reason) => lose(`${code} ${reason}`))
    socket.on('message', (bytes: Buffer, isBinary) => {
      if (isBinary) return show(viewer)
      if (bytes.includes('eliveries')) lose('it told it of deliveries, which are nothing to it')
      const text = bytes.subarray(0, 3).toString()
      if (text.startsWith('0')) socket.send('40')
      if (text === '2') socket.send('3')
      if (text.startsWith('40')) resolve(viewer)
    })
  })

function show(viewer: Viewer) {
  frames += 1
  viewer.isLookedFor?.resolve()
  viewer.isLookedFor = null
}

/** Whoever is lost would be waited for in vain, and weighs nothing. */
function stopIfLost() {
  for (const { lost } of viewers) if (lost) throw lost
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
    stopIfLost()
    const shown = viewers.map(
      (viewer) =>
        new Promise<void>((resolve, reject) => {
          viewer.isLookedFor = { resolve, reject }
        }),
    )
    for (const { socket } of viewers) socket.send(watch)
    await Promise.all(shown)
    frames = 0
  },
  /** They stay and look away. Returns how many frames they were shown since all were. */
  rest() {
    stopIfLost()
    for (const { socket } of viewers) socket.send(unwatch)
    return frames
  },
}
export type CrowdAnswers = typeof answers

answerParent(answers)
