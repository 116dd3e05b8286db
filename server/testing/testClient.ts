import { EventEmitter, once } from 'node:events'
import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import { io, type Socket } from 'socket.io-client'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { Down } from '../../shared/protocol/down.ts'
import { Hello } from '../../shared/protocol/hello.ts'
import { type Watch, Watching } from '../../shared/protocol/watch.ts'
import { freshId } from './principals.ts'

/** A client that uses HTTP and a socket as a browser does, and keeps everything that the hub sent. */
export function createTestClient(address: string) {
  const { attach, next, ...inbox } = createInbox()
  let cookie = ''
  let socket: Socket | null = null

  const open = () => {
    if (!socket) throw new Error('Connect first')
    return socket
  }
  const post = async (path: string, body: object, origin = address) => {
    const headers = { 'content-type': 'application/json', origin, ...(cookie && { cookie }) }
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const given = response.headers.get('set-cookie')?.split(';')[0]
    if (given) cookie = given
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return {
    ...inbox,
    post,
    cookie: () => cookie,
    /** Uses a session opened elsewhere. */
    holdCookie(given: string) {
      cookie = given
    },
    get: (path: string) => fetch(address + path, { headers: cookie ? { cookie } : {} }),
    signIn: (role: Role, number?: number) => post('/auth/demo', { role, number }),
    async connect() {
      const extraHeaders = { origin: address, ...(cookie && { cookie }) }
      socket = io(address, { transports: ['websocket'], forceNew: true, extraHeaders })
      attach(socket)
      await next()
    },
    watch: async (...ids: DocumentId[]) =>
      Watching.parse(await open().emitWithAck('watch', { documents: ids.map((id) => ({ id })) })),
    /** Watches documents as a returning client does, with the held versions. */
    watchFrom: async (documents: Watch['documents']) =>
      Watching.parse(await open().emitWithAck('watch', { documents })),
    unwatch: (...ids: DocumentId[]) => void open().emit('unwatch', { documents: ids }),
    command: async (name: string, input: unknown, id = freshId(Date.now())): Promise<Answer> =>
      open().emitWithAck('command', { id, name, input }),
    query: async (name: string, input: unknown): Promise<Answer> => open().emitWithAck('query', { name, input }),
    /** Resolves when the hub has closed the socket. */
    closed: () => new Promise<undefined>((resolve) => open().once('disconnect', () => resolve(undefined))),
    leave: () => void socket?.disconnect(),
  }
}
export type TestClient = ReturnType<typeof createTestClient>

/** An HTTP client with an API token and without an origin. */
export const createApiClient = (address: string, token: string, more: Record<string, string> = {}) => ({
  async post(path: string, body: object) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...more }
    const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  },
})

enablePatches()

/** Everything that the hub sends to one socket: the raw messages, and the documents that result. */
function createInbox() {
  const copies = new Map<DocumentId, unknown>()
  const dropped: DocumentId[] = []
  const frames: { readonly stream: string; readonly frame: Uint8Array }[] = []
  const hellos: Hello[] = []
  const downs: unknown[] = []
  const raw: (string | Uint8Array)[] = []
  const changed = new EventEmitter().setMaxListeners(0)

  const receive = (message: unknown) => {
    downs.push(message)
    for (const change of Down.parse(message).changes) {
      if (change.type === 'snapshot') copies.set(change.id, change.value)
      if (change.type === 'patch')
        copies.set(change.id, applyPatches(copies.get(change.id) as object, change.patches as ImmerPatch[]))
      if (change.type === 'dropped') {
        copies.delete(change.id)
        dropped.push(change.id)
      }
    }
  }
  const on = <Arguments extends unknown[]>(socket: Socket, event: string, take: (...them: Arguments) => void) =>
    socket.on(event, (...them: unknown[]) => {
      take(...(them as Arguments))
      changed.emit('change')
    })
  return {
    copies,
    dropped,
    frames,
    hellos,
    downs,
    raw,
    attach(socket: Socket) {
      const { io } = socket
      // Below all decoding, so that no received byte is missed.
      io.on('open', () => io.engine.on('data', (data) => raw.push(typeof data === 'string' ? data : bytesOf(data))))
      on(socket, 'hello', (hello) => hellos.push(Hello.parse(hello)))
      on(socket, 'down', receive)
      on(socket, 'positions', (stream: string, frame: Uint8Array) => frames.push({ stream, frame: bytesOf(frame) }))
    },
    /** Resolves with the next message. */
    next: async () => void (await once(changed, 'change')),
    /** Resolves as soon as the condition holds after a message. */
    async until(holds: () => boolean) {
      while (!holds()) await once(changed, 'change')
    },
  }
}

const bytesOf = (bytes: ArrayBuffer | Uint8Array) => new Uint8Array(bytes)
