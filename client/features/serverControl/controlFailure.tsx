import { createContext, useContext } from 'react'
import type { z } from 'zod'
import type { Command } from '../../../shared/engine/command.ts'
import { type Outcome, useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import type { DeliveryAnswer } from '../staff/useDeliver.ts'

/** Shows a failure at the top of the tab; null takes it away. */
export const FailureContext = createContext<(text: string | null) => void>(() => {})
export const useFailure = () => useContext(FailureContext)

/** For a `CommandButton`: its refusal goes to the top of the tab, as `Restart failed: …`. */
export function useFailingOrder(action: string) {
  const fail = useFailure()
  return {
    onAsk: () => fail(null),
    onAnswer: (answer: DeliveryAnswer) => (answer.ok ? undefined : fail(`${action} failed: ${answer.problem}`)),
  }
}

/** A command whose refusal goes to the top of the tab. @param wordsOf the whole text of a failure, by its reason */
export function useControl<C extends Command>(command: C, wordsOf: (reason: string) => string) {
  const { run, busy } = useCommand(command)
  const fail = useFailure()
  return {
    busy,
    async give(input: z.input<C['input']>): Promise<Outcome<C>> {
      fail(null)
      const outcome = await run(input)
      if (!outcome.ok) fail(wordsOf(outcome.message))
      return outcome
    },
  }
}

interface ControlButtonProps<C extends Command> {
  readonly command: C
  readonly input: z.input<C['input']>
  readonly name: string
  readonly label?: string
  readonly tone?: 'plain' | 'main' | 'danger' | 'quiet'
}

/** A command as a button that needs no question, because it can be undone. */
export function ControlButton<C extends Command>(props: ControlButtonProps<C>) {
  const { command, input, name, label, tone } = props
  const { busy, give } = useControl(command, (reason) => `${name} failed: ${reason}`)
  return (
    <Button
      {...(tone && { tone })}
      aria-label={label}
      busyLabel={busy ? `${name}…` : null}
      onClick={() => void give(input)}
    >
      {name}
    </Button>
  )
}
