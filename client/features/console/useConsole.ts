import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { type ConsoleLine, consoleHistory, enterLine, keepLine } from '../../../shared/features/console/console.ts'
import { readLine } from '../../../shared/features/console/consoleLine.ts'
import { runConsole } from '../../../shared/features/deliveries/commands.ts'
import { consoleErrorText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { noteIssuedAtom } from '../staff/deliveriesAtom.ts'
import { usePlayersInGame } from '../staff/pickedPlayer.ts'
import { type ConsoleConfirmation, confirmationOf } from './consoleResponses.ts'

/** A line as the log shows it. */
export type ShownLine = Pick<ConsoleLine, 'text' | 'at' | 'link' | 'tone' | 'reply'> & { readonly key: string }

/** A line that waits for its confirmation. */
interface Unconfirmed {
  readonly text: string
  readonly confirmation: ConsoleConfirmation
}

/** The user's lines with their answers, live and the same on all devices, and the function that enters more. */
export function useConsole() {
  const { principal } = useAtomValue(accessAtom)
  const account = principal?.id ?? ''
  const history = useDocument(consoleHistory, account)
  const sending = useAtomValue(sendingAtom)
  const { players } = usePlayersInGame()
  const send = useSendLine()
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null)
  const lines = useMemo(
    () =>
      shownLines(
        history.value?.lines ?? {},
        sending.filter(({ by }) => by === account),
      ),
    [history.value, sending, account],
  )
  const named = Object.values(players)

  const enter = (text: string) => {
    const names = named.map(({ name }) => name)
    const read = readLine(text, names)
    const confirmation = read.ok ? confirmationOf(read, text, named.length) : null
    if (confirmation) setUnconfirmed({ text, confirmation })
    else void send(text)
  }
  const settle = (isConfirmed: boolean) => {
    setUnconfirmed(null)
    if (unconfirmed) void send(unconfirmed.text, isConfirmed)
  }
  return {
    state: history.state,
    lines,
    players: named,
    enter,
    unconfirmed: unconfirmed && {
      confirmation: unconfirmed.confirmation,
      onConfirm: () => settle(true),
      onCancel: () => settle(false),
    },
  }
}
const sendingReply = { tone: 'waiting', reply: 'Sending…' } as const
const cancelledReply = { tone: 'cancelled', reply: 'Cancelled. Nothing was sent.' } as const

/** Lines on their way to the hub: they stay when the page is left, and come back with the answers of the hub. */
const sendingAtom = atom<readonly (ShownLine & { readonly by: string })[]>([])
let lastSent = 0

/** Sends a line. One that was refused, or that the user did not confirm, is kept with that text. */
function useSendLine() {
  const { send, serverNow } = useConnection()
  const { principal } = useAtomValue(accessAtom)
  const setSending = useSetAtom(sendingAtom)
  const noteIssued = useSetAtom(noteIssuedAtom)
  return async (text: string, isConfirmed = true) => {
    lastSent += 1
    const key = `sending ${lastSent}`
    const at = serverNow()
    const shown = isConfirmed ? sendingReply : cancelledReply
    setSending((before) => [...before, { key, text, at, link: null, by: principal?.id ?? '', ...shown }])
    const answer = isConfirmed ? await send(enterLine.name, { line: text }) : null
    if (answer === null) await send(keepLine.name, { line: text, ...cancelledReply })
    else if (answer.ok) {
      const read = readLine(text)
      // Orders have their card beside the page, where a ban can be undone.
      if (read.ok && read.known.command !== runConsole)
        noteIssued({ id: enterLine.output.parse(answer.output).id, pressedAt: at })
    } else {
      const reply = consoleErrorText(answer.message.replace(/^❌ /, ''))
      await send(keepLine.name, { line: text, reply: reply.slice(0, 400) })
    }
    setSending((before) => before.filter((line) => line.key !== key))
  }
}

/** The oldest first. */
function shownLines(kept: Readonly<Record<string, ConsoleLine>>, sending: readonly ShownLine[]): readonly ShownLine[] {
  const lines = Object.entries(kept)
    .sort(([, one], [, other]) => one.number - other.number)
    .map(([key, line]) => ({ ...line, key, reply: line.reply || 'Waiting for the answer.' }))
  return [...lines, ...sending]
}
