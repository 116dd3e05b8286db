import { NotWritten } from '../../engine/storage.ts'
import { RedisRefusal } from './client.ts'
import { damaged, type Place, shownAddress } from './keys.ts'

/** Redis's refusals of a connection, and what to do about each. */
const connectionRefusals: readonly (readonly [RegExp, string])[] = [
  [/^WRONGPASS|invalid password/, 'does not take this user and password. Put the right ones into REDIS_URL.'],
  [/^NOAUTH/, 'wants a password. Put it into REDIS_URL, as redis://:PASSWORD@HOST:PORT.'],
  [
    /called without any password configured/,
    'has no password, but REDIS_URL holds one. Leave it out, or give that Redis one with requirepass.',
  ],
  [/DB index is out of range|invalid DB index/, 'has no such database. REDIS_URL names it behind the last slash.'],
  [
    /SELECT is not allowed in cluster mode/,
    'is a cluster, which has database 0 only. Leave the number in REDIS_URL out.',
  ],
  [
    /^NOPERM/,
    'does not let this user do what the hub needs. Give it all commands on the keys and channels of REDIS_PREFIX.',
  ],
  [
    /^DENIED/,
    'is in protected mode and takes no connection from another machine. Set a password, or bind it elsewhere.',
  ],
  [/max number of clients/, 'has no connection left. Raise its maxclients, or close what holds them.'],
  [/^LOADING/, 'is still loading what it keeps. Wait until it is ready.'],
  [
    /^MOVED/,
    'is a cluster whose nodes send the hub from one to the other. Wait until its slots have settled, or mend them.',
  ],
  [/^CLUSTERDOWN/, 'is a cluster of which a part is missing. Bring that back.'],
  [/^MASTERDOWN/, 'is a replica that has lost its master. Name the master in REDIS_URL.'],
]

/** The system's error codes, and what to do about each. */
const systemErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'does not listen there. Start it, or mend REDIS_URL.',
  ENOTFOUND: 'has a name that nobody knows. Mend REDIS_URL.',
  EAI_AGAIN: 'has a name that cannot be looked up at the moment. Mend the network, or name an address in REDIS_URL.',
  EHOSTUNREACH: 'cannot be reached from here. Mend the network, or REDIS_URL.',
  ETIMEDOUT: 'does not answer. Mend the network, or REDIS_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'has a certificate that it signed itself. Name the file of that certificate in NODE_EXTRA_CA_CERTS.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'has a certificate of an authority of its own. Name the authority’s file in NODE_EXTRA_CA_CERTS.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'has a certificate of an authority that is not known here. Name the authority’s file in NODE_EXTRA_CA_CERTS.',
  CERT_HAS_EXPIRED: 'has a certificate that has expired. Renew it.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name. Use that name in REDIS_URL.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS there. Write redis:// in place of rediss://, or name its TLS port.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG:
    'does not speak TLS there. Write redis:// in place of rediss://, or name its TLS port.',
}

/** Names the Redis, the cause and the remedy; never the credentials. */
export const notReached = (url: string, error: unknown): Error =>
  new Error(`The Redis at ${shownAddress(url)} ${causeOf(error, url.startsWith('rediss:'))}`, { cause: error })

const causeOf = (error: unknown, isTls: boolean): string => {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof RedisRefusal)
    return connectionRefusals.find(([form]) => form.test(message))?.[1] ?? `refuses the connection: ${message}`
  if (systemErrors[code]) return systemErrors[code]
  if (/Unknown RESP type/.test(message))
    return 'does not answer as Redis does. Mend REDIS_URL: something else listens there.'
  if (/within \d+ ms|timeout/i.test(message))
    return `does not answer. It hangs, or something else listens there${isTls ? ', or it speaks no TLS: then write redis://' : ''}.`
  if (/closed unexpectedly|ECONNRESET|EPIPE|disconnected/i.test(`${message} ${code}`))
    return 'closes the connection. It is stopping, or it wants TLS: then write rediss://.'
  return `cannot be used: ${message}`
}

const RESUMES =
  'Nothing of this was written, nothing written before is lost; the hub goes on by itself once that is mended.'

type WriteRefusal = readonly [reason: 'full' | 'refused', message: string]

/** Redis's refusals of a write, by error code. */
const writeRefusals: Readonly<Record<string, WriteRefusal>> = {
  OOM: ['full', 'has no memory left: its maxmemory is reached. Raise that, or remove what else lies in it.'],
  READONLY: [
    'refused',
    'is a replica, which takes no writes. Name the master in REDIS_URL, or make this one the master.',
  ],
  NOREPLICAS: ['refused', 'has fewer replicas at hand than its min-replicas-to-write wants. Bring them back.'],
  MASTERDOWN: ['refused', 'is a replica that has lost its master. Bring that back, or name another one in REDIS_URL.'],
  LOADING: ['refused', 'is still loading what it keeps.'],
  BUSY: ['refused', 'is busy with a script of another client.'],
  CLUSTERDOWN: ['refused', 'is a cluster of which a part is missing. Bring that back.'],
  MOVED: ['refused', 'is a cluster, and these keys are on their way to another node of it.'],
  NOPERM: ['refused', 'does not let this user write. Give it all commands on the keys and channels of REDIS_PREFIX.'],
}

const misconfRefusal = (message: string): WriteRefusal =>
  /no space|AOF/i.test(message)
    ? ['full', `cannot write to its disk, and takes no writes until it can. It says: ${message}`]
    : ['refused', `takes no writes, because it cannot keep what it has. It says: ${message}`]

/** The error for a write that was certainly not carried out; null for a refusal that leaves this open. */
export const notWritten = (place: Place, { code, message }: RedisRefusal): Error | null => {
  if (code === 'WRONGTYPE') return damaged(place, 'holds a key of another type than the hub’s.')
  const [reason, text] = code === 'MISCONF' ? misconfRefusal(message) : (writeRefusals[code] ?? [])
  return reason ? new NotWritten(reason, `${place.name} ${text} ${RESUMES}`) : null
}

/** @param holder the lease as Redis holds it, "<epoch> <node>"; '' when it is free */
export const fenced = ({ name }: Place, holder: string) =>
  new NotWritten(
    'fenced',
    holder === ''
      ? `The lease in ${name} is not this node's any more. Nothing was written.`
      : `The lease in ${name} is held by node ${holder.slice(holder.indexOf(' ') + 1)}, as epoch ${holder.split(' ')[0]}. Nothing was written.`,
  )
