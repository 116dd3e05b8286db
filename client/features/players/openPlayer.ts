import { atom } from 'jotai'

/**
 * The player whose drawer is open: the game's id (SteamID64), or an account id where only that is known; null while it is closed. Set it to
 * open or close the drawer. The address of the page follows as `?player=`.
 */
export const openPlayerAtom = atom<string | null>(null)
