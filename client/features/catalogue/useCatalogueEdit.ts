import { useSetAtom } from 'jotai'
import type { z } from 'zod'
import { changeItems, importCatalogue, undoCatalogueEdit } from '../../../shared/features/catalogue/commands.ts'
import { type Outcome, type Refusal, useCommand } from '../../connection/useCommand.ts'
import { showToastAtom } from '../../ui/Toast.tsx'

const itemsLabel = (count: number) => (count === 1 ? '1 item' : `${count} items`)

/** What a refusal says, with the problems of the input. */
export const refusalText = ({ message, problems = [] }: Refusal) =>
  problems.length > 0 ? problems.map((problem) => problem.replace(/^[\w. ]*csv: /, '')).join(' ') : message

/** Changes the catalogue. The toast of each change undoes it. */
export function useCatalogueEdit() {
  const showToast = useSetAtom(showToastAtom)
  const change = useCommand(changeItems)
  const load = useCommand(importCatalogue)
  const undone = useCommand(undoCatalogueEdit)
  const undo = async (edit: string) => {
    const answer = await undone.run({ edit })
    showToast(answer.ok ? `Undone: ${itemsLabel(answer.output.changed)} as before.` : answer.message)
  }
  const told = (answer: Outcome<typeof changeItems>) => {
    if (!answer.ok) return false
    const { changed, edit } = answer.output
    if (edit === null) showToast('There are no changes to save.')
    else showToast(`Changed ${itemsLabel(changed)}.`, () => void undo(edit))
    return true
  }
  const refusal = change.refusal ?? load.refusal
  return {
    /** @returns whether it was carried out */
    change: async (changes: z.input<typeof changeItems.input>['changes']) => told(await change.run({ changes })),
    load: async (csv: string) => told(await load.run({ csv })),
    undo,
    busy: change.busy || load.busy || undone.busy,
    problem: refusal && refusalText(refusal),
    dismiss() {
      change.dismiss()
      load.dismiss()
    },
  }
}
