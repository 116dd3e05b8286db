import { Refused } from './answers.ts'

/** Where a node of a Redis Cluster says that the keys lie, as the address of that node; null where it says something else. */
export function movedTo(url: string, error: unknown): string | null {
  const [, host, port] = (error instanceof Refused && /^MOVED \d+ (.*):(\d+)$/.exec(error.message)) || []
  if (port === undefined) return null
  const there = new URL(url)
  // Without a host it is another port of the same.
  if (host) there.hostname = host.includes(':') ? `[${host}]` : host
  there.port = port
  return there.href
}
