import type { Clock } from '../../engine/clock.ts'
import { SignInFault } from './signInFault.ts'

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
