import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Server } from 'socket.io'
import { createEvrimaLink } from '../../server/game/evrima/evrimaLink.ts'
import { answerParent } from './childProcess.ts'

// The least between a press and its confirmation: stock Socket.IO, a thread that writes twice to SQLite, and the same link. It has no rules,
// no sessions, no documents and no history, and writes two short rows where the hub writes some thousand characters.

interface Press {
  readonly id: string
  readonly order: 'announcement' | 'save'
  readonly text: string
}

/** What the page is shown. */
export interface Shown {
  readonly id: string
  readonly state: string
  readonly why: string | null
}

/** The thread: answers each row when it is on the disk. */
function writeRows(folder: string) {
  const database = new DatabaseSync(join(folder, `shop-${process.pid}.db`))
  database.exec('PRAGMA journal_mode=WAL; PRAGMA locking_mode=EXCLUSIVE; PRAGMA synchronous=FULL')
  // As the hub's journal: the log is copied after that many pages, and begins again.
  database.exec('PRAGMA wal_autocheckpoint=250; CREATE TABLE kept(seq INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT')
  const insert = database.prepare('INSERT INTO kept(json) VALUES(?)')
  parentPort?.on('message', (json: string) => {
    insert.run(json)
    parentPort?.postMessage(null)
  })
}

async function openShop(folder: string, game: { host: string; port: number; password: string }) {
  const writer = new Worker(new URL(import.meta.url), { workerData: folder })
  const write = async (row: object) => {
    writer.postMessage(JSON.stringify(row))
    await once(writer, 'message')
  }
  const link = createEvrimaLink(game)
  if (link.state().name !== 'up')
    await new Promise<void>((resolve) => link.onState(({ name }) => name === 'up' && resolve()))
  const perform = ({ order, text }: Press) =>
    order === 'save'
      ? link.actions.perform({ kind: 'save', target: null, detail: {} })
      : link.actions.perform({ kind: 'broadcast', target: null, detail: { text } })
  const server = createServer()
  const io = new Server(server, { transports: ['websocket'], serveClient: false })
  io.on('connection', (socket) =>
    socket.on('press', async (press: Press, acknowledge: (answer: { ok: true }) => void) => {
      await write({ ...press, state: 'sending' })
      acknowledge({ ok: true })
      const outcome = await perform(press)
      await write({ id: press.id, ...outcome })
      socket.emit('down', { id: press.id, ...outcome } satisfies Shown)
    }),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answers = { open: openShop }
export type ShopAnswers = typeof answers

if (isMainThread) answerParent(answers)
else writeRows(workerData as string)
