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
