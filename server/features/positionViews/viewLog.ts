import type { PlayerId } from '../../../shared/engine/ids.ts'
import { beginView, endView } from '../../../shared/features/positionViews/commands.ts'
import { type PositionView, positionViews } from '../../../shared/features/positionViews/positionViews.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'
import { viewKey, viewOf } from './rules.ts'

/** A shorter pause, as while a page reloads or reconnects, does not end a view. */
const pauseMs = 30_000
/** The longest part of the replay: a user who has not asked for another one by then has stopped playing. */
const replayMs = 60_000
/** The status is good for 30 s: a program that has not read it again by then has stopped looking. */
const statusMs = 60_000

interface ViewLogOptions {
  readonly hub: Pick<Hub, 'execute' | 'read'>
  readonly clock: Clock
  /** Epoch ms at which the hub is last known to have run before; null where that is unknown. */
  readonly lastRanAt: number | null
  /** Other nodes may have kept serving the viewers: open views of viewers who are still there or return soon continue. */
  readonly resumes?: boolean
  readonly onFault: (what: string, error: unknown) => void
}

/** A client begins or ceases to watch a document or a stream that shows all positions. */
interface WatcherEvent {
  readonly principal: Pick<Principal, 'id' | 'name'>
  readonly began: boolean
}

/** Records who views all positions, from when until when: one entry for each view, however many pages the user has open. */
export function startViewLog({ hub, clock, lastRanAt, resumes = false, onFault }: ViewLogOptions) {
  const queue = createCommandQueue({ hub, clock, onFault })
  const views = new Map<string, View>()
  const watched = new Map<string, number>()
  let isClosed = false

  const viewBy = (account: string, name: string, at: PositionView['at'], isOpen = false) => {
    const key = viewKey(account, at)
    const onEnded = () => void views.delete(key)
    const view =
      views.get(key) ??
      createView({ clock, account: account as PlayerId, name, at, isOpen, execute: queue.add, onEnded })
    views.set(key, view)
    return view
  }
  for (const [key, { name, from }] of Object.entries(hub.read(positionViews).open)) {
    const { account, at } = viewOf(key)
    // A view that was cut short ended when the hub was last known to run.
    const to = Math.max(from, lastRanAt ?? from)
    // How long ago that was says nothing of the viewers: a quiet hub writes little, and the clocks of nodes differ.
    if (resumes) viewBy(account, name, at, true).endAfter(pauseMs, Math.min(to, clock.now()), true)
    else queue.add(endView.name, { account, at, to, cut: true })
  }
  const served =
    (at: PositionView['at'], ms: number) =>
    ({ id, name }: Pick<Principal, 'id' | 'name'>) => {
      if (id !== null && !isClosed) viewBy(id, name, at).endAfter(ms, clock.now() + ms)
    }
  return {
    /** Call it once when a socket begins to watch and once when it ceases. */
    onWatcher({ principal: { id, name }, began }: WatcherEvent) {
      if (id === null || isClosed) return
      const count = Math.max(0, (watched.get(id) ?? 0) + (began ? 1 : -1))
      if (count > 0) watched.set(id, count)
      else watched.delete(id)
      const view = viewBy(id, name, 'map')
      if (count > 0) view.extend()
      else view.endAfter(pauseMs, clock.now())
    },
    /** A user received a part of the replay. */
    onReplay: served('replay', replayMs),
    /** A user received a part of the timeline: entries, or its map. */
    onTimeline: served('timeline', replayMs),
    /** A user received the status with all players and the regions they are in. */
    onListed: served('status', statusMs),
    /** Leaves the open views to the next leader. */
    leave() {
      isClosed = true
      for (const view of views.values()) view.cancel()
      queue.stop()
    },
    /** Ends the open views. Call it before the sockets are closed, otherwise every viewer would seem to have left. */
    async close() {
      isClosed = true
      for (const view of [...views.values()]) view.end()
      await queue.close()
    },
  }
}

interface ViewOptions {
  readonly clock: Clock
  readonly account: PlayerId
  readonly name: string
  readonly at: PositionView['at']
  /** It began under an earlier leader and is recorded already. */
  readonly isOpen: boolean
  execute(command: string, input: unknown): void
  onEnded(): void
}

/** One view, from its begin until a pause that is long enough. */
function createView({ clock, account, name, at, isOpen, execute, onEnded }: ViewOptions) {
  let cancel = () => {}
  let to: number | null = null
  let isCut = false
  if (!isOpen) execute(beginView.name, { account, name, at, from: clock.now() })

  const end = () => {
    const now = clock.now()
    cancel()
    execute(endView.name, { account, at, to: Math.min(to ?? now, now), cut: isCut || to === null || to > now })
    onEnded()
  }
  return {
    /** Goes on until `endAfter`. */
    extend() {
      cancel()
      to = null
    },
    /**
     * Ends after `ms` unless it is extended.
     * @param endsAt epoch ms recorded as its end @param wasCut the hub did not run then: the end is not the viewer's own
     */
    endAfter(ms: number, endsAt: number, wasCut = false) {
      cancel()
      to = endsAt
      isCut = wasCut
      cancel = clock.after(ms, end)
    },
    /** Ends now: cut short, unless it was about to end. */
    end,
    /** Stops without an end, for the next leader. */
    cancel: () => cancel(),
  }
}
type View = ReturnType<typeof createView>

const retryAfterMs = 10_000

interface CommandQueueOptions {
  readonly hub: Pick<Hub, 'execute'>
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/** Executes commands in order. A command that fails, as on a full disk, is retried until it succeeds. */
function createCommandQueue({ hub, clock, onFault }: CommandQueueOptions) {
  const waiting: { readonly name: string; readonly input: unknown }[] = []
  let working: Promise<void> | null = null
  let isFailing = false
  let isStopped = false
  let cancel = () => {}

  const executeAll = async () => {
    for (let [next] = waiting; next; [next] = waiting) {
      await hub.execute('positionViews', next.name, next.input)
      waiting.shift()
      isFailing = false
    }
  }
  const succeeded = () => {
    working = null
    if (waiting.length > 0) void start()
  }
  const failed = (error: unknown) => {
    working = null
    if (!isFailing && !isStopped) onFault('record a position view', error)
    isFailing = true
    if (!isStopped) cancel = clock.after(retryAfterMs, () => void start())
  }
  const start = (): Promise<void> => {
    cancel()
    working ??= executeAll().then(succeeded, failed)
    return working
  }
  return {
    add(name: string, input: unknown) {
      waiting.push({ name, input })
      if (!isFailing) void start()
    },
    /** Leaves the waiting commands to the next leader. */
    stop() {
      isStopped = true
      cancel()
    },
    /** Retries the waiting commands. */
    async close() {
      isStopped = true
      await working
      if (waiting.length > 0) await start()
    },
  }
}
