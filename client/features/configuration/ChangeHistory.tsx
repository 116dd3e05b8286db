import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { AuditLine } from '../../../shared/features/audit/queries.ts'
import { longestAuditText } from '../../../shared/features/audit/queries.ts'
import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { latestChanges, type UndoableChange, undoSetting } from '../../../shared/features/settings/changes.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { LivePage, LivePageFoot } from '../../ui/LivePage.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { On } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { AuditSentence } from '../audit/AuditEntry.tsx'
import { useAuditPage } from '../audit/useAuditPage.ts'

const pauseMs = 300
const kinds = ['settings', 'catalogue', 'information'] as const

/** Who changed which setting, from what to what, the newest first; with undo. The audit has the same, so it takes its permission. */
export function ChangeHistory() {
  const { may } = useAtomValue(accessAtom)
  return may.includes('runConsole') ? <History /> : null
}

function History() {
  const [text, setText] = useState('')
  const asked = useDebounced(text, pauseMs)
  const filter = { text: asked, kinds: [...kinds], actor: '', from: null, to: null }
  const { query, paging, rows: lines, newRows, showNew } = useAuditPage(filter)
  // One's own change is shown at once: rows move seldom here, and nothing is chosen in them.
  useEffect(() => {
    if (newRows.count > 0 && paging.page === 1) showNew()
  })
  const isSearching = query.state === 'loading' || asked !== text
  const next = query.value?.next ?? null
  const isUndoable = useUndoable()
  const undo = useUndo()
  const columns: readonly Column<AuditLine>[] = [
    { name: 'Time', width: '176px', cell: ({ at }) => <On at={at} /> },
    {
      name: 'What changed',
      isPlain: true,
      width: 'minmax(240px, 1fr)',
      cell: (line) => (
        <span>
          <AuditSentence line={line} />
        </span>
      ),
    },
    {
      name: 'Undo',
      width: '120px',
      isEmpty: (line) => undoOf(line, isUndoable) === null,
      cell: (line) => <Undo line={line} isUndoable={isUndoable} isBusy={undo.busy} onUndo={undo.undo} />,
    },
  ]
  const title = text === '' ? 'No setting has been changed yet.' : 'No change matches your search.'
  return (
    <Part title="Changes" description="Who changed what. Undoing is refused once the setting has been changed again.">
      {undo.problem ? <Problem onDismiss={undo.dismiss}>{undo.problem}</Problem> : null}
      <FilterBar
        label="Changes"
        search={{ value: text, onChange: setText, hint: 'Setting, name or value', longest: longestAuditText }}
        isFiltered={text !== ''}
        onClear={() => setText('')}
      />
      <StatefulContent {...statesOf(query, () => lines.length === 0 && newRows.count === 0, { title })}>
        <LivePage isSearching={isSearching} newRows={newRows} onShow={showNew}>
          <DataTable caption="Changes, newest first" columns={columns} rows={lines} keyOf={({ key }) => key} />
        </LivePage>
        <LivePageFoot
          paging={paging}
          next={next}
          isSearching={isSearching}
          found={query.value ? (lines.length === 1 ? '1 change' : `${lines.length} changes`) : ''}
          searchedTo={query.value?.searchedTo ?? null}
        />
      </StatefulContent>
    </Part>
  )
}

function useUndo() {
  const { run, busy, refusal, dismiss } = useCommand(undoSetting)
  const showToast = useSetAtom(showToastAtom)
  const undo = async (change: string) => {
    if ((await run({ change })).ok) showToast('Undone. The earlier value is back.')
  }
  return { undo: (change: string) => void undo(change), busy, problem: refusal?.message ?? null, dismiss }
}

/** Whether the reader may undo a change that is still kept. */
type IsUndoable = (change: string) => boolean

function useUndoable(): IsUndoable {
  const { value } = useDocument(latestChanges)
  const may: readonly string[] = useAtomValue(accessAtom).may
  const changes: Readonly<Record<string, UndoableChange>> = value?.changes ?? {}
  return (id) => {
    const change = Object.hasOwn(changes, id) ? changes[id] : undefined
    return change !== undefined && neededFor(change).every((needed) => may.includes(needed))
  }
}

/** A change that a former release kept does not say what its undo needs. Of all settings only those of the economy need more. */
const neededFor = ({ setting, alsoNeeds }: UndoableChange): readonly string[] =>
  alsoNeeds.length === 0 && setting.startsWith('economy.') ? (changeEconomySettings.alsoNeeds ?? []) : alsoNeeds

/** The change that can be undone here; null if it can't, or is undone where it was made. */
function undoOf({ kind, detail }: AuditLine, isUndoable: IsUndoable): string | null {
  const change = String(detail.change ?? '')
  return kind === 'settings' && isUndoable(change) ? change : null
}

interface UndoProps {
  readonly line: AuditLine
  readonly isUndoable: IsUndoable
  readonly isBusy: boolean
  readonly onUndo: (change: string) => void
}

function Undo({ line, isUndoable, isBusy, onUndo }: UndoProps) {
  const change = undoOf(line, isUndoable)
  if (change !== null)
    return (
      <Button
        tone="quiet"
        flush
        disabled={isBusy}
        aria-label={`Undo: ${String(line.detail.name)} from ${String(line.detail.from)} to ${String(line.detail.to)}`}
        onClick={() => onUndo(change)}
      >
        Undo
      </Button>
    )
  if (line.kind === 'catalogue') return <Link href="/catalogue">Open the page</Link>
  if (line.kind === 'information') return <Link href="/information">Open the page</Link>
  return null
}
