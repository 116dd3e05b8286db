import type { z } from 'zod'
import type { Identity, Provider } from '../../../shared/features/account/identity.ts'
import type { SignInReason } from '../../../shared/features/account/signIn.ts'
import type { Clock } from '../../engine/clock.ts'

/** One way through a provider and back, known to the hub and to one browser alone. */
export interface SignInAttempt {
  /** Random; comes back with the answer. */
  readonly state: string
  /** Random; what PKCE calls the code verifier. */
  readonly verifier: string
  /** Absolute: where the provider sends people back to. */
  readonly returnAddress: string
}

/** `why` is for the log: a sentence of ours, without anything that a person or provider has sent. */
export interface SignInFailure {
  readonly reason: SignInReason
  readonly why: string
}

/** Somebody who can say who a person is. */
export interface SignInProvider {
  readonly provider: Provider
  readonly isConfigured: boolean
  /** Where a browser goes to be asked. */
  startAddress(attempt: SignInAttempt): string
  /** Never throws for what a browser or the provider sent. @param query of the address by which the browser came back */
  identify(query: URLSearchParams, attempt: SignInAttempt): Promise<Identity | SignInFailure>
}

/** A sign-in that does not come about. Its message is for the log and quotes nothing that came from outside. */
export class SignInFault extends Error {
  readonly reason: SignInReason
  constructor(reason: SignInReason, why: string) {
    super(why)
    this.name = 'SignInFault'
    this.reason = reason
  }
}

/** What came of it, or why nothing did. Other errors are bugs, and go on. */
export async function orFailure<T>(work: () => Promise<T>): Promise<T | SignInFailure> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInFault) return { reason: error.reason, why: error.message }
    throw error
  }
}

/** People wait for it, looking at an empty page. */
export const answerWithinMs = 8_000
const mostBytes = 64 * 1024

export interface ProviderAnswer {
  readonly status: number
  readonly text: string
}
export type AskProvider = ReturnType<typeof createAskProvider>

/**
 * Asks a provider one thing, with an end to waiting and to reading, and without going where it would send us.
 * Throws a SignInFault of `unreachable` where there is no answer.
 */
export const createAskProvider =
  (clock: Pick<Clock, 'after'>) =>
  async (address: string, wish: Pick<RequestInit, 'method' | 'headers' | 'body'> = {}): Promise<ProviderAnswer> => {
    const stop = new AbortController()
    const cancel = clock.after(answerWithinMs, () => stop.abort())
    try {
      const response = await fetch(address, { ...wish, redirect: 'manual', signal: stop.signal })
      if (response.status >= 300 && response.status < 400) throw wrongAnswer('sends elsewhere')
      return { status: response.status, text: await bodyOf(response) }
    } catch (error) {
      if (error instanceof SignInFault) throw error
      throw stop.signal.aborted ? wrongAnswer('takes too long') : wrongAnswer(`cannot be reached (${causeOf(error)})`)
    } finally {
      cancel()
      stop.abort()
    }
  }

export const wrongAnswer = (what: string) => new SignInFault('unreachable', `the provider ${what}`)

async function bodyOf({ body }: Response) {
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for await (const piece of body ?? []) {
    length += piece.byteLength
    if (length > mostBytes) throw wrongAnswer(`answers with more than ${mostBytes} bytes`)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

/** The code alone: the message could quote the address. */
const causeOf = (error: unknown) => {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'no connection'
}

/** Throws a SignInFault where it is not JSON of that form, saying nothing of what it is. */
export function readJson<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(jsonOf(text))
  if (!parsed.success) throw wrongAnswer('answers in a form that is not known')
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Control characters, and those that turn the direction of the text around them. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const mostLength = 200

/** A text by a stranger, as it may stand in a page among others. @param fallback where nothing of it is left */
export const shownText = (text: string | null | undefined, fallback = '') =>
  (text ?? '').replace(unseen, '').trim().slice(0, mostLength).trim() || fallback

/** A picture or page elsewhere, if it is over https; else none. */
export const shownAddress = (address: string | null | undefined) => {
  const url = URL.parse(address ?? '')
  return url?.protocol === 'https:' && url.href.length <= 500 ? url.href : ''
}
