import { EventEmitter, once } from 'node:events'
import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import { io, type Socket } from 'socket.io-client'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import type { Answer } from '../../shared/protocol/commandCall.ts'
import { Down } from '../../shared/protocol/down.ts'
import { Hello } from '../../shared/protocol/hello.ts'
import { Watching } from '../../shared/protocol/watch.ts'
import { freshId } from './people.ts'

enablePatches()

/** One who comes over HTTP and a socket as a browser does, and remembers everything that the hub sent. */
export function createVisitor(address: string) {
  const copies = new Map<DocumentId, unknown>()
  const dropped: DocumentId[] = []
  const frames: { readonly stream: string; readonly frame: Uint8Array }[] = []
  const hellos: Hello[] = []
  const changed = new EventEmitter().setMaxListeners(0)
  let cookie = ''
  let socket: Socket | null = null

  const receive = (message: unknown) => {
    for (const change of Down.parse(message).changes) {
      if (change.type === 'snapshot') copies.set(change.id, change.value)
      if (change.type === 'patch')
        copies.set(change.id, applyPatches(copies.get(change.id) as object, change.patches as ImmerPatch[]))
      if (change.type === 'dropped') {
        copies.delete(change.id)
        dropped.push(change.id)
      }
    }
    changed.emit('change')
  }
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
    ...{ copies, dropped, frames, hellos, post },
    cookie: () => cookie,
    get: (path: string) => fetch(address + path, { headers: cookie ? { cookie } : {} }),
    signIn: (role: Role) => post('/auth/demo', { role }),
    async connect() {
      const extraHeaders = { origin: address, ...(cookie && { cookie }) }
      socket = io(address, { transports: ['websocket'], forceNew: true, extraHeaders })
      socket.on('hello', (hello) => {
        hellos.push(Hello.parse(hello))
        changed.emit('change')
      })
      socket.on('down', receive)
      socket.on('positions', (stream: string, frame: Uint8Array) => {
        frames.push({ stream, frame: new Uint8Array(frame) })
        changed.emit('change')
      })
      await once(changed, 'change')
    },
    watch: async (...ids: DocumentId[]) =>
      Watching.parse(await open().emitWithAck('watch', { documents: ids.map((id) => ({ id })) })),
    unwatch: (...ids: DocumentId[]) => void open().emit('unwatch', { documents: ids }),
    command: async (name: string, input: unknown): Promise<Answer> =>
      open().emitWithAck('command', { id: freshId(Date.now()), name, input }),
    /** Resolves as soon as it holds after something came from the hub. */
    async until(holds: () => boolean) {
      while (!holds()) await once(changed, 'change')
    },
    leave: () => void socket?.disconnect(),
  }
}
export type Visitor = ReturnType<typeof createVisitor>
