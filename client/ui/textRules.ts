import { numberText } from '../../shared/engine/numberText.ts'

const lineEnds = /\s*[\r\n\v\f\u0085\u2028\u2029]+\s*/gu

/** A pasted text on one line: each line end becomes a space, so that no two words are joined. */
export const onOneLine = (text: string): string => text.replace(lineEnds, ' ')

/** Spaces, control and format characters, and the blanks of braille and Hangul. */
const unseen = /[\s\p{C}\u2800\u115f\u1160\u3164\uffa0]/gu

/** Whether a text shows nothing: empty, only spaces, or only characters without a shape. */
export const isBlank = (text: string): boolean => text.replace(unseen, '') === ''

export interface TextRule {
  /** The message for an empty text or one of spaces alone: `Enter a reason.`; left out if the text may be empty. */
  readonly needed?: string | undefined
  /** The greatest length of the trimmed text, in code points, as the hub's schemas count it. */
  readonly longest?: number | undefined
  /** A further rule: the problem with a text that is neither blank nor too long. */
  readonly check?: ((text: string) => string | null) | undefined
}

/** Its length in code points: an emoji is one, unless it is composed of several. */
export const lengthIn = (text: string): number => [...text].length

/** What is wrong with a text, and how to mend it; null if nothing is. */
export function textProblem(text: string, { needed, longest, check }: TextRule): string | null {
  if (isBlank(text)) return needed ?? null
  const trimmed = text.trim()
  const excess = longest === undefined ? 0 : lengthIn(trimmed) - longest
  if (excess > 0) return `At most ${longest} characters. Remove ${excess}.`
  return check?.(trimmed) ?? null
}

/** A digit zero of each script whose digits people type: Arabic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10]

const inLatinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((each) => code >= each && code < each + 10)
    return zero === undefined ? digit : String(code - zero)
  })

/** Spaces that people and programs put between thousands, the Swiss apostrophe, and a minus sign as it is printed. */
const tidied = (typed: string) =>
  inLatinDigits(typed.trim())
    .replace(/(?<=\d)[\s\u202f\u00a0'’٬](?=\d{3}(\D|$))/gu, ',')
    .replace(/٫/gu, '.')
    .replace(/^[\u2212\u2013]/u, '-')

const plainNumber = /^[+-]?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?$/

/** The number that was typed, with or without commas between thousands; null if it is none. */
export function numberIn(typed: string): number | null {
  const text = tidied(typed)
  if (!/\d/.test(text) || !plainNumber.test(text)) return null
  const number = Number(text.replaceAll(',', ''))
  return Number.isFinite(number) ? number : null
}

export interface NumberRule {
  /** The message for an empty field; left out if it may be empty. */
  readonly needed?: string | undefined
  readonly least?: number | undefined
  readonly most?: number | undefined
  /** 1: whole numbers only; left out: any number. */
  readonly step?: number | undefined
}

/** What is wrong with a typed number, and how to mend it; null if nothing is. */
export function numberProblem(typed: string, rule: NumberRule): string | null {
  const { needed, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY, step } = rule
  if (isBlank(typed)) return needed ?? null
  const number = numberIn(typed)
  if (number === null) {
    const decimal = /^([+-]?\d+),(\d+)$/.exec(tidied(typed))
    return decimal && step !== 1
      ? `Use a point for decimals: ${decimal[1]}.${decimal[2]}`
      : `Enter ${wanted(rule)} in digits.`
  }
  const fitsStep = step === undefined || Math.abs(number / step - Math.round(number / step)) < 1e-9
  return number < least || number > most || !fitsStep ? `Enter ${wanted(rule)}.` : null
}

/** `a whole number from 1 to 7` */
function wanted({ least, most, step }: NumberRule): string {
  const what = step === 1 ? 'a whole number' : step === undefined ? 'a number' : `a multiple of ${step}`
  if (least !== undefined && most !== undefined) return `${what} from ${numberText(least)} to ${numberText(most)}`
  if (least !== undefined) return `${what} of at least ${numberText(least)}`
  return most === undefined ? what : `${what} of at most ${numberText(most)}`
}
