import { isIP } from 'node:net'

/**
 * Whether a page of this very hub is asking. Browsers always name the origin of a WebSocket and nothing else protects it;
 * a program that names none is let in only if that is wanted. With `publicUrls` pages come from there, or from this machine.
 * Without, they come from the address in the Host header, if that is a number, localhost or `ownHost`: any other name may be
 * one that its owner has pointed at this hub.
 */
export function createOriginCheck(publicUrls: readonly string[], admitsNone: boolean, ownHost = 'localhost') {
  const known = new Set(publicUrls.map((url) => new URL(url).origin))
  const ownNames = ['localhost', ownHost.toLowerCase()]
  const isOwn = (name: string) =>
    known.size > 0 ? loopback.includes(name) : ownNames.includes(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0
  return (origin: string | undefined, host: string | undefined): boolean => {
    if (origin === undefined) return admitsNone
    if (known.has(origin)) return true
    const page = URL.parse(origin)
    if (page === null || !/^https?:$/.test(page.protocol)) return false
    return page.host === host?.toLowerCase() && isOwn(page.hostname)
  }
}

const loopback = ['127.0.0.1', 'localhost', '[::1]']
