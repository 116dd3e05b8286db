import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export interface RequestSource {
  readonly headers: IncomingMessage['headers']
  readonly socket: { readonly remoteAddress?: string | undefined }
}

interface ProxyTrust {
  /** The public URL is https, so there is a reverse proxy: without a list, a peer with a private address is taken for it. */
  readonly isSecure: boolean
  /** Addresses and ranges of the reverse proxies; null: see isSecure. */
  readonly trustedProxies: readonly string[] | null
}

/** Loopback, private and link-local ranges: this machine, its containers and networks that are not routed on the internet. */
const privateRanges = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
]

export type AddressOf = (request: RequestSource) => string | null

/**
 * The client address of a request, for HTTP and sockets alike: the last hop that is not a trusted proxy. Only trusted
 * proxies are believed about the hop before them.
 */
export function createAddressOf({ isSecure, trustedProxies }: ProxyTrust): AddressOf {
  const isPrivate = rangeCheck(privateRanges)
  const isListed = trustedProxies && rangeCheck(trustedProxies)
  const isTrusted = (address: string, hop: number) =>
    isListed ? isListed(address) : isSecure && hop === 0 && isPrivate(address)
  return ({ headers, socket }) => {
    let address = normalized(socket.remoteAddress)
    for (const [hop, forwarded] of hopsIn(headers['x-forwarded-for']).entries()) {
      if (address === null || !isTrusted(address, hop)) break
      const next = normalized(withoutPort(forwarded))
      if (next === null) break
      address = next
    }
    return address
  }
}

/** Whether what the peer of this connection says about the hop before it is believed. */
export const isTrustedPeer = (addressOf: AddressOf, socket: RequestSource['socket']) =>
  [anyHop, otherHop].every((hop) => addressOf({ headers: { 'x-forwarded-for': hop }, socket }) === hop)
const [anyHop, otherHop] = ['192.0.2.1', '192.0.2.2']

/**
 * The same, and warns once when a peer in a private network says where its requests come from and is not believed: if it is a reverse
 * proxy, all users look like one.
 */
export function warnOfUnknownProxy(addressOf: AddressOf, warn: (peer: string) => void): AddressOf {
  const isPrivate = rangeCheck(privateRanges)
  let isWarned = false
  return (request) => {
    const address = addressOf(request)
    if (isWarned || address === null || request.headers['x-forwarded-for'] === undefined) return address
    const [nearest = ''] = hopsIn(request.headers['x-forwarded-for'])
    const hop = normalized(withoutPort(nearest))
    if (hop !== null && isPrivate(address) && address === normalized(request.socket.remoteAddress) && hop !== address) {
      isWarned = true
      warn(address)
    }
    return address
  }
}

/** The nearest first. */
const hopsIn = (forwarded: string | readonly string[] | undefined) =>
  forwarded === undefined ? [] : String(forwarded).split(',').reverse()

/** Some proxies append the port: '192.0.2.7:4711', '[2001:db8::7]:4711'. */
const withoutPort = (hop: string) => hop.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')

/** One text for each address: without a zone, and with IPv4-mapped IPv6 addresses as IPv4. Null if it is not an address. */
function normalized(address: string | undefined): string | null {
  const [bare = ''] = (address ?? '').split('%')
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : null
  const text = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(text) ?? []
  return high && low ? v4Of(Number.parseInt(high, 16), Number.parseInt(low, 16)) : text
}

const v4Of = (high: number, low: number) => [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function rangeCheck(ranges: readonly string[]) {
  const list = new BlockList()
  for (const range of ranges) {
    const [given = '', bits] = range.split('/')
    const address = normalized(given) ?? given
    // The prefix of an IPv4 range that is written as IPv6 is 96 bits longer.
    const shift = familyOf(given) === familyOf(address) ? 0 : 96
    const most = familyOf(address) === 'ipv6' ? 128 : 32
    list.addSubnet(address, Math.max(0, Number(bits ?? most + shift) - shift), familyOf(address))
  }
  return (address: string) => list.check(address, familyOf(address))
}
