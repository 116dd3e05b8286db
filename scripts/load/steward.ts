import { randomBytes } from 'node:crypto'
import { io } from 'socket.io-client'
import { newCommandId } from '../../shared/engine/ids.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import type { Down } from '../../shared/protocol/down.ts'
import { Hello } from '../../shared/protocol/hello.ts'
import { createHubClock } from './hubClock.ts'

/** One ordinary connection, for what has to be right and not many. @throws an error that says why there is none */
export async function openSteward(url: string, headers: Readonly<Record<string, string>>) {
  const socket = io(url, {
    ...{ transports: ['websocket'], forceNew: true, reconnection: false, timeout: 10_000 },
    extraHeaders: { origin: url, ...headers },
  })
  const clock = createHubClock()
  const hello = await new Promise<Hello>((resolve, reject) => {
    socket.on('connect_error', (error) => reject(new Error(`${url} lets nobody in: ${whyOf(error)}`)))
    socket.on('hello', (told: unknown) => {
      const parsed = Hello.safeParse(told)
      if (!parsed.success) return reject(new Error(`What answers at ${url} is no hub of this release.`))
      clock.heard(parsed.data.now)
      resolve(parsed.data)
    })
  }).catch((error: unknown) => {
    socket.close()
    throw error
  })
  return {
    hello,
    /** The whole of one document. */
    document: (id: string) =>
      new Promise<Record<string, unknown>>((resolve, reject) => {
        const hear = ({ changes }: Down) => {
          for (const change of changes) if (change.type === 'snapshot' && change.id === id) resolve(change.value)
        }
        socket.on('down', hear)
        socket.emit('watch', { documents: [{ id }] }, ({ refused }: { refused: string[] }) => {
          if (refused.length > 0) reject(new Error(`The hub does not show ${id} to this account.`))
        })
      }),
    command: (name: string, input: object): Promise<Answer> =>
      socket.timeout(10_000).emitWithAck('command', { id: newCommandId(clock.now(), randomBytes(10)), name, input }),
    leave: () => void socket.close(),
  }
}
/** Engine.IO keeps what really happened a few levels down. */
function whyOf(error: Error): string {
  const { description } = error as Error & { description?: { message?: string; error?: Error } }
  return description?.error?.message || description?.message || error.message
}
