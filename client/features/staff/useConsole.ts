import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { meAtom } from '../../connection/handshake.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { type LineRead, readLine } from './consoleLine.ts'
import { type ConsoleQuestion, endOf, questionOf, replyOf } from './consoleResponses.ts'
import { useDeliveries } from './deliveriesAtom.ts'
import { useGiveAny } from './useDeliver.ts'

/** A line that waits for a yes or a no. */
interface Asked {
  readonly text: string
  readonly read: LineRead
  readonly question: ConsoleQuestion
}

const keptText = 'Not sent: it was kept as it is.'

/** What was entered with its replies, live, and the way to enter more. */
export function useConsole() {
  const entries = useAtomValue(consoleAtom)
  const settle = useSetAtom(settleLineAtom)
  const enterLine = useSetAtom(enterLineAtom)
  const clear = useSetAtom(clearConsoleAtom)
  const { byId } = useDeliveries()
  const { serverNow } = useConnection()
  const give = useGiveAny()
  const [asked, setAsked] = useState<Asked | null>(null)
  const players = Object.values(useDocument(roster, mainServer).value?.players ?? {})

  useEffect(() => {
    for (const { number, id, end } of entries) {
      const one = id === null || end !== null ? undefined : byId[id]
      // Until its words are here, there is nothing to keep of it.
      const over = one && one.redacted === null && endOf(one)
      if (over) settle(number, { end: over })
    }
  }, [entries, byId, settle])

  const carryOut = async (text: string, read: LineRead) => {
    const number = enterLine({ text, at: serverNow() })
    const answer = read.ok ? await give(read.known, read.input) : read
    settle(number, answer.ok ? { id: answer.id } : { problem: answer.problem })
  }
  const enter = (text: string) => {
    const names = players.map(({ name }) => name)
    const read = readLine(text, names)
    const question = read.ok ? questionOf(read, text) : null
    if (question) setAsked({ text, read, question })
    else void carryOut(text, read)
  }
  const onYes = () => {
    setAsked(null)
    if (asked) void carryOut(asked.text, asked.read)
  }
  const onNo = () => {
    setAsked(null)
    if (asked) settle(enterLine({ text: asked.text, at: serverNow() }), { end: { tone: 'waiting', text: keptText } })
  }
  const lines = entries.map((entry) => ({ ...entry, reply: replyOf(entry, byId[entry.id ?? '']) }))
  return { lines, players, enter, clear, asked: asked && { question: asked.question, onYes, onNo } }
}

export type ConsoleLine = ReturnType<typeof useConsole>['lines'][number]

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
const consoleAtom = atom<readonly ConsoleEntry[]>((get) => get(kept)[get(meAtom).you?.id ?? ''] ?? [])

/** Writes down a line that was entered; answers with its number. */
const enterLineAtom = atom(null, (get, set, line: Pick<ConsoleEntry, 'text' | 'at'>) => {
  const account = get(meAtom).you?.id ?? ''
  lastNumber += 1
  const entry = { number: lastNumber, ...line, id: null, problem: null, end: null }
  set(kept, { ...get(kept), [account]: [...(get(kept)[account] ?? []), entry].slice(-mostEntries) })
  return lastNumber
})

type Outcome = Partial<Pick<ConsoleEntry, 'id' | 'problem' | 'end'>>

/** Notes what came of one, whoever sits here by then. */
const settleLineAtom = atom(null, (get, set, number: number, outcome: Outcome) => {
  const settle = (entries: readonly ConsoleEntry[]) =>
    entries.map((entry) => (entry.number === number ? { ...entry, ...outcome } : entry))
  set(kept, Object.fromEntries(Object.entries(get(kept)).map(([account, entries]) => [account, settle(entries)])))
})

const clearConsoleAtom = atom(null, (get, set) => {
  const { [get(meAtom).you?.id ?? '']: _, ...others } = get(kept)
  set(kept, others)
})
