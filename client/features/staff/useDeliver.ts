import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { z } from 'zod'
import type { Command } from '../../../shared/engine/command.ts'
import { IssuedOrder } from '../../../shared/features/deliveries/commands.ts'
import { forbiddenText, noBroadcastText } from '../../../shared/features/deliveries/refusals.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useCommand } from '../../connection/useCommand.ts'
import { noteGivenAtom } from './deliveriesAtom.ts'
import type { KnownCommand } from './knownCommands.ts'

/** A command that answers with the delivery whose life tells what becomes of it. */
export type DeliverCommand = Command<z.ZodType, typeof IssuedOrder>

export type GivenAnswer = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly problem: string }

interface DeliverUse<C extends DeliverCommand> {
  /** Asks for it. The answer says only that it waits now: what becomes of it is told by its delivery. */
  give(input: z.input<C['input']>): Promise<GivenAnswer>
  readonly allowed: boolean
  /** From the press to the hub's answer; not until the game's. */
  readonly busy: boolean
  /** The last no, in words; null after a yes. */
  readonly problem: string | null
  dismiss(): void
  /** The last delivery that this button began. */
  readonly given: string | null
}

/** Something that a person wants of the game. What was given is noted, so that its strip knows when it was pressed. */
export function useDeliver<C extends DeliverCommand>(command: C): DeliverUse<C> {
  const { run, busy, refusal, allowed, dismiss } = useCommand(command)
  const { serverNow } = useConnection()
  const note = useSetAtom(noteGivenAtom)
  const [given, setGiven] = useState<string | null>(null)
  const words = ({ code, message }: { readonly code: string; readonly message: string }) =>
    code !== 'forbidden' ? message : command.permission === 'broadcast' ? noBroadcastText : forbiddenText
  const give = async (input: z.input<C['input']>): Promise<GivenAnswer> => {
    const pressedAt = serverNow()
    const outcome = await run(input)
    if (!outcome.ok) return { ok: false, problem: words(outcome) }
    const { id } = outcome.output
    note({ id, pressedAt })
    setGiven(id)
    return { ok: true, id }
  }
  return { give, allowed, busy, problem: refusal && words(refusal), dismiss, given }
}

/** Gives whichever command was named, where a button would know its own. */
export function useGiveAny() {
  const { send, serverNow } = useConnection()
  const note = useSetAtom(noteGivenAtom)
  return async ({ command }: KnownCommand, input: unknown): Promise<GivenAnswer> => {
    const pressedAt = serverNow()
    const answer = await send(command.name, input)
    if (!answer.ok) {
      const forbidden = command.permission === 'broadcast' ? noBroadcastText : forbiddenText
      return { ok: false, problem: answer.code === 'forbidden' ? forbidden : answer.message }
    }
    const { id } = IssuedOrder.parse(answer.output)
    note({ id, pressedAt })
    return { ok: true, id }
  }
}
