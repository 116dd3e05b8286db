import { NotWritten } from '../../engine/storage.ts'
import { RedisRefusal } from './client.ts'
import { damaged, type Place, shownAddress } from './keys.ts'

/** Redis's refusals of a connection, and what to do about each. */
const connectionRefusals: readonly (readonly [RegExp, string])[] = [
  [/^WRONGPASS|invalid password/, 'rejects this user and password. Put the right ones in REDIS_URL.'],
  [/^NOAUTH/, 'requires a password. Put it in REDIS_URL: redis://:PASSWORD@HOST:PORT.'],
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
    'is in protected mode and accepts no connection from another machine. Set a password, or bind it to another address.',
  ],
  [/max number of clients/, 'has no connection left. Raise its maxclients, or close other clients.'],
  [/^LOADING/, 'is still loading its data. Wait until it is ready.'],
  [
    /^MOVED/,
    'is a cluster whose nodes redirect the hub in circles. Wait until its slots have settled, or repair them.',
  ],
  [/^CLUSTERDOWN/, 'is a cluster with a part missing. Bring that part back.'],
  [/^MASTERDOWN/, 'is a replica that has lost its master. Name the master in REDIS_URL.'],
]

/** The system's error codes, and what to do about each. */
const systemErrors: Readonly<Record<string, string>> = {
  ENOTFOUND: 'has an unknown name. Correct REDIS_URL.',
  EAI_AGAIN: 'has a name that cannot be looked up right now. Check the network, or use an IP address in REDIS_URL.',
  EHOSTUNREACH: 'cannot be reached from here. Check the network and REDIS_URL.',
  ETIMEDOUT: 'does not answer. Check the network and REDIS_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: "has a self-signed certificate. Name that certificate's file in NODE_EXTRA_CA_CERTS.",
  SELF_SIGNED_CERT_IN_CHAIN:
    "has a certificate of a private authority. Name the authority's file in NODE_EXTRA_CA_CERTS.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "has a certificate of an unknown authority. Name the authority's file in NODE_EXTRA_CA_CERTS.",
  CERT_HAS_EXPIRED: 'has a certificate that has expired. Renew it.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name. Use that name in REDIS_URL.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not use TLS there. Write redis:// instead of rediss://, or name its TLS port.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'does not use TLS there. Write redis:// instead of rediss://, or name its TLS port.',
}

/** Names the Redis, the cause and the remedy; never the credentials. */
export const notReached = (url: string, error: unknown): Error =>
  new Error(
    codeOf(error) === 'ECONNREFUSED'
      ? `No Redis is listening at ${shownAddress(url)}. Start it, or correct REDIS_URL.`
      : `The Redis at ${shownAddress(url)} ${causeOf(error, url.startsWith('rediss:'))}`,
    { cause: error },
  )

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const causeOf = (error: unknown, isTls: boolean): string => {
  const message = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (error instanceof RedisRefusal)
    return connectionRefusals.find(([form]) => form.test(message))?.[1] ?? `refuses the connection: ${message}`
  if (systemErrors[code]) return systemErrors[code]
  if (/Unknown RESP type/.test(message))
    return 'does not answer as Redis does. Something else listens there: correct REDIS_URL.'
  if (/within \d+ ms|timeout/i.test(message))
    return `does not answer. It may hang, or something else listens there${isTls ? ', or it does not use TLS: then write redis://' : ''}.`
  if (/closed unexpectedly|ECONNRESET|EPIPE|disconnected/i.test(`${message} ${code}`))
    return 'closes the connection. It is stopping, or it requires TLS: then write rediss://.'
  return `cannot be used: ${message}`
}

const RESUMES =
  'Nothing of this was written, and nothing written before is lost. The hub continues by itself once that is corrected.'

type WriteRefusal = readonly [reason: 'full' | 'refused', message: string]

/** Redis's refusals of a write, by error code. */
const writeRefusals: Readonly<Record<string, WriteRefusal>> = {
  OOM: ['full', 'has no memory left: its maxmemory is reached. Raise that, or remove other data from it.'],
  READONLY: [
    'refused',
    'is a replica, which accepts no writes. Name the master in REDIS_URL, or make this one the master.',
  ],
  NOREPLICAS: ['refused', 'has fewer replicas than its min-replicas-to-write requires. Bring them back.'],
  MASTERDOWN: ['refused', 'is a replica that has lost its master. Bring that back, or name another one in REDIS_URL.'],
  LOADING: ['refused', 'is still loading its data.'],
  BUSY: ['refused', 'is busy with a script of another client.'],
  CLUSTERDOWN: ['refused', 'is a cluster with a part missing. Bring that part back.'],
  MOVED: ['refused', 'is a cluster, and these keys are on their way to another node of it.'],
  NOPERM: ['refused', 'does not let this user write. Give it all commands on the keys and channels of REDIS_PREFIX.'],
}

const misconfRefusal = (message: string): WriteRefusal =>
  /no space|AOF/i.test(message)
    ? ['full', `cannot write to its disk, and accepts no writes until it can. It says: ${message}`]
    : ['refused', `accepts no writes, because it cannot save its data. It says: ${message}`]

/** The error for a write that was certainly not carried out; null for a refusal that leaves this open. */
export const notWritten = (place: Place, { code, message }: RedisRefusal): Error | null => {
  if (code === 'WRONGTYPE') return damaged(place, "holds a key of another type than the hub's.")
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
