import { ECDH, generateKeyPairSync } from 'node:crypto'
import { buildPushPayload } from '@block65/webcrypto-web-push'
import { endpointProblem } from '../../shared/features/notifications/push.ts'
import type { Clock } from '../engine/clock.ts'
import type { PushAnswer, PushPort } from '../features/notifications/pushWorker.ts'
import { type GuardedPost, PrivateAddress, retryAfterMs } from './guardedRequest.ts'

interface WebPushOptions {
  readonly post: GuardedPost
  readonly clock: Pick<Clock, 'now'>
  /** To which messages are sent: checked again here, since the list may have become shorter since a browser subscribed. */
  readonly hosts: readonly string[]
  /** Address of the owner, for the operators of push services: `mailto:` or https. */
  readonly contact: string
}

/** Messages to browsers by Web Push: encrypted for the browser (RFC 8291), signed with the keys of the hub (RFC 8292). */
export const createWebPush = ({ post, clock, hosts, contact }: WebPushOptions): PushPort => ({
  makeKeys() {
    const {
      x = '',
      y = '',
      d = '',
    } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      format: 'jwk',
    })
    const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
  },
  async send({ endpoint, p256dh, auth }, keys, message, ttl, isUrgent) {
    if (endpointProblem(endpoint, hosts) !== null)
      return { is: 'refused', why: `The push service ${hostOf(endpoint)} is not on the list of PUSH_HOSTS` }
    const payload = await buildPushPayload(
      { data: { ...message }, options: { ttl, urgency: isUrgent ? 'high' : 'normal' } },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { subject: contact, ...keys },
    ).catch(() => null)
    // No later attempt can use keys of a browser that are not a point on the curve. Otherwise the keys of this hub are wrong.
    if (payload === null)
      return isPoint(p256dh)
        ? { is: 'refused', why: 'The push keys of this hub cannot sign a message' }
        : { is: 'gone' }
    const { headers, body } = payload
    try {
      return answerOf(
        await post({ url: new URL(endpoint), headers: { ...headers }, body }),
        hostOf(endpoint),
        clock.now(),
      )
    } catch (error) {
      if (error instanceof PrivateAddress)
        return { is: 'refused', why: `The push service ${hostOf(endpoint)}: ${error.message}` }
      return { is: 'later', afterMs: null }
    }
  },
})

function isPoint(key: string) {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}

/** Without the rest of the address, which is secret. */
const hostOf = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).host : 'without an address')

/** The message is too large (413), or the fault may be this hub's: its signature, clock or contact (400, 401, 403). */
const saysNothingOfDevice = [400, 401, 403, 413]

function answerOf(answer: Awaited<ReturnType<GuardedPost>>, host: string, now: number): PushAnswer {
  const { status } = answer
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if (status === 429 || status >= 500) return { is: 'later', afterMs: retryAfterMs(answer, now) }
  const why = `The push service ${host} answered ${status}`
  return saysNothingOfDevice.includes(status) ? { is: 'refused', why } : { is: 'refused', why, byService: true }
}
