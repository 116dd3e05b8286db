import { type Atom, atom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { meAtom } from '../../connection/handshake.ts'
import { documentAtom } from '../../connection/useDocument.ts'
import { chosenAtom } from '../../map/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { packAtom } from '../packs/usePack.ts'
import { DeliveryStrip } from './DeliveryCard.tsx'
import { knownCommands, rawCommand } from './knownCommands.ts'
import { Affected } from './OtherStaff.tsx'
import styles from './Palette.module.css'
import { PaletteFrame, PaletteList } from './PaletteList.tsx'
import { askedFor, type Draft, draftWords, emptyDraft, inputOfDraft, isWhole } from './paletteDraft.ts'
import { type Findable, type PaletteOption, paletteOptions } from './paletteOptions.ts'
import { rememberTargetAtom } from './pickedPlayer.ts'
import { useGiveAny } from './useDeliver.ts'

interface PaletteDialogProps {
  readonly pages: Findable['pages']
  readonly onClose: () => void
}

/** Finds a screen, a player or a command, and runs it: by keys alone, with the question and the strip of its button. */
export function PaletteDialog({ pages, onClose }: PaletteDialogProps) {
  const [query, setQuery] = useState('')
  const [draft, setDraft] = useState(emptyDraft)
  const { run, busy, problem, given, forget } = useRun()
  const options = paletteOptions(draft, query, useFindable(pages))
  const lead = useLead(onClose)
  const turnTo = (next: Draft) => {
    setDraft(next)
    setQuery('')
    forget()
    if (isWhole(next) && !next.known?.harm) void run(next)
  }
  const onTake = ({ leads }: PaletteOption) => (leads.to === 'draft' ? turnTo(leads.draft) : lead(leads))

  if (given) return <Acknowledged id={given} onClose={onClose} />
  if (isWhole(draft) && draft.known?.harm)
    return (
      <Asked
        draft={draft}
        busy={busy}
        problem={problem}
        onYes={() => void run(draft)}
        onNo={() => turnTo(emptyDraft)}
      />
    )
  return (
    <PaletteFrame onClose={onClose}>
      <PaletteList
        label={isWhole(draft) ? draftWords(draft) : askedFor(draft)}
        query={query}
        onQuery={setQuery}
        options={isWhole(draft) ? [] : options}
        flight={busy ? 'Asking the hub …' : null}
        onTake={onTake}
        onBack={() => turnTo(emptyDraft)}
      />
      {problem ? <Problem>{problem}</Problem> : null}
      {isWhole(draft) && !busy ? <Button onClick={() => turnTo(emptyDraft)}>Begin anew</Button> : null}
    </PaletteFrame>
  )
}

/** Gives what was put together, and knows what came of it. */
function useRun() {
  const give = useGiveAny()
  const remember = useSetAtom(rememberTargetAtom)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [given, setGiven] = useState<string | null>(null)
  const run = async (draft: Draft) => {
    if (!draft.known) return
    setProblem(null)
    setBusy(true)
    const answer = await give(draft.known, inputOfDraft(draft))
    setBusy(false)
    if (!answer.ok) return setProblem(answer.problem)
    if (draft.player) remember(draft.player)
    setGiven(answer.id)
  }
  return { run, busy, problem, given, forget: () => setProblem(null) }
}

/** Goes to a screen, or to somebody on the map. */
function useLead(onClose: () => void) {
  const [, go] = useLocation()
  const choose = useSetAtom(chosenAtom)
  return (leads: Exclude<PaletteOption['leads'], { to: 'draft' }>) => {
    if (leads.to === 'map') choose({ kind: 'animal', id: leads.id, by: 'list' })
    go(leads.to === 'map' ? '/map' : leads.path)
    onClose()
  }
}

interface AskedProps {
  readonly draft: Draft
  readonly busy: boolean
  readonly problem: string | null
  readonly onYes: () => void
  readonly onNo: () => void
}

function Asked({ draft, busy, problem, onYes, onNo }: AskedProps) {
  const order = draftWords(draft)
  const harm = draft.known?.harm
  return (
    <Confirm
      title={`${order}?`}
      act={order}
      flight={busy ? `${order} …` : null}
      refusal={problem}
      onYes={onYes}
      onNo={onNo}
    >
      {draft.player ? <Affected player={draft.player}>{harm}</Affected> : <p>{harm}</p>}
      {draft.values.reason ? <p>Reason: {draft.values.reason}</p> : null}
    </Confirm>
  )
}

const Acknowledged = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <PaletteFrame onClose={onClose}>
    <div className={styles.given}>
      <DeliveryStrip id={id} />
      <Button onClick={onClose}>Close</Button>
    </div>
  </PaletteFrame>
)

const nobody: Findable['players'] = {}

/** Everybody for whoever may see them; watched only while the palette is open. */
const playersAtom: Atom<Findable['players']> = atom((get) =>
  get(meAtom).may.includes('viewAllPositions')
    ? (get(documentAtom(roster, mainServer)).value?.players ?? nobody)
    : nobody,
)

/** Else those of one's own pack. */
const packMatesAtom: Atom<Findable['pack']> = atom((get) => {
  const { you, may } = get(meAtom)
  if (!you || may.includes('viewAllPositions')) return []
  const own = get(packAtom(you.id))
  if (own.name !== 'here') return []
  return Object.entries(own.pack.members).flatMap(([id, { name }]) => (id === you.id ? [] : [{ id, name }]))
})

/** All that can be found by whoever sits here. */
export function useFindable(pages: Findable['pages']): Findable {
  const { may } = useAtomValue(meAtom)
  const commands = [...knownCommands, rawCommand].filter(({ command }) => may.includes(command.permission))
  return { pages, commands, players: useAtomValue(playersAtom), pack: useAtomValue(packMatesAtom) }
}
