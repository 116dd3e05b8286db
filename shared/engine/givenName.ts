import { z } from 'zod'

const visible = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u
/** No line breaks, control characters, lone surrogates or bidirectional overrides. */
const singleLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u

/** The problem with a name that a user gives to a thing, so that it can be read wherever it is shown; null if there is none. @param what `A pack's name` */
export const nameProblem =
  (what: string) =>
  (name: string): string | null =>
    !visible.test(name)
      ? `${what} needs at least one visible character.`
      : singleLine.test(name)
        ? null
        : `${what} can't contain line breaks or hidden control characters.`

interface GivenName {
  /** `A pack's name` */
  readonly what: string
  /** The message for an empty name. */
  readonly needed: string
  readonly longest: number
}

/** A name that a user gives to a thing, without the spaces around it. */
export const givenName = ({ what, needed, longest }: GivenName) =>
  z
    .string()
    .trim()
    .min(1, { error: needed, abort: true })
    .max(longest, `${what} can have at most ${longest} characters.`)
    .superRefine((name, context) => {
      const message = nameProblem(what)(name)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })

/** Line ends and tabs stay. */
const manyLines = /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|[\r\n\t])*$/u

/** A text of several lines that a user writes, without the spaces around it. @param what `A pin's note` */
export const givenText = ({ what, longest }: Pick<GivenName, 'what' | 'longest'>) =>
  z
    .string()
    .trim()
    .max(longest, `${what} can have at most ${longest} characters.`)
    .regex(manyLines, `${what} can't contain hidden control characters.`)
    .refine((text) => text.isWellFormed(), `${what} can't contain halves of characters.`)
