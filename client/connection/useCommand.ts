import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import type { z } from 'zod'
import type { Command, OutputOf } from '../../shared/engine/command.ts'
import { missingOf } from '../../shared/engine/permissions.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { useConnection } from './ConnectionProvider.tsx'
import type { Connection } from './connect.ts'
import { accessAtom } from './connectionState.ts'
import type { InFlight } from './inFlight.ts'

export type Refusal = Extract<Answer, { ok: false }>
export type Outcome<C extends Command> =
  | { readonly ok: true; readonly output: OutputOf<C>; readonly seq: number }
  | Refusal

export interface CommandUse<C extends Command> {
  /**
   * Sends the command until it is answered. Documents bring what changed; the outcome says only whether it was carried out. It never resolves
   * where another account is signed in by then: see `sendForSelf`.
   */
  run(input: z.input<C['input']>): Promise<Outcome<C>>
  /** Whether the principal has the permission of this command. */
  readonly allowed: boolean
  /** Whether the input matches the command's schema, for a button that knows if it may be pressed. */
  accepts(input: unknown): boolean
  /** True from the press to the answer, even without a connection. Never to be drawn as done. */
  readonly busy: boolean
  /** The command in flight, for its age and how often it was sent; null if there is none. */
  readonly inFlight: InFlight | null
  /** The last refusal of the present account, until the next run or `dismiss`. */
  readonly refusal: Refusal | null
  dismiss(): void
}

/**
 * Sends a command for the account that is signed in now. What becomes of it is for that account alone: where another one is signed in by then,
 * the caller does not go on, whatever it would show or do next. A guest may be the sender, whose session the command has ended.
 * @param onAnswer called in any case: the command is no longer in flight
 */
export async function sendForSelf(
  { store, send }: Pick<Connection, 'store' | 'send'>,
  name: string,
  input: unknown,
  onUpdate?: (inFlight: InFlight) => void,
  onAnswer?: () => void,
): Promise<Answer> {
  const sender = accountIn(store)
  const answer = await send(name, input, onUpdate)
  onAnswer?.()
  const now = accountIn(store)
  return sender && now && now !== sender ? new Promise(() => {}) : answer
}

/** Undefined for a guest. */
const accountIn = (store: Connection['store']) => store.get(accessAtom).principal?.id

/** A command that a user can give from a screen. */
export function useCommand<C extends Command>(command: C): CommandUse<C> {
  const connection = useConnection()
  const { may, principal } = useAtomValue(accessAtom)
  const me = principal?.id
  const [inFlight, setInFlight] = useState<InFlight | null>(null)
  const [refused, setRefused] = useState<readonly [refusal: Refusal, to: string | undefined] | null>(null)
  const refusal = refused && (!me || me === refused[1]) ? refused[0] : null

  const run = useCallback(
    async (input: z.input<C['input']>) => {
      setRefused(null)
      const answer = await sendForSelf(connection, command.name, input, setInFlight, () => setInFlight(null))
      if (!answer.ok) setRefused([answer, accountIn(connection.store)])
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
    dismiss: () => setRefused(null),
  }
}
