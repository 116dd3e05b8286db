import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { parseCookie } from 'cookie'
import { Server } from 'socket.io'
import { answerParent } from './childProcess.ts'
import { listening } from './fanOutPaths.ts'

// Plain Socket.IO, as in its manual, with the same work: a session by cookie, a hello, and snapshots.

const hour = 3_600_000
const keyOf = (token: string) => createHash('sha256').update(token).digest('hex')
const sessions = new Map<string, { readonly account: string }>()
let hello: unknown = {}
let documents: Readonly<Record<string, unknown>> = {}

const server = createServer()
const io = new Server(server, {
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
  pingInterval: hour,
  pingTimeout: hour,
  // Some connections stay without Socket.IO's connect packet.
  connectTimeout: hour,
})
io.use((socket, next) => {
  const given = Object.values(parseCookie(socket.handshake.headers.cookie ?? ''))[0] ?? ''
  const session = sessions.get(keyOf(given))
  if (!session) return next(new Error('signed out'))
  socket.data.account = session.account
  next()
})
io.on('connection', (socket) => {
  socket.emit('hello', hello)
  socket.on(
    'watch',
    ({ documents: watched }: { documents: { id: string }[] }, acknowledge: (answer: unknown) => void) => {
      for (const { id } of watched) void socket.join(id)
      acknowledge({ refused: [] })
      socket.emit('down', { changes: watched.map(({ id }) => documents[id.replace(/\/storm-\d+$/, '/own')]) })
    },
  )
})
const port = await listening(server)

const answers = {
  port: () => port,
  /** Adds these sessions, and the documents to send, which are those of the hub. */
  setUp(cookies: readonly string[], sentHello: unknown, given: Readonly<Record<string, unknown>>) {
    for (const [at, cookie] of cookies.entries())
      sessions.set(keyOf(decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))), { account: `storm-${at}` })
    hello = sentHello
    documents = given
  },
  /** CPU time of this process so far, µs. */
  cpu: () => {
    const { user, system } = process.cpuUsage()
    return user + system
  },
}
export type StormStockAnswers = typeof answers

answerParent(answers)
