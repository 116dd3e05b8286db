import type { z } from 'zod'
import { numberText } from '../../shared/engine/numberText.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import type { Answer } from '../../shared/protocol/calls.ts'

// What is wrong with an input, in the product's words. Zod's own remain for values that no page of this hub sends.

type Issue = z.core.$ZodIssue

/** As the second parameter of `safeParse`: the error then has the wrong values, of which these texts say how long they are. It is never logged. */
export const withValues = { reportInput: true } as const

/** The problems of an input: one text for each field, with the field's name. */
export const problemsOf = ({ issues }: z.ZodError): readonly string[] =>
  issues
    .slice(0, 10)
    .map((issue) => (issue.path.length > 0 ? `${issue.path.join('.')}: ${problemOf(issue)}` : problemOf(issue)))

/** The refusal of an input. Where only limits are exceeded, its sentence names each field and its limit. */
export function badInput(error: z.ZodError): Answer {
  const limits = error.issues.slice(0, 10).flatMap((issue) => limitIn(issue) ?? [])
  const isLimitsAlone = limits.length === Math.min(10, error.issues.length)
  return {
    ok: false,
    code: 'badInput',
    message: isLimitsAlone ? error.issues.slice(0, 10).map(sentenceOf).join(' ') : engineRefusals.badInput,
    problems: [...problemsOf(error)],
  }
}

const problemOf = (issue: Issue) => limitIn(issue) ?? issue.message

function sentenceOf(issue: Issue): string {
  const field = issue.path.findLast((step) => typeof step === 'string' && /^[a-z]+$/i.test(step))
  const said = problemOf(issue)
  if (field === undefined) return said
  const words = String(field).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${said.charAt(0).toLowerCase()}${said.slice(1)}`
}

/** What is counted, and the words for too much and too little of it. */
const limitWords = {
  string: { unit: 'character', over: 'Too long', under: 'Too short' },
  array: { unit: 'entry', over: 'Too many', under: 'Too few' },
  number: { unit: '', over: 'Too large', under: 'Too small' },
  int: { unit: '', over: 'Too large', under: 'Too small' },
} as const

/** With the limit itself, and without it. */
const bounds = { too_big: ['at most', 'less than'], too_small: ['at least', 'more than'] } as const

/** The limit that the value exceeds, in a sentence, and how long it is where that is known; null where that is not the problem, or the schema has a sentence of its own. */
export function limitIn(issue: Issue): string | null {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return null
  if (!/^Too (big|small): /.test(issue.message) || !Object.hasOwn(limitWords, issue.origin)) return null
  const { unit, over, under } = limitWords[issue.origin as keyof typeof limitWords]
  const [what, limit] = issue.code === 'too_big' ? [over, issue.maximum] : [under, issue.minimum]
  const bound = issue.exact ? 'exactly' : bounds[issue.code][issue.inclusive === false ? 1 : 0]
  const figure = numberText(Number(limit))
  if (!unit) return `${what}, it must be ${bound} ${figure}.`
  const { length = null } = (issue.input ?? {}) as { readonly length?: number }
  const present = length === null ? '' : ` It has ${numberText(length)}.`
  return `${what}, ${bound} ${figure} ${counted(unit, Number(limit))}.${present}`
}

const counted = (unit: string, count: number) => (count === 1 ? unit : unit === 'entry' ? 'entries' : `${unit}s`)
