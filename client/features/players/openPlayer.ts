import { atom } from 'jotai'

/**
 * The player whose drawer is open: the game's id (SteamID64), or an account id where only that is known; null while it is closed. Set it to
 * open or close the drawer. The address of the page follows as `?player=`.
 */
export const openPlayerAtom = atom<string | null>(null)

/** An action with a form or a question. */
export type AskedAction = 'message' | 'teleport' | 'change' | 'give' | 'kick' | 'slay' | 'ban'

/** The action whose form the drawer of a player shows, as chosen in the drawer or in a context menu. Null for none. */
export const askedActionAtom = atom<{ readonly player: string; readonly action: AskedAction } | null>(null)

/** Ends an action that is still the asked one. A late answer does not end another that was asked since. Returns whether it ended. */
export const endActionAtom = atom(null, (get, set, player: string, action: AskedAction) => {
  const now = get(askedActionAtom)
  if (now?.player !== player || now.action !== action) return false
  set(askedActionAtom, null)
  return true
})
