import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { longestNameOrId } from '../../../shared/features/profile/profile.ts'
import { accessAtom, hubAwayText } from '../../connection/connectionState.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { lengthIn } from '../../ui/textRules.ts'
import { LogOutEverywhere } from '../account/LogOutEverywhere.tsx'
import { askedActionAtom, openPlayerAtom } from '../players/openPlayer.ts'
import { useShowOnMap } from '../players/useShowOnMap.ts'
import { healthAtom, isHubAway } from '../server/health.ts'
import { BroadcastComposer } from '../staff/BroadcastComposer.tsx'
import { DeliveryCard } from '../staff/DeliveryCard.tsx'
import { Affected } from '../staff/OtherStaff.tsx'
import { useAnyDeliveryCommand } from '../staff/useDeliver.ts'
import styles from './Palette.module.css'
import { focusedControl, PaletteFrame } from './PaletteFrame.tsx'
import { PaletteList } from './PaletteList.tsx'
import { orderOf, type PaletteAction } from './paletteActions.ts'
import type { NamedPlayer, PaletteEntry, PalettePage, PaletteTarget } from './paletteEntries.ts'
import { searchPalette, searchTargets } from './paletteSearch.ts'
import { rememberEntryAtom } from './recentEntries.ts'
import { usePaletteSources } from './usePaletteSources.ts'
import { isForgotten } from './useSettings.ts'

export interface PaletteProps {
  /** Those that the principal may open. */
  readonly pages: readonly PalettePage[]
  readonly onClose: () => void
}

interface Order {
  readonly action: PaletteAction
  readonly player: NamedPlayer | null
}

/** What the palette shows. `choosing`: which player an action is for. `sent`: the delivery of an action. */
type Step =
  | { readonly name: 'search' | 'logOutEverywhere' }
  | { readonly name: 'broadcast'; readonly text: string | null }
  | { readonly name: 'choosing'; readonly action: PaletteAction }
  | { readonly name: 'order'; readonly order: Order }
  | { readonly name: 'sent'; readonly id: string }

/** Finds players, actions, pages and settings, and opens or does them: by keyboard alone if you like. */
export function Palette({ pages, onClose }: PaletteProps) {
  const [step, setStep] = useStep()
  // Read while rendering: after that the palette has the focus.
  const [before] = useState(focusedControl)
  /** What was searched, kept over a question that is cancelled. */
  const [searched, setSearched] = useState('')
  const search = () => setStep({ name: 'search' })
  const onSent = (id: string) => setStep({ name: 'sent', id })
  if (step.name === 'order')
    return <OrderQuestion order={step.order} before={before} onSent={onSent} onCancel={search} onClose={onClose} />
  if (step.name === 'logOutEverywhere')
    return <LogOutEverywhere title="Log out everywhere?" action="Log out everywhere" onDone={onClose} />
  return (
    <PaletteFrame step={step.name} before={before} onClose={onClose}>
      {step.name === 'sent' ? (
        <Sent onClose={onClose}>
          <DeliveryCard id={step.id} />
        </Sent>
      ) : step.name === 'broadcast' ? (
        <Sent onClose={onClose}>
          <BroadcastComposer name="Broadcast" start={step.text} onAnswer={(answer) => answer.ok && onSent(answer.id)} />
        </Sent>
      ) : (
        <Search
          key={step.name}
          pages={pages}
          choosing={step.name === 'choosing' ? step.action : null}
          searched={searched}
          onSearched={setSearched}
          onStep={setStep}
          onClose={onClose}
        />
      )}
    </PaletteFrame>
  )
}

/** What it shows to one account. Where another one signs in meanwhile it goes back to the search: what was sent has no answer for that account. */
function useStep() {
  const me = useAtomValue(accessAtom).principal?.id
  const [taken, take] = useState({ step: { name: 'search' } as Step, by: me })
  if (me && taken.by && taken.by !== me) take({ step: { name: 'search' }, by: me })
  return [taken.step, (step: Step) => take({ step, by: me })] as const
}

interface SearchProps extends PaletteProps {
  /** The action for which a player is chosen; null for the whole search. */
  readonly choosing: PaletteAction | null
  readonly searched: string
  readonly onSearched: (query: string) => void
  readonly onStep: (step: Step) => void
}

function Search({ pages, choosing, searched, onSearched, onStep, onClose }: SearchProps) {
  const [target, setTarget] = useState('')
  const [query, setQuery] = choosing ? [target, setTarget] : [searched, onSearched]
  const [isAimed, setAimed] = useState(true)
  const { sources, isLoading, problem } = usePaletteSources(pages, query, isAimed)
  const isAway = isHubAway(useAtomValue(healthAtom))
  const take = useTake(onStep, onClose)
  const excess = lengthIn(query.trim()) - longestNameOrId
  const isTooLong = excess > 0
  const sections = isTooLong ? [] : choosing ? searchTargets(query, choosing, sources) : searchPalette(query, sources)
  const count = sections.reduce((sum, { entries }) => sum + entries.length, 0)
  const onBack = () => (choosing ? onStep({ name: 'search' }) : setAimed(false))
  const aim = sources.aim
  const label = choosing ? `${orderOf(choosing, null)} Which one?` : aim ? `What about ${aim.name}?` : searchLabel
  return (
    <PaletteList
      label={label}
      query={query}
      onQuery={setQuery}
      about={choosing ? orderOf(choosing, null) : (aim?.name ?? null)}
      onBack={onBack}
      sections={sections}
      hasFirstChoice={!choosing || query.trim() !== ''}
      status={isLoading ? 'Loading players…' : statusOf(query, count)}
      onTake={take}
      onClose={onClose}
    >
      {isAway ? <p className={styles.away}>{hubAwayText} You can still open pages.</p> : null}
      {isTooLong ? (
        <p className={styles.problem} role="alert">
          At most {longestNameOrId} characters. Remove {excess}.
        </p>
      ) : null}
      {problem ? <Problem>{problem}</Problem> : null}
      {count === 0 && !isTooLong && !isLoading ? <NothingFound query={query.trim()} choosing={choosing} /> : null}
    </PaletteList>
  )
}

/** Before anything is typed the list is not a result. */
const statusOf = (query: string, count: number) =>
  query.trim() === '' ? '' : count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`

const searchLabel = 'Search players, actions and pages'

function NothingFound({ query, choosing }: { readonly query: string; readonly choosing: PaletteAction | null }) {
  const nobody = choosing?.target === 'banned' ? 'No one is banned.' : 'No players online.'
  return (
    <div className={styles.nothing}>
      <p className={styles.nothingTitle}>{query === '' ? nobody : `Nothing found for “${query}”.`}</p>
      {choosing ? (
        <p>Try part of the name, or the SteamID64.</p>
      ) : (
        <p>Try a name, a page such as “map”, or a setting such as “night”.</p>
      )}
    </div>
  )
}

/** Opens or does what an entry leads to, and remembers it. */
function useTake(onStep: (step: Step) => void, onClose: () => void) {
  const [, go] = useLocation()
  const showOnMap = useShowOnMap()
  const openPlayer = useSetAtom(openPlayerAtom)
  const ask = useSetAtom(askedActionAtom)
  const remember = useSetAtom(rememberEntryAtom)
  const follow = (target: PaletteTarget) => {
    switch (target.to) {
      case 'choosing':
        return onStep({ name: 'choosing', action: target.action })
      case 'order':
        return onStep({ name: 'order', order: target })
      case 'broadcast':
        return onStep({ name: 'broadcast', text: target.text })
      case 'logOutEverywhere':
        return onStep({ name: 'logOutEverywhere' })
      case 'page':
        go(target.path)
        break
      case 'map':
        showOnMap(target.id)
        break
      case 'player':
        openPlayer(target.id)
        if (target.action) ask({ player: target.id, action: target.action })
        break
      case 'setting':
        target.set()
    }
    onClose()
  }
  return (entry: PaletteEntry) => {
    if (!isForgotten(entry)) remember(entry)
    follow(entry.target)
  }
}

interface OrderQuestionProps {
  readonly order: Order
  readonly before: HTMLElement | null
  readonly onSent: (id: string) => void
  readonly onCancel: () => void
  readonly onClose: () => void
}

/** Sends an action: at once if it is harmless, otherwise after a question that names its effect and the player. */
function OrderQuestion({ order, before, onSent, onCancel, onClose }: OrderQuestionProps) {
  const { action, player } = order
  const name = orderOf(action, player?.name ?? null).replace('…', '')
  const { send, isBusy, problem } = useSending(order, onSent)
  const isAsked = action.harm !== null
  const isSent = useRef(false)
  useLayoutEffect(() => {
    if (isAsked || isSent.current) return
    isSent.current = true
    void send()
  })
  const busyLabel = isBusy ? 'Sending…' : null
  if (isAsked)
    return (
      <Confirm
        title={`${name}?`}
        action={name}
        busyLabel={busyLabel}
        refusal={problem}
        onConfirm={() => void send()}
        onCancel={onCancel}
      >
        {player ? (
          <Affected player={{ text: player.name, id: player.id }}>{action.harm}</Affected>
        ) : (
          <p>{action.harm}</p>
        )}
      </Confirm>
    )
  return (
    <PaletteFrame step="order" before={before} onClose={onClose}>
      <Sent onClose={onClose}>
        {problem ? <Problem>{problem}</Problem> : <p role="status">{`${name}: ${busyLabel ?? 'sent'}`}</p>}
      </Sent>
    </PaletteFrame>
  )
}

function useSending({ action, player }: Order, onSent: (id: string) => void) {
  const issue = useAnyDeliveryCommand()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async () => {
    if (!action.send) return
    setProblem(null)
    setBusy(true)
    const answer = await issue(action.send.command, action.send.inputOf(player?.id ?? ''))
    setBusy(false)
    if (answer.ok) onSent(answer.id)
    else setProblem(answer.problem)
  }
  return { send, isBusy, problem }
}

const Sent = ({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) => (
  <div className={styles.sent}>
    {children}
    <DialogActions>
      <Button data-first-focus onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  </div>
)
