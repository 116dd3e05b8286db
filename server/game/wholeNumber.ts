/** Parses a whole number of a command line. @throws an error that names the flag and its range */
export function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new Error(`--${flag} wants a whole number from ${least} to ${most}, not "${text}".`)
}
