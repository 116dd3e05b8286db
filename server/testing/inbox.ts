import { EventEmitter, once } from 'node:events'
import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import type { Socket } from 'socket.io-client'
import type { DocumentId } from '../../shared/engine/document.ts'
import { Down } from '../../shared/protocol/down.ts'
import { Hello } from '../../shared/protocol/hello.ts'

enablePatches()

/** Whatever the hub sends to one socket: all of it as it came, and what it means. */
export function createInbox() {
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
    ...{ copies, dropped, frames, hellos, downs, raw },
    attach(socket: Socket) {
      const { io } = socket
      // Below all decoding: nothing that reached this machine can be missed.
      io.on('open', () => io.engine.on('data', (data) => raw.push(typeof data === 'string' ? data : bytesOf(data))))
      on(socket, 'hello', (hello) => hellos.push(Hello.parse(hello)))
      on(socket, 'down', receive)
      on(socket, 'positions', (stream: string, frame: Uint8Array) => frames.push({ stream, frame: bytesOf(frame) }))
    },
    /** Resolves when something came. */
    next: async () => void (await once(changed, 'change')),
    /** Resolves as soon as it holds after something came. */
    async until(holds: () => boolean) {
      while (!holds()) await once(changed, 'change')
    },
  }
}

const bytesOf = (bytes: ArrayBuffer | Uint8Array) => new Uint8Array(bytes)
