import { useSetAtom } from 'jotai'
import { Given } from '../../../shared/features/deliveries/commands.ts'
import { forbiddenText, noBroadcastText } from '../../../shared/features/deliveries/refusals.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { noteGivenAtom } from '../deliveries/givenAtom.ts'
import type { GivenAnswer } from '../deliveries/useDeliver.ts'
import type { KnownCommand } from './knownCommands.ts'

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
    const { id } = Given.parse(answer.output)
    note({ id, pressedAt })
    return { ok: true, id }
  }
}
