import type { FastifyReply } from 'fastify'
import type { Provider } from '../../../shared/features/account/identity.ts'
import type { SignInReason } from '../../../shared/features/account/signInReasons.ts'
import type { SignInParts } from './signInParts.ts'
import type { SignInFailure } from './signInProvider.ts'
import { arrivalAt } from './signInReturnPath.ts'

/** 303: whatever is asked there is asked anew. No store keeps it, and no page learns by where somebody came. */
export const sendTo = (reply: FastifyReply, address: string) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 303)

/** Back to the page from which somebody set out, told whether they are in and never who they are. */
export const createSignInAnswer = ({ log }: Pick<SignInParts, 'log'>, provider: Provider) => ({
  /** Without a line in the log: for what anybody can bring about as often as they like. */
  turnAway: (reply: FastifyReply, path: string, reason: SignInReason) =>
    sendTo(reply, arrivalAt(path, { auth: 'failed', provider, reason })),
  fail(reply: FastifyReply, path: string, { reason, why }: SignInFailure) {
    log.warn({ provider, reason, why }, 'a sign-in failed')
    return sendTo(reply, arrivalAt(path, { auth: 'failed', provider, reason }))
  },
  succeed: (reply: FastifyReply, path: string) => sendTo(reply, arrivalAt(path, { auth: 'success', provider })),
})
