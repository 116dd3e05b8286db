import type { Down } from '../../shared/protocol/down.ts'
import { type BenchClient, openBenchClient } from './benchClient.ts'
import { answerParent } from './childProcess.ts'

// All of them lose their connections at once, and reconnect at once.

/** `opened`: connections to plain Socket.IO that Engine.IO opens, and that send nothing. */
export type ServerName = 'hub' | 'stock' | 'opened'

interface Client {
  readonly cookie: string
  /** The documents that a page watches. */
  readonly watch: readonly string[]
  socket: BenchClient | null
}
const servers = new Map<ServerName, { readonly port: number; readonly clients: readonly Client[] }>()

const common = ['server/main', 'mapImage/main', 'regions/main']
const own = ['account', 'mapSettings', 'ownDeliveries', 'tokens']
const received = { hello: {} as unknown, documents: {} as Record<string, unknown> }

/** Keeps what one client received, by kind, so that the other server can send the same. */
function record(text: string) {
  if (text.startsWith('42["hello"')) received.hello = (JSON.parse(text.slice(2)) as [string, unknown])[1]
  if (!text.startsWith('42["down"')) return
  const [, { changes }] = JSON.parse(text.slice(2)) as [string, Down]
  for (const change of changes) received.documents[change.id.replace(/\/storm-\d+$/, '/own')] = change
}

/**
 * Resolves when a client has received all that it watches. The hub gets the watch with the connect packet, plain Socket.IO after
 * its hello.
 */
function connect(name: ServerName, port: number, client: Client, isFirst: boolean) {
  const watch = { documents: client.watch.map((id) => ({ id })) }
  let left = client.watch.length
  return new Promise<void>((resolve) => {
    client.socket = openBenchClient({
      ...(name === 'opened' ? { opened: resolve } : {}),
      port,
      headers: { cookie: client.cookie, origin: `http://127.0.0.1:${port}` },
      handshake: () => (name === 'hub' ? `40${JSON.stringify({ watch })}` : '40'),
      hear(text) {
        if (isFirst && name === 'hub') record(text)
        if (name === 'stock' && text.startsWith('42["hello"'))
          client.socket?.send(`420["watch",${JSON.stringify(watch)}]`)
        if (!text.startsWith('42["down"')) return
        left -= text.split('"snapshot"').length - 1
        if (left <= 0) resolve()
      },
    })
  })
}

const answers = {
  /** Opens that many connections, several for each of these users. Returns what one of them received. */
  async join(name: ServerName, port: number, cookies: readonly string[], many: number) {
    const clients = Array.from({ length: many }, (_, at): Client => {
      const number = at % cookies.length
      const watch = [...common, ...own.map((kind) => `${kind}/storm-${number}`)]
      return { cookie: cookies[number] ?? '', watch, socket: null }
    })
    servers.set(name, { port, clients })
    for (let at = 0; at < many; at += 50)
      await Promise.all(clients.slice(at, at + 50).map((client) => connect(name, port, client, true)))
    return received
  },
  /** Resolves when all are back and have received everything. */
  async storm(name: ServerName) {
    const setup = servers.get(name)
    if (!setup) throw new Error(`No viewer has joined "${name}".`)
    for (const { socket } of setup.clients) socket?.cut()
    await Promise.all(setup.clients.map((client) => connect(name, setup.port, client, false)))
  },
}
export type StormViewersAnswers = typeof answers

answerParent(answers)
