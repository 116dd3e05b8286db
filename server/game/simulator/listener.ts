import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface Listener {
  readonly port: number
  /** The number of open connections. */
  connections(): number
  /** Drops every connection. */
  drop(): void
  /** Stops listening and drops every connection. */
  cut(): Promise<void>
  /** Listens again on the same port. */
  restore(): Promise<void>
}

// Below the ports that a system chooses where a program asks for any, and for outgoing connections (32768 and above on Linux): one that is
// free stays so, even while it is closed for a moment.
const [lowest, highest] = [10_000, 15_000]
/** Where none of so many is free, or none can be opened, the system chooses. */
const mostTries = 100

/** A TCP port that can be closed and reopened. Port 0 takes any free one that can be reopened, too. */
export async function listenOn(host: string, port: number, serve: (socket: Socket) => void): Promise<Listener> {
  const sockets = new Set<Socket>()
  const accept = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
    serve(socket)
  }
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  let server: Server | null = await (port === 0 ? openAny(host, accept) : open(host, port, accept))
  const taken = (server.address() as AddressInfo).port

  return {
    port: taken,
    connections: () => sockets.size,
    drop,
    async cut() {
      const closing = server
      server = null
      drop()
      if (closing) await new Promise((resolve) => closing.close(resolve))
    },
    async restore() {
      server ??= await open(host, taken, accept)
    },
  }
}

async function openAny(host: string, accept: (socket: Socket) => void): Promise<Server> {
  for (let tried = 0; tried < mostTries; tried += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    try {
      return await open(host, port, accept)
    } catch (error) {
      if (((error as Error).cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') break
    }
  }
  return open(host, 0, accept)
}

const open = (host: string, port: number, accept: (socket: Socket) => void) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer(accept)
    server.once('error', (error: NodeJS.ErrnoException) => reject(listeningError(error, host, port)))
    server.listen({ host, port }, () => resolve(server))
  })

/** In words for the user who has chosen the port. */
export function listeningError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const noHost = 'cannot be opened, as there is no host with this name. Choose another host, such as 127.0.0.1'
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is taken by another program. Stop that program or choose another port',
    EACCES: 'may not be opened by this user. Choose a port above 1023',
    ENOTFOUND: noHost,
    EAI_AGAIN: noHost,
    EADDRNOTAVAIL: 'cannot be opened, as this machine has no such address. Choose another host',
  }
  const reason = reasons[error.code ?? ''] ?? `cannot be opened (${error.code})`
  return new Error(`Port ${port} on ${host} ${reason}.`, { cause: error })
}
