import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useDocument } from '../../connection/useDocument.ts'
import { useDeliveries } from '../deliveries/useDeliveries.ts'
import { clearConsoleAtom, consoleAtom, enterLineAtom, settleLineAtom } from './consoleAtom.ts'
import { type ConsoleQuestion, questionOf } from './questionOf.ts'
import { type LineRead, readLine } from './readLine.ts'
import { endOf, replyOf } from './replyOf.ts'
import { useGiveAny } from './useGiveAny.ts'

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
      const over = one && one.words === null && endOf(one)
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
