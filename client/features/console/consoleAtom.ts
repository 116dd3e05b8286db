import { atom } from 'jotai'
import { meAtom } from '../../connection/meAtom.ts'

/** A line that was entered, and what came of it as far as this page knows. */
export interface ConsoleEntry {
  readonly number: number
  readonly text: string
  /** Server epoch ms. */
  readonly at: number
  /** The delivery that it became; null while the hub has not answered, and after a no. */
  readonly id: string | null
  /** Why it became none. */
  readonly problem: string | null
  /** What was told of its end, kept for when the delivery is no longer at hand. */
  readonly end: ConsoleReply | null
}

export interface ConsoleReply {
  readonly tone: 'good' | 'waiting' | 'bad'
  readonly text: string
}

export const mostEntries = 50

const kept = atom<Readonly<Record<string, readonly ConsoleEntry[]>>>({})
let lastNumber = 0

/** What whoever sits here has entered since the page was opened, the oldest first. */
export const consoleAtom = atom<readonly ConsoleEntry[]>((get) => get(kept)[get(meAtom).you?.id ?? ''] ?? [])

/** Writes down a line that was entered; answers with its number. */
export const enterLineAtom = atom(null, (get, set, line: Pick<ConsoleEntry, 'text' | 'at'>) => {
  const account = get(meAtom).you?.id ?? ''
  lastNumber += 1
  const entry = { number: lastNumber, ...line, id: null, problem: null, end: null }
  set(kept, { ...get(kept), [account]: [...(get(kept)[account] ?? []), entry].slice(-mostEntries) })
  return lastNumber
})

type Outcome = Partial<Pick<ConsoleEntry, 'id' | 'problem' | 'end'>>

/** Notes what came of one, whoever sits here by then. */
export const settleLineAtom = atom(null, (get, set, number: number, outcome: Outcome) => {
  const settle = (entries: readonly ConsoleEntry[]) =>
    entries.map((entry) => (entry.number === number ? { ...entry, ...outcome } : entry))
  set(kept, Object.fromEntries(Object.entries(get(kept)).map(([account, entries]) => [account, settle(entries)])))
})

export const clearConsoleAtom = atom(null, (get, set) => {
  const { [get(meAtom).you?.id ?? '']: _, ...others } = get(kept)
  set(kept, others)
})
