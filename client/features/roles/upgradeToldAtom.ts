import { atom } from 'jotai'

/** What the hub said when it last lent rights here, and to whom. Outlives the page: the session goes on under another cookie. */
export const upgradeToldAtom = atom<{ readonly to: string; readonly words: string } | null>(null)
