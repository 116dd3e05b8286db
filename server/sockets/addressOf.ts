import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

type Asking = {
  readonly headers: IncomingMessage['headers']
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Where a request comes from. Behind a web server that is the last address which that one has written down: whoever is
 * connected to us is believed, and not whom they quote in turn.
 */
export function addressOf({ headers, socket }: Asking, isBehindProxy: boolean): string | null {
  const quoted = isBehindProxy ? lastHopOf(headers['x-forwarded-for']) : null
  return quoted ?? socket.remoteAddress ?? null
}

/** Some write the port as well: '192.0.2.7:4711', '[2001:db8::7]:4711'. */
function lastHopOf(forwarded: string | readonly string[] | undefined) {
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim()
    .replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  return last && isIP(last) !== 0 ? last : null
}
