import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export interface Asking {
  readonly headers: IncomingMessage['headers']
  readonly socket: { readonly remoteAddress?: string | undefined }
}

interface Believed {
  /** People come over https, and so through a web server: without a list, whoever is connected to us from nearby is taken for it. */
  readonly isSecure: boolean
  /** Addresses and ranges of the web servers in front; null: see isSecure. */
  readonly trustedProxies: readonly string[] | null
}

/** This machine, its containers and the networks that no stranger comes from: loopback, private, and of one link alone. */
const nearby = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
]

export type AddressOf = (asking: Asking) => string | null

/**
 * Where a request comes from, for HTTP and sockets alike: the last address that no web server of ours stands behind.
 * Each believed web server is asked whom it speaks for; what anybody else quotes counts for nothing.
 */
export function createAddressOf({ isSecure, trustedProxies }: Believed): AddressOf {
  const isNearby = listOf(nearby)
  const isListed = trustedProxies && listOf(trustedProxies)
  const isBelieved = (address: string, hop: number) =>
    isListed ? isListed(address) : isSecure && hop === 0 && isNearby(address)
  return ({ headers, socket }) => {
    let known = inOneForm(socket.remoteAddress)
    for (const [hop, quoted] of hopsIn(headers['x-forwarded-for']).entries()) {
      if (known === null || !isBelieved(known, hop)) break
      const next = inOneForm(withoutPort(quoted))
      if (next === null) break
      known = next
    }
    return known
  }
}

/** The nearest first. */
const hopsIn = (forwarded: string | readonly string[] | undefined) =>
  forwarded === undefined ? [] : String(forwarded).split(',').reverse()

/** Some write the port as well: '192.0.2.7:4711', '[2001:db8::7]:4711'. */
const withoutPort = (hop: string) => hop.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')

/** One address is one text: without a zone, and an IPv4 address never inside an IPv6 one. Null for what is no address. */
function inOneForm(address: string | undefined): string | null {
  const [bare = ''] = (address ?? '').split('%')
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : null
  const written = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(written) ?? []
  return high && low ? v4Of(Number.parseInt(high, 16), Number.parseInt(low, 16)) : written
}

const v4Of = (high: number, low: number) => [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function listOf(ranges: readonly string[]) {
  const list = new BlockList()
  for (const range of ranges) {
    const [given = '', bits] = range.split('/')
    const address = inOneForm(given) ?? given
    // A range of IPv4 addresses that is written as IPv6 counts 96 bits more.
    const shift = familyOf(given) === familyOf(address) ? 0 : 96
    const most = familyOf(address) === 'ipv6' ? 128 : 32
    list.addSubnet(address, Math.max(0, Number(bits ?? most + shift) - shift), familyOf(address))
  }
  return (address: string) => list.check(address, familyOf(address))
}
