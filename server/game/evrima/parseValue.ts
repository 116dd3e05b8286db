/** Only plain decimals: what else `Number` would take ('', '0x1', 'Infinity') is no answer of the game. */
export const parseNumber = (text: string | undefined): number | null =>
  text !== undefined && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : null

/** Unreal writes booleans in several ways; what is none of them is not guessed. */
export const parseBoolean = (text: string | undefined): boolean | null => {
  if (/^(true|1|on|yes)$/i.test(text ?? '')) return true
  return /^(false|0|off|no)$/i.test(text ?? '') ? false : null
}
