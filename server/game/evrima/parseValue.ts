/** Only plain decimals: what else `Number` would take ('', '0x1', 'Infinity', or digits without end) is no answer of the game. */
export const parseNumber = (text: string | undefined): number | null => {
  const number = text !== undefined && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** A number that can be: one absurd number must not spoil what stands beside it. Both bounds belong to it. */
export const parseBetween = (text: string | undefined, least: number, most: number): number | null => {
  const number = parseNumber(text)
  return number !== null && number >= least && number <= most ? number : null
}

/** Unreal writes booleans in several ways; what is none of them is not guessed. */
export const parseBoolean = (text: string | undefined): boolean | null => {
  if (/^(true|1|on|yes)$/i.test(text ?? '')) return true
  return /^(false|0|off|no)$/i.test(text ?? '') ? false : null
}
