import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A server that answers everything with the same text; null for never. */
export async function startTalking(answer: string | null | ((came: string) => string)) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', (came) => {
      if (answer !== null) socket.write(typeof answer === 'string' ? answer : answer(String(came)))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The port has no number.')
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
