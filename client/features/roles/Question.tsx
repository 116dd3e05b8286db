import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Command } from '../../../shared/engine/command.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { tellAtom } from '../../ui/toastsAtom.ts'

interface QuestionProps<C extends Command> {
  readonly command: C
  readonly input: z.input<C['input']>
  readonly title: string
  readonly act: string
  readonly flight: string
  /** What is told when it was done; null where the page says it by itself. */
  readonly done: string | null
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks once, then gives the order; a refusal stands in the question. */
export function Question<C extends Command>({ command, input, done, onClose, flight, ...words }: QuestionProps<C>) {
  const { run, busy, refusal } = useCommand(command)
  const tell = useSetAtom(tellAtom)
  const onYes = async () => {
    if (!(await run(input)).ok) return
    if (done !== null) tell(done)
    onClose()
  }
  return (
    <Confirm
      {...words}
      flight={busy ? flight : null}
      refusal={refusal?.message ?? null}
      onYes={() => void onYes()}
      onNo={onClose}
    />
  )
}
