import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import type { z } from 'zod'
import type { Command, OutputOf } from '../../shared/engine/command.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { useConnection } from './ConnectionProvider.tsx'
import { meAtom } from './handshake.ts'
import type { Flight } from './inFlight.ts'

export type Refusal = Extract<Answer, { ok: false }>
export type Outcome<C extends Command> =
  | { readonly ok: true; readonly output: OutputOf<C>; readonly seq: number }
  | Refusal

export interface CommandUse<C extends Command> {
  /** Sends the order, until it is answered. What changed comes by documents; the outcome says only whether. */
  run(input: z.input<C['input']>): Promise<Outcome<C>>
  /** Whether this person may give this order at all. */
  readonly allowed: boolean
  /** Whether the input has the command's own form: for a button that knows if it may be pressed. */
  accepts(input: unknown): boolean
  /** True from the press to the answer, also while the connection is away. Never to be drawn as done. */
  readonly busy: boolean
  /** What is in flight, for its age and how often it was sent; null when nothing is. */
  readonly flight: Flight | null
  /** The last no, until the next run or `dismiss`. */
  readonly refusal: Refusal | null
  dismiss(): void
}

/** An order that a person may give from a screen. */
export function useCommand<C extends Command>(command: C): CommandUse<C> {
  const connection = useConnection()
  const { may } = useAtomValue(meAtom)
  const [flight, setFlight] = useState<Flight | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const run = useCallback(
    async (input: z.input<C['input']>) => {
      setRefusal(null)
      const answer = await connection.send(command.name, input, setFlight)
      setFlight(null)
      if (!answer.ok) setRefusal(answer)
      // The output was parsed by the hub with the command's own schema before it was sent.
      return answer as Outcome<C>
    },
    [connection, command],
  )

  return {
    run,
    allowed: may.includes(command.permission),
    accepts: (input) => command.input.safeParse(input).success,
    busy: flight !== null,
    flight,
    refusal,
    dismiss: () => setRefusal(null),
  }
}
