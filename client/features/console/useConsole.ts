import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useDocument } from '../../connection/useDocument.ts'
import { useDeliveries } from '../deliveries/useDeliveries.ts'
import { clearConsoleAtom, consoleAtom, enterLineAtom, settleLineAtom } from './consoleAtom.ts'
import { readLine } from './readLine.ts'
import { endOf, replyOf } from './replyOf.ts'
import { useGiveAny } from './useGiveAny.ts'

/** What was entered with its replies, live, and the way to enter more. */
export function useConsole() {
  const entries = useAtomValue(consoleAtom)
  const settle = useSetAtom(settleLineAtom)
  const enterLine = useSetAtom(enterLineAtom)
  const clear = useSetAtom(clearConsoleAtom)
  const { byId } = useDeliveries()
  const { serverNow } = useConnection()
  const give = useGiveAny()
  const players = Object.values(useDocument(roster, mainServer).value?.players ?? {})

  useEffect(() => {
    for (const { number, id, end } of entries) {
      const one = id === null || end !== null ? undefined : byId[id]
      const over = one && endOf(one)
      if (over) settle(number, { end: over })
    }
  }, [entries, byId, settle])

  const enter = async (text: string) => {
    const number = enterLine({ text, at: serverNow() })
    const names = players.map(({ name }) => name)
    const read = readLine(text, names)
    const answer = read.ok ? await give(read.known, read.input) : read
    settle(number, answer.ok ? { id: answer.id } : { problem: answer.problem })
  }
  const lines = entries.map((entry) => ({ ...entry, reply: replyOf(entry, byId[entry.id ?? '']) }))
  return { lines, players, enter, clear }
}

export type ConsoleLine = ReturnType<typeof useConsole>['lines'][number]
