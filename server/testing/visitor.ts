import { io, type Socket } from 'socket.io-client'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import type { Answer } from '../../shared/protocol/commandCall.ts'
import { type Watch, Watching } from '../../shared/protocol/watch.ts'
import { createInbox } from './inbox.ts'
import { freshId } from './people.ts'

/** One who comes over HTTP and a socket as a browser does, and remembers everything that the hub sent. */
export function createVisitor(address: string) {
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
    /** Comes with a session that was opened elsewhere. */
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
    /** As one who comes back: each document with what is held of it. */
    watchFrom: async (documents: Watch['documents']) =>
      Watching.parse(await open().emitWithAck('watch', { documents })),
    unwatch: (...ids: DocumentId[]) => void open().emit('unwatch', { documents: ids }),
    command: async (name: string, input: unknown): Promise<Answer> =>
      open().emitWithAck('command', { id: freshId(Date.now()), name, input }),
    query: async (name: string, input: unknown): Promise<Answer> => open().emitWithAck('query', { name, input }),
    leave: () => void socket?.disconnect(),
  }
}
export type Visitor = ReturnType<typeof createVisitor>
