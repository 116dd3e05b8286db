import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { hubAwayText } from '../../connection/connectionState.ts'
import { chosenAtom } from '../../map/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { LogOutEverywhere } from '../account/LogOutEverywhere.tsx'
import { askedActionAtom, openPlayerAtom } from '../players/openPlayer.ts'
import { healthAtom, isHubAway } from '../server/health.ts'
import { BroadcastComposer } from '../staff/BroadcastComposer.tsx'
import { DeliveryCard } from '../staff/DeliveryCard.tsx'
import { Affected } from '../staff/OtherStaff.tsx'
import { useAnyDeliveryCommand } from '../staff/useDeliver.ts'
import styles from './Palette.module.css'
import { PaletteList } from './PaletteList.tsx'
import { orderOf, type PaletteAction } from './paletteActions.ts'
import type { NamedPlayer, PaletteEntry, PalettePage, PaletteTarget } from './paletteEntries.ts'
import { searchPalette, searchTargets } from './paletteSearch.ts'
import { rememberEntryAtom } from './recentEntries.ts'
import { longestQuery, usePaletteSources } from './usePaletteSources.ts'
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
  | { readonly name: 'search' | 'broadcast' | 'logOutEverywhere' }
  | { readonly name: 'choosing'; readonly action: PaletteAction }
  | { readonly name: 'order'; readonly order: Order }
  | { readonly name: 'sent'; readonly id: string }

/** Finds players, actions, pages and settings, and opens or does them: by keyboard alone if you like. */
export function Palette({ pages, onClose }: PaletteProps) {
  const [step, setStep] = useState<Step>({ name: 'search' })
  useReturningFocus()
  const search = () => setStep({ name: 'search' })
  const onSent = (id: string) => setStep({ name: 'sent', id })
  if (step.name === 'order')
    return <OrderQuestion order={step.order} onSent={onSent} onCancel={search} onClose={onClose} />
  if (step.name === 'logOutEverywhere')
    return <LogOutEverywhere title="Log out everywhere?" action="Log out everywhere" onDone={onClose} />
  return (
    <PaletteFrame onClose={onClose}>
      {step.name === 'sent' ? (
        <Sent onClose={onClose}>
          <DeliveryCard id={step.id} />
        </Sent>
      ) : step.name === 'broadcast' ? (
        <Sent onClose={onClose}>
          <BroadcastComposer name="Broadcast" onAnswer={(answer) => answer.ok && onSent(answer.id)} />
        </Sent>
      ) : (
        <Search
          key={step.name}
          pages={pages}
          choosing={step.name === 'choosing' ? step.action : null}
          onStep={setStep}
          onClose={onClose}
        />
      )}
    </PaletteFrame>
  )
}

interface SearchProps extends PaletteProps {
  /** The action for which a player is chosen; null for the whole search. */
  readonly choosing: PaletteAction | null
  readonly onStep: (step: Step) => void
}

function Search({ pages, choosing, onStep, onClose }: SearchProps) {
  const [query, setQuery] = useState('')
  const [isAimed, setAimed] = useState(true)
  const { sources, isLoading, problem } = usePaletteSources(pages, query, isAimed)
  const isAway = isHubAway(useAtomValue(healthAtom))
  const take = useTake(onStep, onClose)
  const isTooLong = query.trim().length > longestQuery
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
          At most {longestQuery} characters. Remove {query.trim().length - longestQuery}.
        </p>
      ) : null}
      {problem ? <Problem>{problem}</Problem> : null}
      {count === 0 && !isTooLong && !isLoading ? <NothingFound query={query.trim()} choosing={choosing} /> : null}
    </PaletteList>
  )
}

/** Before anything is typed the list is no result. */
const statusOf = (query: string, count: number) =>
  query.trim() === '' ? '' : count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`

const searchLabel = 'Search players, actions and pages'

function NothingFound({ query, choosing }: { readonly query: string; readonly choosing: PaletteAction | null }) {
  const nobody = choosing?.target === 'banned' ? 'No one is banned.' : 'No players online.'
  return (
    <div className={styles.nothing}>
      <p className={styles.nothingTitle}>{query === '' ? nobody : `Nothing found for “${query}”.`}</p>
      {choosing ? (
        <p>Try a part of the name, or the SteamID64.</p>
      ) : (
        <p>Try a name, a page such as “map”, or a setting such as “night”.</p>
      )}
    </div>
  )
}

/** Opens or does what an entry leads to, and remembers it. */
function useTake(onStep: (step: Step) => void, onClose: () => void) {
  const [, go] = useLocation()
  const choose = useSetAtom(chosenAtom)
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
      case 'logOutEverywhere':
        return onStep({ name: target.to })
      case 'page':
        go(target.path)
        break
      case 'map':
        go('/map')
        choose({ kind: 'animal', id: target.id, by: 'list' })
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
  readonly onSent: (id: string) => void
  readonly onCancel: () => void
  readonly onClose: () => void
}

/** Sends an action: at once if it is harmless, else after a question that names its effect and the player. */
function OrderQuestion({ order, onSent, onCancel, onClose }: OrderQuestionProps) {
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
    <PaletteFrame onClose={onClose}>
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
      <Button onClick={onClose}>Close</Button>
    </DialogActions>
  </div>
)

/** A dialog over the page; a sheet of full height on a telephone. Escape closes it. */
function PaletteFrame({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // A dialog gives the focus to its first control, which may be a button.
    current?.querySelector('input')?.focus()
    return () => current?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Escape
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div className={styles.sheet}>{children}</div>
    </dialog>
  )
}

/**
 * Returns the focus where it was; where nothing had it, to the page: not to the next control, which is the account menu. A drawer or a
 * page that opens next takes it by itself.
 */
function useReturningFocus() {
  // Read while rendering: after that the palette has the focus.
  const [before] = useState(focusedControl)
  useEffect(() => {
    const path = location.pathname
    return () => {
      const isFree = document.activeElement === null || document.activeElement === document.body
      if (!isFree || location.pathname !== path) return
      const rest = before?.isConnected ? before : document.querySelector('main')
      rest?.focus({ preventScroll: true })
    }
  }, [before])
}

const focusedControl = () => {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
}
