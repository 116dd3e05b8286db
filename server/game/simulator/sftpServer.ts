import { createHash, generateKeyPairSync, timingSafeEqual } from 'node:crypto'
import ssh2, { type AuthContext, type Connection } from 'ssh2'
import type { Clock } from '../../engine/clock.ts'
import { listenOn } from './listener.ts'
import { type SftpFaults, serveSftp } from './sftpRequests.ts'

interface SftpServerOptions {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  /** The folder that clients see as `/`. Links in it are followed, as real servers do. */
  readonly root: string
  readonly user: string
  readonly password: string
  /** Public keys in OpenSSH's form with which the user may sign in as well. */
  readonly publicKeys?: readonly string[]
  readonly clock: Clock
}

/** An SFTP server over a folder of this machine, with faults. Its host key is new at each start. */
export async function startSftpServer(options: SftpServerOptions) {
  const { host, port, clock } = options
  const log: string[] = []
  let server = createServer([createKey('ec')])
  function createServer(keys: readonly string[]) {
    const created = new ssh2.Server({ hostKeys: [...keys] }, (connection) => serve(connection))
    return { created, keys }
  }
  const listener = await listenOn(host, port, (socket) => {
    log.push('connect')
    socket.on('error', () => {})
    if (!faults.silence) server.created.injectSocket(socket)
  })
  const faults: SftpFaults = {
    delay: 0,
    silence: false,
    refuseLogin: false,
    truncatesOnAppend: false,
    renamesOver: true,
    changeHostKey(type = 'ec') {
      server = createServer([createKey(type)])
    },
    addHostKey(type) {
      server = createServer([...server.keys, createKey(type)])
    },
    cut: listener.cut,
    restore: listener.restore,
    drop: listener.drop,
  }

  function serve(connection: Connection) {
    connection.on('error', () => {})
    connection.on('authentication', (context) => {
      log.push(`login ${context.method}`)
      if (!faults.refuseLogin && mayEnter(context, options)) context.accept()
      else context.reject(['password', 'publickey'])
    })
    connection.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => {
        serveSftp(acceptSftp(), { root: options.root, faults, log, clock })
      })
    })
  }

  return {
    port: listener.port,
    faults,
    /** `connect`, `login <method>` and each request, in order of arrival. */
    log: log as readonly string[],
    connections: listener.connections,
    /** Of each host key that new connections may see, as `ssh-keygen -l` prints it. */
    fingerprints: () => server.keys.map(fingerprintOf),
    close: listener.cut,
  }
}

/** Not by ssh2, whose Ed25519 keys are malformed once in a while. */
function createKey(type: 'ec' | 'rsa'): string {
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const
  if (type === 'rsa') {
    const privateKeyEncoding = { type: 'pkcs1', format: 'pem' } as const
    return generateKeyPairSync('rsa', { modulusLength: 2_048, publicKeyEncoding, privateKeyEncoding }).privateKey
  }
  const privateKeyEncoding = { type: 'sec1', format: 'pem' } as const
  return generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding, privateKeyEncoding }).privateKey
}

function fingerprintOf(privateKey: string): string {
  const key = ssh2.utils.parseKey(privateKey)
  if (key instanceof Error) throw key
  return `SHA256:${createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=+$/, '')}`
}

const isSame = (given: string, wanted: string) => {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

function mayEnter(context: AuthContext, { user, password, publicKeys = [] }: SftpServerOptions): boolean {
  if (!isSame(context.username, user)) return false
  if (context.method === 'password') return isSame(context.password, password)
  if (context.method !== 'publickey') return false
  for (const text of publicKeys) {
    const key = ssh2.utils.parseKey(text)
    if (key instanceof Error || !key.getPublicSSH().equals(context.key.data)) continue
    if (!context.signature) return true
    return context.blob !== undefined && key.verify(context.blob, context.signature, context.hashAlgo) === true
  }
  return false
}
