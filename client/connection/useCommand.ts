import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import type { z } from 'zod'
import type { Command, OutputOf } from '../../shared/engine/command.ts'
import { missingOf } from '../../shared/engine/permissions.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { useConnection } from './ConnectionProvider.tsx'
import { accessAtom } from './connectionState.ts'
import type { InFlight } from './inFlight.ts'

export type Refusal = Extract<Answer, { ok: false }>
export type Outcome<C extends Command> =
  | { readonly ok: true; readonly output: OutputOf<C>; readonly seq: number }
  | Refusal

export interface CommandUse<C extends Command> {
  /** Sends the command until it is answered. Documents bring what changed; the outcome says only whether it was carried out. */
  run(input: z.input<C['input']>): Promise<Outcome<C>>
  /** Whether the principal has the permission of this command. */
  readonly allowed: boolean
  /** Whether the input matches the command's schema, for a button that knows if it may be pressed. */
  accepts(input: unknown): boolean
  /** True from the press to the answer, also without a connection. Never to be drawn as done. */
  readonly busy: boolean
  /** The command in flight, for its age and how often it was sent; null if there is none. */
  readonly inFlight: InFlight | null
  /** The last refusal, until the next run or `dismiss`. */
  readonly refusal: Refusal | null
  dismiss(): void
}

/** A command that a user can give from a screen. */
export function useCommand<C extends Command>(command: C): CommandUse<C> {
  const connection = useConnection()
  const { may } = useAtomValue(accessAtom)
  const [inFlight, setInFlight] = useState<InFlight | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const run = useCallback(
    async (input: z.input<C['input']>) => {
      setRefusal(null)
      const answer = await connection.send(command.name, input, setInFlight)
      setInFlight(null)
      if (!answer.ok) setRefusal(answer)
      // The hub has parsed the output with the command's own schema before it was sent.
      return answer as Outcome<C>
    },
    [connection, command],
  )

  return {
    run,
    allowed: missingOf(command, (one) => may.includes(one)).length === 0,
    accepts: (input) => command.input.safeParse(input).success,
    busy: inFlight !== null,
    inFlight,
    refusal,
    dismiss: () => setRefusal(null),
  }
}
