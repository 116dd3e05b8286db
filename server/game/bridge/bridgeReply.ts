import { z } from 'zod'
import { ActionError, type ActionOutcome } from '../actionLink.ts'
import { soundsRefused } from '../soundsRefused.ts'
import { withoutEchoes } from '../withoutEchoes.ts'

const text = z.string().nullish()
const BridgeReply = z.object({ success: z.boolean(), message: text, response: text, error: text })

/** With these a web server turns a request away at the door. */
const turnedAway: ReadonlySet<number> = new Set([401, 403, 405, 413, 415, 429])
const mayHaveHappened = /time[d-]*\s*out|timeout|no (?:answer|response|reply)|lost|reset|hang up/i

/**
 * What the bridge's answer proves. It speaks to the game itself: what it could not find out there, nobody here can.
 * @throws ActionError notSent where the bridge certainly did nothing, lost where it may have
 */
export function judgeBridge(status: number, body: string, echoes: readonly string[]): ActionOutcome {
  const parsed = parse(body)
  if (turnedAway.has(status) || (!parsed && status >= 300 && status < 500))
    throw new ActionError('notSent', `the bridge did not take it: ${meaningOf(status)}`)
  if (!parsed) throw new ActionError('lost', `The bridge answered ${status} and nothing that can be read.`)
  const reply = (parsed.response ?? parsed.message ?? parsed.error ?? '').trim() || null
  const why = parsed.error ?? null
  if (!parsed.success && (status >= 500 || mayHaveHappened.test(why ?? '')))
    throw new ActionError('lost', why ?? `The bridge answered ${status}.`)
  const isDone = parsed.success && status < 300
  if (isDone && soundsRefused(withoutEchoes(parsed.response ?? '', echoes)))
    throw new ActionError('lost', `The bridge says that it is done, and with it: ${parsed.response}`)
  return { state: isDone ? 'confirmed' : 'refused', reply, why }
}

function parse(body: string) {
  try {
    return BridgeReply.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

const meaningOf = (status: number) =>
  status === 401 || status === 403
    ? `${status}, is BRIDGE_TOKEN right?`
    : status < 400
      ? `${status}, it is elsewhere`
      : `${status}`
