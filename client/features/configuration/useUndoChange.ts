import { useSetAtom } from 'jotai'
import { undoSetting } from '../../../shared/features/settings/changes.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { showToastAtom } from '../../ui/Toast.tsx'

/** Undoes a change from its toast, which is gone by then: another one shows the outcome, a refusal too. */
export function useUndoChange() {
  const { run } = useCommand(undoSetting)
  const showToast = useSetAtom(showToastAtom)
  return (change: string) =>
    void run({ change }).then((answer) => showToast(answer.ok ? 'Undone. The earlier value is back.' : answer.message))
}
