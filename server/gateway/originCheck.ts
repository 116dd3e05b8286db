import { isIP } from 'node:net'

/**
 * Whether a request comes from a page of this hub. Browsers always send the origin of a WebSocket, and it is the only
 * protection against other sites. A program without an origin is admitted only with `admitsNone`. With `publicUrls`, pages
 * come from there or from loopback. Without, they come from the address in the Host header if that is an IP address,
 * localhost or `ownHost`: any other name may be one that an attacker has pointed at this hub (DNS rebinding).
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
