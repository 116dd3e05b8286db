import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GuardedPost } from '../guardedRequest.ts'
import { createGuardedPost } from '../guardedRequest.ts'

interface Received {
  readonly host: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
interface Reply {
  readonly status: number
  readonly headers?: Record<string, string>
}

/** A server of its own on a port, as a push service, Discord, or a program of the owner. It answers as `reply` says. */
export async function openPostReceiver() {
  const received: Received[] = []
  let reply: (one: Received) => Reply = () => ({ status: 201 })
  const server = createServer((asked, response) => {
    const parts: Buffer[] = []
    asked.on('data', (part: Buffer) => parts.push(part))
    asked.on('end', () => {
      const { headers, url: path = '' } = asked
      const one = { host: headers.host ?? '', path, headers, body: Buffer.concat(parts) }
      received.push(one)
      const { status, headers: more } = reply(one)
      response.writeHead(status, more).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  /** Names that resolve elsewhere than to a public address. */
  const names = new Map<string, string>()
  const post: GuardedPost = createGuardedPost({
    lookup: async (name) => [{ address: names.get(name) ?? '93.184.215.14', family: 4 }],
    // To this server, whatever the address: without TLS, which is not what is tested.
    open: (url, { lookup: _, ...options }) => request({ ...options, host: '127.0.0.1', port, path: url.pathname }),
  })
  return {
    received,
    names,
    post,
    port,
    answer(next: typeof reply) {
      reply = next
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** The keys of a browser, which can read what is sent to it. */
export function createBrowserKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number) => {
    const extracted = createHmac('sha256', salt).update(key).digest()
    return createHmac('sha256', extracted).update(info).update(Buffer.of(1)).digest().subarray(0, length)
  }
  return {
    p256dh: pair.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
    /** RFC 8291 and RFC 8188, of one record. @throws where it was not encrypted for this browser */
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + keyLength)
      const sealed = body.subarray(21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
      const key = hkdf(auth, pair.computeSecret(sender), info, 32)
      const cipher = createDecipheriv(
        'aes-128-gcm',
        hkdf(salt, key, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
        hkdf(salt, key, Buffer.from('Content-Encoding: nonce\0'), 12),
      )
      cipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
    },
  }
}

/** What the header says of the sender, if it is signed with this key. RFC 8292. */
export function claimsOf(authorization: string | undefined, publicKey: string) {
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization ?? '') ?? []
  if (key !== publicKey) return null
  const [head, claims, signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) : null
}
