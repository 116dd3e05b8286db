import { type Atom, atom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { knownCommands, rawCommand } from '../../../shared/features/console/knownCommands.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { documentAtom } from '../../connection/useDocument.ts'
import { chosenAtom } from '../../map/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { packAtom } from '../packs/usePack.ts'
import { DeliveryCard } from './DeliveryCard.tsx'
import { Affected } from './OtherStaff.tsx'
import styles from './Palette.module.css'
import { PaletteFrame, PaletteList } from './PaletteList.tsx'
import { type Draft, draftLabel, draftPrompt, emptyDraft, inputOfDraft, isComplete } from './paletteDraft.ts'
import { type PaletteOption, paletteOptions, type SearchSources } from './paletteOptions.ts'
import { rememberTargetAtom } from './pickedPlayer.ts'
import { useAnyDeliveryCommand } from './useDeliver.ts'

interface PaletteDialogProps {
  readonly pages: SearchSources['pages']
  readonly onClose: () => void
}

/** Finds a screen, a player or a command, and runs it by keyboard alone, with the confirmation of its button and its delivery card. */
export function PaletteDialog({ pages, onClose }: PaletteDialogProps) {
  const [query, setQuery] = useState('')
  const [draft, setDraft] = useState(emptyDraft)
  const { run, busy, problem, issued, clearProblem } = useRun()
  const options = paletteOptions(draft, query, useSearchSources(pages))
  const open = useOpen(onClose)
  const change = (next: Draft) => {
    setDraft(next)
    setQuery('')
    clearProblem()
    if (isComplete(next) && !next.known?.harm) void run(next)
  }
  const onTake = ({ target }: PaletteOption) => (target.to === 'draft' ? change(target.draft) : open(target))

  if (issued) return <Issued id={issued} onClose={onClose} />
  if (isComplete(draft) && draft.known?.harm)
    return (
      <ConfirmDraft
        draft={draft}
        busy={busy}
        problem={problem}
        onConfirm={() => void run(draft)}
        onCancel={() => change(emptyDraft)}
      />
    )
  return (
    <PaletteFrame onClose={onClose}>
      <PaletteList
        label={isComplete(draft) ? draftLabel(draft) : draftPrompt(draft)}
        query={query}
        onQuery={setQuery}
        options={isComplete(draft) ? [] : options}
        busyLabel={busy ? 'Asking the hub …' : null}
        onTake={onTake}
        onBack={() => change(emptyDraft)}
      />
      {problem ? <Problem>{problem}</Problem> : null}
      {isComplete(draft) && !busy ? <Button onClick={() => change(emptyDraft)}>Begin anew</Button> : null}
    </PaletteFrame>
  )
}

/** Sends the command that was put together, and keeps its answer. */
function useRun() {
  const issue = useAnyDeliveryCommand()
  const remember = useSetAtom(rememberTargetAtom)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [issued, setIssued] = useState<string | null>(null)
  const run = async (draft: Draft) => {
    if (!draft.known) return
    setProblem(null)
    setBusy(true)
    const answer = await issue(draft.known.command, inputOfDraft(draft))
    setBusy(false)
    if (!answer.ok) return setProblem(answer.problem)
    if (draft.player) remember(draft.player)
    setIssued(answer.id)
  }
  return { run, busy, problem, issued, clearProblem: () => setProblem(null) }
}

/** Opens a screen, or shows a player on the map. */
function useOpen(onClose: () => void) {
  const [, go] = useLocation()
  const choose = useSetAtom(chosenAtom)
  return (target: Exclude<PaletteOption['target'], { to: 'draft' }>) => {
    if (target.to === 'map') choose({ kind: 'animal', id: target.id, by: 'list' })
    go(target.to === 'map' ? '/map' : target.path)
    onClose()
  }
}

interface ConfirmDraftProps {
  readonly draft: Draft
  readonly busy: boolean
  readonly problem: string | null
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

function ConfirmDraft({ draft, busy, problem, onConfirm, onCancel }: ConfirmDraftProps) {
  const order = draftLabel(draft)
  const harm = draft.known?.harm
  return (
    <Confirm
      title={`${order}?`}
      action={order}
      busyLabel={busy ? `${order} …` : null}
      refusal={problem}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {draft.player ? <Affected player={draft.player}>{harm}</Affected> : <p>{harm}</p>}
      {draft.values.reason ? <p>Reason: {draft.values.reason}</p> : null}
    </Confirm>
  )
}

const Issued = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <PaletteFrame onClose={onClose}>
    <div className={styles.issued}>
      <DeliveryCard id={id} />
      <Button onClick={onClose}>Close</Button>
    </div>
  </PaletteFrame>
)

const noPlayers: SearchSources['players'] = {}

/** All players, with the permission for it; watched only while the palette is open. */
const playersAtom: Atom<SearchSources['players']> = atom((get) =>
  get(accessAtom).may.includes('viewAllPositions')
    ? (get(documentAtom(roster, mainServer)).value?.players ?? noPlayers)
    : noPlayers,
)

/** Otherwise the members of the own pack. */
const packMatesAtom: Atom<SearchSources['pack']> = atom((get) => {
  const { principal, may } = get(accessAtom)
  if (!principal || may.includes('viewAllPositions')) return []
  const own = get(packAtom(principal.id))
  if (own.name !== 'here') return []
  return Object.entries(own.pack.members).flatMap(([id, { name }]) => (id === principal.id ? [] : [{ id, name }]))
})

/** Everything that the principal can find. */
function useSearchSources(pages: SearchSources['pages']): SearchSources {
  const { may } = useAtomValue(accessAtom)
  const commands = [...knownCommands, rawCommand].filter(({ command }) => may.includes(command.permission))
  return { pages, commands, players: useAtomValue(playersAtom), pack: useAtomValue(packMatesAtom) }
}
