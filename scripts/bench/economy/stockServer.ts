import { parseCookie } from 'cookie'
import Fastify from 'fastify'
import type { PoolConfig } from 'pg'
import { Server } from 'socket.io'
import { answerParent } from '../childProcess.ts'
import { type Books, ownCpu, type Purchase } from './load.ts'
import { openPool, type PostgresWay, sellerOver } from './postgresShop.ts'
import { openSqliteShop } from './sqlite.ts'

// A shop as it is usually built: Fastify, Socket.IO and a pool, each as in its manual. The session is looked up when a socket connects.

const app = Fastify()
const io = new Server(app.server, { transports: ['websocket'], serveClient: false })
let end: () => Promise<unknown> = async () => {}
let books: () => Promise<Books> = () => Promise.reject(new Error('This shop keeps its books elsewhere.'))

type Acknowledge = (answer: { readonly ok: boolean; readonly code?: string }) => void

const listen = async () => Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)

const answers = {
  /** A shop over this database. Returns its port. */
  async openShop(address: PoolConfig, database: string, way: PostgresWay, poolSize: number) {
    const pool = openPool(address, database, poolSize)
    const sell = sellerOver(pool, way)
    end = () => pool.end()
    io.use(async (socket, next) => {
      const { session = '' } = parseCookie(socket.handshake.headers.cookie ?? '')
      const { rows } = await pool.query('SELECT player FROM session WHERE token = $1', [session])
      socket.data.player = rows[0]?.player
      next(rows[0] ? undefined : new Error('signed out'))
    })
    io.on('connection', (socket) => {
      const { player } = socket.data as Pick<Purchase, 'player'>
      socket.on('command', async ({ input }: { input: Omit<Purchase, 'player'> }, acknowledge: Acknowledge) => {
        try {
          const isSold = await sell({ player, item: String(input.item), price: Number(input.price) })
          acknowledge(isSold ? { ok: true } : { ok: false, code: 'tooPoor' })
        } catch {
          acknowledge({ ok: false, code: 'failed' })
        }
      })
    })
    return listen()
  },
  /** Sells nothing and only answers: what the platform can do. Returns its port. */
  async openEcho() {
    io.on('connection', (socket) => {
      socket.on('command', (_call: unknown, acknowledge: Acknowledge) => acknowledge({ ok: true }))
    })
    return listen()
  },
  /**
   * The least that a durable shop does whose pages show what was bought: rows in SQLite, as many purchases in a commit as wait for one, and one
   * event to the page beside the answer. It keeps no history, no limits and no answers. Returns its port.
   */
  async openLeast(players: number, purchasesInCommit: number, tellsPage: boolean) {
    const shop = openSqliteShop(players, purchasesInCommit)
    end = shop.close
    books = shop.books
    io.on('connection', (socket) => {
      const player = Number(parseCookie(socket.handshake.headers.cookie ?? '').session?.split('-')[1])
      let bought = 0
      socket.on('command', async ({ input }: { input: Omit<Purchase, 'player'> }, acknowledge: Acknowledge) => {
        const { item, price } = input
        const isSold = await shop.buy({ player, item, price }, 0)
        if (isSold) {
          bought += 1
          if (tellsPage) socket.emit('down', { document: `inventory/${player}`, version: bought, set: { item, price } })
        }
        acknowledge(isSold ? { ok: true } : { ok: false, code: 'tooPoor' })
      })
    })
    return listen()
  },
  books: () => books(),
  cpu: ownCpu,
  async close() {
    await io.close()
    await end()
  },
}
export type StockAnswers = typeof answers

answerParent(answers)
