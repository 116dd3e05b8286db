import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type LineRead, readLine } from '../../../shared/features/console/consoleLine.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useDeliveries } from '../staff/deliveriesAtom.ts'
import { useAnyDeliveryCommand } from '../staff/useDeliver.ts'
import { type ConsoleConfirmation, type ConsoleEntry, confirmationOf, endOf, replyOf } from './consoleResponses.ts'

/** A line that waits for its confirmation. */
interface Unconfirmed {
  readonly text: string
  readonly read: LineRead
  readonly confirmation: ConsoleConfirmation
}

const keptText = 'Not sent: it was kept as it is.'

/** The entered lines with their replies, live, and the function that enters more. */
export function useConsole() {
  const entries = useAtomValue(consoleAtom)
  const settle = useSetAtom(settleLineAtom)
  const enterLine = useSetAtom(enterLineAtom)
  const clear = useSetAtom(clearConsoleAtom)
  const { byId } = useDeliveries()
  const { serverNow } = useConnection()
  const issue = useAnyDeliveryCommand()
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null)
  const players = Object.values(useDocument(roster, mainServer).value?.players ?? {})

  useEffect(() => {
    for (const { number, id, end: kept } of entries) {
      const one = id === null || kept !== null ? undefined : byId[id]
      // While its private fields are missing, there is nothing to keep yet.
      const end = one && one.redacted === null && endOf(one)
      if (end) settle(number, { end })
    }
  }, [entries, byId, settle])

  const carryOut = async (text: string, read: LineRead) => {
    const number = enterLine({ text, at: serverNow() })
    const answer = read.ok ? await issue(read.known.command, read.input) : read
    settle(number, answer.ok ? { id: answer.id } : { problem: answer.problem })
  }
  const enter = (text: string) => {
    const names = players.map(({ name }) => name)
    const read = readLine(text, names)
    const confirmation = read.ok ? confirmationOf(read, text) : null
    if (confirmation) setUnconfirmed({ text, read, confirmation })
    else void carryOut(text, read)
  }
  const onConfirm = () => {
    setUnconfirmed(null)
    if (unconfirmed) void carryOut(unconfirmed.text, unconfirmed.read)
  }
  const onCancel = () => {
    setUnconfirmed(null)
    if (unconfirmed)
      settle(enterLine({ text: unconfirmed.text, at: serverNow() }), { end: { tone: 'waiting', text: keptText } })
  }
  const lines = entries.map((entry) => ({ ...entry, reply: replyOf(entry, byId[entry.id ?? '']) }))
  return {
    lines,
    players,
    enter,
    clear,
    unconfirmed: unconfirmed && { confirmation: unconfirmed.confirmation, onConfirm, onCancel },
  }
}

export type ConsoleLine = ReturnType<typeof useConsole>['lines'][number]

export const mostEntries = 50

const kept = atom<Readonly<Record<string, readonly ConsoleEntry[]>>>({})
let lastNumber = 0

/** The lines that the principal has entered since the page was opened, the oldest first. */
const consoleAtom = atom<readonly ConsoleEntry[]>((get) => get(kept)[get(accessAtom).principal?.id ?? ''] ?? [])

/** Adds an entered line; returns its number. */
const enterLineAtom = atom(null, (get, set, line: Pick<ConsoleEntry, 'text' | 'at'>) => {
  const account = get(accessAtom).principal?.id ?? ''
  lastNumber += 1
  const entry = { number: lastNumber, ...line, id: null, problem: null, end: null }
  set(kept, { ...get(kept), [account]: [...(get(kept)[account] ?? []), entry].slice(-mostEntries) })
  return lastNumber
})

type Outcome = Partial<Pick<ConsoleEntry, 'id' | 'problem' | 'end'>>

/** Stores the outcome of a line, also after a change of the principal. */
const settleLineAtom = atom(null, (get, set, number: number, outcome: Outcome) => {
  const settle = (entries: readonly ConsoleEntry[]) =>
    entries.map((entry) => (entry.number === number ? { ...entry, ...outcome } : entry))
  set(kept, Object.fromEntries(Object.entries(get(kept)).map(([account, entries]) => [account, settle(entries)])))
})

const clearConsoleAtom = atom(null, (get, set) => {
  const { [get(accessAtom).principal?.id ?? '']: _, ...others } = get(kept)
  set(kept, others)
})
