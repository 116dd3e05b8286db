import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { z } from 'zod'
import { type DeliveryCommand, IssuedOrder } from '../../../shared/features/deliveries/commands.ts'
import { forbiddenText, noBroadcastText } from '../../../shared/features/deliveries/refusals.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { isLost } from '../../connection/inFlight.ts'
import { type Refusal, sendForSelf, useCommand } from '../../connection/useCommand.ts'
import { noteIssuedAtom } from './deliveriesAtom.ts'

export type DeliveryAnswer =
  | { readonly ok: true; readonly id: string }
  | {
      readonly ok: false
      readonly problem: string
      /** Whether the connection was lost before the hub answered. */
      readonly isLost: boolean
    }

interface DeliveryCommandUse<C extends DeliveryCommand> {
  /** Sends it. The answer says only that the delivery is queued; the delivery itself shows its outcome. */
  issue(input: z.input<C['input']>): Promise<DeliveryAnswer>
  readonly allowed: boolean
  /** From the press to the hub's answer, not to the game's. */
  readonly busy: boolean
  /** The last refusal; null after a success. */
  readonly problem: string | null
  dismiss(): void
  /** The last delivery of this button. */
  readonly lastIssued: string | null
}

/** A command that ends in the game. Its delivery is noted with the time of the press. */
export function useDeliveryCommand<C extends DeliveryCommand>(command: C): DeliveryCommandUse<C> {
  const { run, busy, refusal, allowed, dismiss } = useCommand(command)
  const { serverNow } = useConnection()
  const note = useSetAtom(noteIssuedAtom)
  const [lastIssued, setLastIssued] = useState<string | null>(null)
  const issue = async (input: z.input<C['input']>): Promise<DeliveryAnswer> => {
    const pressedAt = serverNow()
    const outcome = await run(input)
    if (!outcome.ok) return { ok: false, problem: problemOf(command, outcome), isLost: isLost(outcome) }
    const { id } = outcome.output
    note({ id, pressedAt })
    setLastIssued(id)
    return { ok: true, id }
  }
  return { issue, allowed, busy, problem: refusal && problemOf(command, refusal), dismiss, lastIssued }
}

/** Sends any known command, where a button would know its own. */
export function useAnyDeliveryCommand() {
  const connection = useConnection()
  const note = useSetAtom(noteIssuedAtom)
  return async (command: DeliveryCommand, input: unknown): Promise<DeliveryAnswer> => {
    const pressedAt = connection.serverNow()
    const answer = await sendForSelf(connection, command.name, input)
    if (!answer.ok) return { ok: false, problem: problemOf(command, answer), isLost: isLost(answer) }
    const { id } = IssuedOrder.parse(answer.output)
    note({ id, pressedAt })
    return { ok: true, id }
  }
}

/** The text of a refusal. A missing permission has its own, as in the specification. */
function problemOf({ permission }: DeliveryCommand, { code, message }: Refusal): string {
  if (code !== 'forbidden') return message
  return permission === 'broadcast' ? noBroadcastText : forbiddenText
}
