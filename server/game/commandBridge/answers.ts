import { z } from 'zod'
import { plainLine } from '../commandTemplates.ts'

/** A line of results.ndjson. */
export interface BridgeAnswer {
  readonly id: string
  /** Says only that the call did not throw. */
  readonly ok: boolean
  /** One line. */
  readonly text: string
  /** The bridge has passed it on to another mod, whose answer follows. */
  readonly isPassedOn: boolean
  /** The mod does not know the verb. */
  readonly isUnknownVerb: boolean
  /** The verbs that it knows, where it lists them with its answer to `ping`. */
  readonly verbs: readonly string[] | null
}

const mostText = 300

const Line = z.object({
  id: z.string().min(1).max(100),
  ok: z.boolean(),
  msg: z.coerce.string().catch(''),
  source: z.string().nullish().catch(null),
  verbs: z.array(z.string()).nullish().catch(null),
})

/** Null for what is not an answer: a foreign, half or damaged line. */
export function parseAnswer(line: string): BridgeAnswer | null {
  const parsed = Line.safeParse(jsonOf(line))
  if (!parsed.success) return null
  const { id, ok, msg, source, verbs } = parsed.data
  const text = [...plainLine(msg)].slice(0, mostText).join('')
  return {
    id,
    ok,
    text,
    isPassedOn: ok && !source && /^queued\b/i.test(text),
    isUnknownVerb: !ok && /^unknown verb\b/i.test(text),
    verbs: verbs ?? null,
  }
}

/** The mods escape quotes, backslashes and line breaks alone: any other control character would be no JSON. */
function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line.replace(/^\u{FEFF}/u, '').replaceAll(/\p{Cc}+/gu, ' '))
  } catch {
    return null
  }
}
