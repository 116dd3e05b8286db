/** A SteamID64, or the EOS id of older builds. A text of this shape is never taken for a name. */
export const isPlayerId = (text: string) => /^(?:\d{17}|[0-9a-f]{32})$/i.test(text)

interface Named {
  readonly id: string
  readonly name: string
}

/**
 * The ids of the players whom a typed text names. An id comes before any name, so that a player cannot pass for another by taking an id as
 * a name. An id need not be known.
 * @param typed without spaces around it
 */
export function playersTyped(typed: string, known: readonly Named[]): readonly string[] {
  if (isPlayerId(typed) || known.some(({ id }) => id === typed)) return [typed]
  const wanted = typed.toLowerCase()
  return [...new Set(known.flatMap(({ id, name }) => (name.trim().toLowerCase() === wanted ? id : [])))]
}
