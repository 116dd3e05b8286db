import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { type CatalogueChanges, changeOf, isSameChange } from '../../../shared/features/catalogue/catalogue.ts'
import { changeItems, importCatalogue, undoCatalogueEdit } from '../../../shared/features/catalogue/commands.ts'
import type { CatalogueEdit } from '../../../shared/features/catalogue/edits.ts'
import { type Outcome, type Refusal, useCommand } from '../../connection/useCommand.ts'
import { removeToastAtom, showToastAtom } from '../../ui/Toast.tsx'

const itemsLabel = (count: number) => (count === 1 ? '1 item' : `${count} items`)

/** What a refusal says, with the problems of the input. */
export const refusalText = ({ message, problems = [] }: Refusal) =>
  problems.length > 0 ? problems.map((problem) => problem.replace(/^[\w. ]*csv: /, '')).join(' ') : message

/** The toast of each edit that this page has made. */
const editToastsAtom = atom<ReadonlyMap<string, number>>(new Map())

/** Changes the catalogue. The toast of each change undoes it. */
export function useCatalogueEdit() {
  const showToast = useSetAtom(showToastAtom)
  const keepToast = useSetAtom(editToastsAtom)
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
    else {
      const toast = showToast(`Changed ${itemsLabel(changed)}.`, () => void undo(edit))
      keepToast((before) => new Map(before).set(edit, toast))
    }
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

/** Takes the toasts of edits away that can no longer be undone: they were undone elsewhere, or one of their items was changed again. */
export function useEditToasts(changes: CatalogueChanges | null, edits: Readonly<Record<string, CatalogueEdit>>) {
  const toasts = useAtomValue(editToastsAtom)
  const remove = useSetAtom(removeToastAtom)
  const before = useRef<readonly string[]>([])
  const undoable = Object.entries(edits).flatMap(([id, { items }]) =>
    changes && Object.entries(items).every(([item, { after }]) => isSameChange(changeOf(changes, item), after))
      ? [id]
      : [],
  )
  useEffect(() => {
    // The answer to an edit may come before the documents have it.
    for (const id of before.current) {
      const toast = undoable.includes(id) ? undefined : toasts.get(id)
      if (toast !== undefined) remove(toast)
    }
    before.current = undoable
  })
}
