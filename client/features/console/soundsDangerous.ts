/** What takes something from somebody, as the consoles of games and mods word it. */
const words = [
  ...['slay', 'kill', 'kick', 'ban', 'wipe', 'clear', 'delete', 'destroy', 'remove', 'reset', 'purge'],
  ...['restart', 'shutdown', 'stop', 'quit', 'exit', 'explode', 'starve', 'teleport'],
]
/** Where a word begins within another: `KickPlayer`, `server.restart`, `wipe_corpses`. */
const seam = /(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/

/** Whether text for the game's own console looks like what its button would ask about. Its first word tells, and what follows a `rcon`. */
export function soundsDangerous(text: string): boolean {
  const [first = '', second = ''] = text.trim().split(/\s+/)
  const told = first.toLowerCase().replace(/^\W+/, '') === 'rcon' ? second : first
  const parts = told.split(seam).map((part) => part.toLowerCase())
  return parts.some((part) => words.some((word) => part === word || (word.length > 3 && part.startsWith(word))))
}
