/** A whole number from a command line, or an error that says what was wanted. */
export function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new Error(`--${flag} wants a whole number from ${least} to ${most}, not "${text}".`)
}
