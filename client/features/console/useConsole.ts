import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type ConsoleLine, consoleHistory, enterLine, keepLine } from '../../../shared/features/console/console.ts'
import { readLine } from '../../../shared/features/console/consoleLine.ts'
import { runConsole } from '../../../shared/features/deliveries/commands.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { consoleErrorText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { noteIssuedAtom } from '../staff/deliveriesAtom.ts'
import { usePlayersInGame } from '../staff/pickedPlayer.ts'
import { type ConsoleConfirmation, confirmationOf, targetRefusalOf } from './consoleResponses.ts'

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
  const { players, isRead } = usePlayersInGame()
  const banned = useDocument(bans, mainServer).value?.bans
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
    if (!read.ok || !confirmation) return void send(text)
    const known =
      isRead && banned ? [...named, ...Object.entries(banned).map(([id, { name }]) => ({ id, name }))] : null
    const why = known && targetRefusalOf(read, known)
    // It isn't sent: by now the hub may know the player, and would run an unconfirmed line.
    if (why) void send(text, refusedWith(why))
    else setUnconfirmed({ text, confirmation })
  }
  const settle = (isConfirmed: boolean) => {
    setUnconfirmed(null)
    if (unconfirmed) void send(unconfirmed.text, isConfirmed ? null : cancelledReply)
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
const refusedWith = (message: string) =>
  ({ tone: 'bad', reply: consoleErrorText(message.replace(/^❌ /, '')).slice(0, 400) }) as const

/** Lines on their way to the hub: they stay when the page is left, and come back with the answers of the hub. */
const sendingAtom = atom<readonly (ShownLine & { readonly by: string })[]>([])
let lastSent = 0

/** Sends a line, or only keeps it with the reply that says why not. One that the hub refuses is kept in the same way. */
function useSendLine() {
  const { store, send, serverNow } = useConnection()
  const by = useAtomValue(accessAtom).principal?.id ?? ''
  const setSending = useSetAtom(sendingAtom)
  const noteIssued = useSetAtom(noteIssuedAtom)
  return async (
    text: string,
    unsent: (Pick<ShownLine, 'reply'> & { readonly tone: 'bad' | 'cancelled' }) | null = null,
  ) => {
    lastSent += 1
    const key = `sending ${lastSent}`
    const at = serverNow()
    const shown = unsent ?? sendingReply
    setSending((before) => [...before, { key, text, at, link: null, by, ...shown }])
    const answer = unsent ? null : await send(enterLine.name, { line: text })
    // The line of one account is not kept in the history of the next, nor is its order shown there.
    const isSame = (store.get(accessAtom).principal?.id ?? '') === by
    if (answer === null) await send(keepLine.name, { line: text, ...unsent })
    else if (isSame && answer.ok) {
      const read = readLine(text)
      // Orders have their card beside the page, where a ban can be undone.
      if (read.ok && read.known.command !== runConsole)
        noteIssued({ id: enterLine.output.parse(answer.output).id, pressedAt: at })
    } else if (isSame && !answer.ok) await send(keepLine.name, { line: text, ...refusedWith(answer.message) })
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
