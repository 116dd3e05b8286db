import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { type ClientRequest, request as plainRequest } from 'node:http'
import { type RequestOptions, request as secureRequest } from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'

export interface GuardedRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}
export interface GuardedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The first kilobytes, for the log. */
  readonly text: string
}

interface GuardOptions {
  /** Addresses of private networks and of this machine may be reached. */
  readonly allowsPrivate?: boolean
  /** Resolves a name to all of its addresses. Replaced in tests. */
  readonly lookup?: (name: string) => Promise<readonly LookupAddress[]>
  /** Opens the connection. Replaced in tests. */
  readonly open?: (url: URL, options: RequestOptions) => ClientRequest
}

/** The address is one that the hub does not send to. */
export class PrivateAddress extends Error {}

const withinMs = 10_000
const mostBytes = 4_096

/** Of IANA's registries of special addresses: everything that is not the public internet. */
const notPublic = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4')
/** Of IPv6 only 2000::/3 is public, and in it not these. */
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')
const notPublicV6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublicV6.addSubnet(network, bits, 'ipv6')

/** Whether an address is on the public internet. IPv4 within IPv6 is not: it would be a way around. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? publicV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6')
    : isIP(address) === 4 && !notPublic.check(address, 'ipv4')

const resolveAll = (name: string) =>
  new Promise<LookupAddress[]>((resolve, reject) =>
    systemLookup(name, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  )

/**
 * Makes the function that posts to an address that a user or the owner gave. The name is resolved once, every address of it is checked, and
 * the connection goes to one that was checked: so no name can lead to a private network, including one that changes in between. No redirect is
 * followed.
 */
export function createGuardedPost(options: GuardOptions = {}) {
  const { allowsPrivate = false, lookup = resolveAll, open = openByProtocol } = options
  /** @throws PrivateAddress, or the error of the network */
  async function addressOf({ hostname }: URL): Promise<LookupAddress> {
    const name = hostname.replace(/^\[|\]$/g, '')
    const family = isIP(name)
    const found = family === 0 ? await lookup(name) : [{ address: name, family }]
    const [first] = found
    if (!first) throw new Error('the name has no address')
    if (!allowsPrivate && !found.every(({ address }) => isPublicAddress(address)))
      throw new PrivateAddress('the address is in a private network')
    return first
  }
  return async ({ url, headers, body }: GuardedRequest): Promise<GuardedAnswer> => {
    const { address, family } = await addressOf(url)
    return new Promise((resolve, reject) => {
      const request = open(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        signal: AbortSignal.timeout(withinMs),
        lookup: (_name, wanted, found) =>
          wanted.all ? found(null, [{ address, family }]) : found(null, address, family),
      })
      request.on('error', reject)
      request.on('response', (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          if (text.length < mostBytes) text += chunk
        })
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      })
      request.end(body)
    })
  }
}
export type GuardedPost = ReturnType<typeof createGuardedPost>

const openByProtocol = (url: URL, options: RequestOptions) =>
  url.protocol === 'https:' ? secureRequest(url, options) : plainRequest(url, options)

/** The pause that an answer asks for, ms: a number of seconds, or a date. Null if it asks for none. */
export function retryAfterMs({ headers }: Pick<GuardedAnswer, 'headers'>, now: number): number | null {
  const asked = String(headers['retry-after'] ?? '').trim()
  if (asked === '') return null
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1_000
  const at = Date.parse(asked)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
