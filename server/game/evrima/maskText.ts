/** Words of the game that say nothing about people. */
const harmless =
  /^(?:queue|status|position|players?|playerdata|playerlist|name|id|in|is|of|the|no|none|empty|null|true|false|on|off|enabled|disabled)$/i

/**
 * Keeps the shape of a text that we cannot read and hides what it says: letters become x, long numbers become nines.
 * Harmless words, short numbers and punctuation stay.
 */
export const maskText = (text: string): string =>
  text.replaceAll(/[\p{L}\p{M}]+|\d{5,}|[^\p{ASCII}]/gu, (run) => {
    if (harmless.test(run)) return run
    return /^\d/.test(run) ? '9'.repeat(run.length) : run.replaceAll(/\p{Lu}/gu, 'X').replaceAll(/[^X]/gu, 'x')
  })
