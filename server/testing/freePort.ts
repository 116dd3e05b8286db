import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that a system chooses where a program asks for any (32768 and above on Linux): one that is free now stays so. The
// simulator takes its own from those below.
const [lowest, highest] = [15_000, 31_000]

/** A free port of this machine, for a program that is started a little later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
