import type { z } from 'zod'
import { isInvisible } from '../../../shared/engine/isInvisible.ts'
import type { Identity, Provider } from '../../../shared/features/account/identity.ts'
import type { SignInReason } from '../../../shared/features/account/signIn.ts'
import type { Clock } from '../../engine/clock.ts'

/** One sign-in through a provider, known to the hub and to one browser alone. */
export interface SignInAttempt {
  /** Random; the provider returns it with the answer. */
  readonly state: string
  /** Random; the code verifier of PKCE. */
  readonly verifier: string
  /** The absolute address to which the provider sends the browser back. */
  readonly returnAddress: string
}

/** `why` is a sentence for the log, without any text from the user or the provider. */
export interface SignInFailure {
  readonly reason: SignInReason
  readonly why: string
}

/** Confirms the identity of users: Steam or Discord. */
export interface SignInProvider {
  readonly provider: Provider
  readonly isConfigured: boolean
  /** The address at the provider to which the browser is sent. */
  startAddress(attempt: SignInAttempt): string
  /** Never throws because of input from the browser or the provider. @param query of the address with which the browser returned */
  identify(query: URLSearchParams, attempt: SignInAttempt): Promise<Identity | SignInFailure>
}

/** Ends a sign-in. The message is for the log and quotes no text from outside. */
export class SignInFault extends Error {
  readonly reason: SignInReason
  constructor(reason: SignInReason, why: string) {
    super(why)
    this.name = 'SignInFault'
    this.reason = reason
  }
}

/** Turns a SignInFault into a failure. Other errors are bugs and are thrown on. */
export async function orFailure<T>(work: () => Promise<T>): Promise<T | SignInFailure> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInFault) return { reason: error.reason, why: error.message }
    throw error
  }
}

/** The user waits for the answer in front of an empty page. */
export const answerWithinMs = 8_000
const mostBytes = 64 * 1024

export interface ProviderAnswer {
  readonly status: number
  readonly text: string
}
export type AskProvider = ReturnType<typeof createAskProvider>

/**
 * Makes a function that sends one request to a provider, with limits on time and size, and follows no redirect. The function throws
 * a SignInFault of `unreachable` if there is no answer.
 */
export const createAskProvider =
  (clock: Pick<Clock, 'after'>) =>
  async (address: string, options: Pick<RequestInit, 'method' | 'headers' | 'body'> = {}): Promise<ProviderAnswer> => {
    const stop = new AbortController()
    const cancel = clock.after(answerWithinMs, () => stop.abort())
    try {
      const response = await fetch(address, { ...options, redirect: 'manual', signal: stop.signal })
      if (response.status >= 300 && response.status < 400) throw unusableAnswer('redirects the request')
      return { status: response.status, text: await bodyOf(response) }
    } catch (error) {
      if (error instanceof SignInFault) throw error
      throw stop.signal.aborted
        ? unusableAnswer('takes too long')
        : unusableAnswer(`cannot be reached (${causeOf(error)})`)
    } finally {
      cancel()
      stop.abort()
    }
  }

export const unusableAnswer = (what: string) => new SignInFault('unreachable', `the provider ${what}`)

/** @throws SignInFault, without quoting the text, if it is not JSON of that schema */
export function readJson<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(jsonOf(text))
  if (!parsed.success) throw unusableAnswer('answers in an unknown form')
  return parsed.data
}

/** Control characters, and those that change the direction of the text around them. */
const turning = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const mostLength = 200

/** Text from outside, safe to show on a page. @param fallback used if nothing remains */
export const shownText = (text: string | null | undefined, fallback = '') => {
  const shown = (text ?? '').replace(turning, '').trim().slice(0, mostLength).trim()
  return isInvisible(shown) ? fallback : shown
}

/** The address of an external picture or page if it uses https; otherwise empty. */
export const shownAddress = (address: string | null | undefined) => {
  const url = URL.parse(address ?? '')
  return url?.protocol === 'https:' && url.href.length <= 500 ? url.href : ''
}

async function bodyOf({ body }: Response) {
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > mostBytes) throw unusableAnswer(`answers with more than ${mostBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The error code only: the message could quote the address. */
const causeOf = (error: unknown) => {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'no connection'
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
