import { setPriority } from 'node:os'
import { WebSocket } from 'ws'
import { mainServer } from '../../shared/engine/ids.ts'
import { positionsStream } from '../../shared/features/roster/roster.ts'
import { answerParent } from './childProcess.ts'

// Many viewers of the map: plain WebSocket clients. In reality they run on other machines, so they have low priority here.
setPriority(5)

const atOnce = 100
const stream = positionsStream(mainServer)
const watch = `420["watch",{"documents":[{"id":"${stream}"}]}]`
const unwatch = `42["unwatch",{"documents":[{"id":"${stream}"}]}]`

interface Viewer {
  readonly socket: WebSocket
  isLost: boolean
  /** Called with the first frame, or when the connection is lost. */
  look: (() => void) | null
}
const viewers: Viewer[] = []
let frames = 0
let lost = 0
let leak: string | null = null

const connect = (address: string, cookie: string) =>
  new Promise<Viewer>((resolve, reject) => {
    const url = `${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
    const socket = new WebSocket(url, { perMessageDeflate: false, headers: { cookie, origin: address } })
    const viewer: Viewer = { socket, isLost: false, look: null }
    socket.on('error', ({ message }) => reject(new Error(`A viewer of the bench was not admitted: ${message}`)))
    socket.on('close', () => {
      reject(new Error('A viewer of the bench was not admitted.'))
      lose(viewer)
    })
    socket.on('message', (bytes: Buffer, isBinary) => {
      if (isBinary) return show(viewer)
      if (bytes.includes('eliveries')) leak = `A viewer received deliveries, which it may not read: ${bytes}`
      const text = bytes.subarray(0, 3).toString()
      if (text.startsWith('0')) socket.send('40')
      if (text === '2') socket.send('3')
      if (text.startsWith('40')) resolve(viewer)
    })
  })

function looked(viewer: Viewer) {
  viewer.look?.()
  viewer.look = null
}
function show(viewer: Viewer) {
  frames += 1
  looked(viewer)
}
function lose(viewer: Viewer) {
  lost += viewer.isLost ? 0 : 1
  viewer.isLost = true
  looked(viewer)
}

/** Reconnects lost viewers up to the wanted number; a busy machine may lose some. */
async function come(address: string, cookie: string, count: number) {
  const here = viewers.filter(({ isLost }) => !isLost)
  while (here.length < count) {
    const batch = Math.min(atOnce, count - here.length)
    here.push(...(await Promise.all(Array.from({ length: batch }, () => connect(address, cookie)))))
  }
  viewers.splice(0, viewers.length, ...here)
}

const answers = {
  join: come,
  /** Resolves when each of them has received the map. */
  async look() {
    const shown = viewers.map(
      (viewer) =>
        new Promise<void>((resolve) => {
          viewer.look = resolve
          if (viewer.isLost) looked(viewer)
        }),
    )
    for (const { socket } of viewers) socket.send(watch)
    await Promise.all(shown)
    frames = 0
    lost = 0
  },
  /** They stop watching and stay connected. Returns the frames received and the connections lost meanwhile. */
  rest() {
    if (leak) throw new Error(leak)
    for (const { socket, isLost } of viewers) if (!isLost) socket.send(unwatch)
    return { frames, lost }
  },
}
export type CrowdAnswers = typeof answers

answerParent(answers)
