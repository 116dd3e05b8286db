import { createClient } from 'redis'

/** One command on a connection of its own. @throws what Redis answers, or why it cannot be reached */
export async function redisCommand(port: number, words: readonly string[]): Promise<unknown> {
  const socket = { host: '127.0.0.1', port, reconnectStrategy: false, connectTimeout: 2_000 } as const
  const client = createClient({ socket, RESP: 2, maintNotifications: 'disabled', disableClientInfo: true })
  // The error is thrown from connect or by the command as well.
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.sendCommand(words)
  } finally {
    client.destroy()
  }
}
