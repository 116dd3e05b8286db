import { io, type Socket } from 'socket.io-client'

/** Name and value of a Set-Cookie header. */
const pairOf = (given: string) => /^([^=;]*)=([^;]*)/.exec(given)?.slice(1) ?? []

interface Received {
  /** 'GET /health', or 'socket'. */
  readonly from: string
  readonly text: string
}

/** A browser that records everything it receives except its cookies: what a page could read. */
export function createRecordedBrowser(address: string) {
  const jar = new Map<string, string>()
  const received: Received[] = []
  const sockets: Socket[] = []
  const cookieValues = new Set<string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  function keep([name = '', value = '']: readonly string[]) {
    if (value === '') return jar.delete(name)
    jar.set(name, value)
    cookieValues.add(value)
  }
  async function ask(path: string, init: RequestInit = {}) {
    const headers = { ...(jar.size > 0 && { cookie: cookie() }), ...(init.headers as Record<string, string>) }
    const response = await fetch(new URL(path, address), { ...init, headers, redirect: 'manual' })
    for (const given of response.headers.getSetCookie()) keep(pairOf(given))
    const text = await response.text()
    const shown = [...response.headers].filter(([name]) => name !== 'set-cookie' && name !== 'location')
    received.push({ from: `${init.method ?? 'GET'} ${path.split('?')[0]}`, text: JSON.stringify(shown) + text })
    return { status: response.status, text, location: response.headers.get('location') ?? '' }
  }
  return {
    received,
    /** The values of all cookies that it received. */
    cookieValues,
    ask,
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      ask(path, {
        method: 'POST',
        headers: { origin: address, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    /** Emits the messages, records the answers, and disconnects. @param auth Socket.IO's auth payload, for programs with a token */
    async overSocket(messages: readonly (readonly [string, unknown])[], auth: Record<string, unknown> = {}) {
      const extraHeaders = { origin: address, ...(jar.size > 0 && { cookie: cookie() }) }
      const socket = io(address, { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders, auth })
      sockets.push(socket)
      socket.onAny((...values: unknown[]) => void received.push({ from: 'socket', text: JSON.stringify(values) }))
      await new Promise<void>((resolve) => socket.once('hello', () => resolve()))
      for (const [event, body] of messages) {
        const answer = await socket.timeout(2_000).emitWithAck(event, body).catch(String)
        received.push({ from: 'socket', text: JSON.stringify(answer) ?? '' })
      }
      socket.disconnect()
    },
    close: () => sockets.forEach((socket) => void socket.disconnect()),
  }
}
export type RecordedBrowser = ReturnType<typeof createRecordedBrowser>
