import { join } from 'node:path'
import { kindOf } from '../../shared/engine/document.ts'
import { erasures, erasuresKey } from '../../shared/features/erasure/erasures.ts'
import { unrecordedPlayers } from '../../shared/features/play/playRecord.ts'
import type { Node } from '../cluster/node.ts'
import type { Viewers } from '../cluster/presence.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { hasUnrecorded, isUnrecorded } from '../features/play/unrecordedPlayers.ts'
import { startViewLog } from '../features/positionViews/viewLog.ts'
import { anonymize } from '../features/replay/anonymize.ts'
import { openReplay, type Replay } from '../features/replay/replay.ts'
import { openPinnedMap, type PinnedMap } from '../features/timeline/pinnedMap.ts'
import type { Log } from '../observability/log.ts'
import { pinFolder } from '../storage/backups/pinFiles.ts'
import { compression } from '../storage/replay/compression.ts'
import { openSegmentFolder } from '../storage/replay/segmentFolder.ts'

interface ReplayDeps {
  readonly server: string
  readonly node: Pick<Node, 'hub' | 'hubOutlivesNode'>
  readonly config: Pick<Config, 'dataDir' | 'replay'>
  readonly clock: Clock
  readonly log: Log
}

/** The recording of the game on this node, which staff can play back. */
async function openNodeReplay({ server, node, config, clock, log }: ReplayDeps): Promise<Replay> {
  const { read } = node.hub
  const place = openSegmentFolder(join(config.dataDir, 'replay'))
  const redact = redactorOf(node.hub)
  const replay = await openReplay({ ...config.replay, server, store: place, compression, redact, clock, log })
  // Persons who were erased while this node was down are still in its recording.
  if (node.hubOutlivesNode && hasUnrecorded(read)) await replay.redactKept()
  return replay
}

/** What this node has recorded of the game: the last minutes, and what staff have pinned. */
export async function openRecordings(deps: ReplayDeps) {
  const replay = await openNodeReplay(deps)
  return { replay, pinnedMap: await openNodePins({ ...deps, replay }) }
}
export type Recordings = Awaited<ReturnType<typeof openRecordings>>

async function openNodePins({
  server,
  node,
  config,
  clock,
  log,
  replay,
}: ReplayDeps & { readonly replay: Replay }): Promise<PinnedMap> {
  const { hub } = node
  const store = openSegmentFolder(pinFolder(config.dataDir))
  const redact = redactorOf(hub)
  const pinned = await openPinnedMap({ server, hub, replay, store, compression, redact, clock, log })
  if (node.hubOutlivesNode && hasUnrecorded(hub.read)) await pinned.redactKept()
  return pinned
}

/** Removes from a segment the players whom the hub may not record. */
const redactorOf =
  ({ read }: Pick<Hub, 'read'>) =>
  (text: string) =>
    hasUnrecorded(read) ? anonymize(text, (id) => isUnrecorded(read, id)) : text

interface ViewsDeps {
  readonly hub: Hub
  readonly clock: Clock
  readonly replay: Pick<Replay, 'lastReadingAt'>
  readonly viewers: Pick<Viewers, 'follow'>
  /** Epoch ms of the last journal entry before the term. */
  readonly lastEntryAt: number | null
  /** Other nodes may have served the viewers meanwhile. */
  readonly resumes: boolean
  readonly onFault: (what: string, error: unknown) => void
}

/** Records who views all positions, live or in the replay, while this node leads. */
export function recordViews({ hub, clock, replay, viewers, lastEntryAt, resumes, onFault }: ViewsDeps) {
  const lastRanAt = latest(lastEntryAt, replay.lastReadingAt())
  const views = startViewLog({ hub, clock, lastRanAt, resumes, onFault })
  const stopFollowing = viewers.follow(views.onWatcher)
  return {
    replayed: views.onReplay,
    timeline: views.onTimeline,
    listed: views.onListed,
    /** The hub stops: open views end. */
    close: views.close,
    /** Another node leads: open views continue. */
    leave() {
      stopFollowing()
      views.leave()
    },
  }
}

const latest = (...times: readonly (number | null)[]) => {
  const known = times.filter((at) => at !== null)
  return known.length > 0 ? Math.max(...known) : null
}

interface ErasureDeps {
  readonly node: Pick<Node, 'hubOutlivesNode'> & { readonly hub: Pick<Hub, 'read' | 'onPublish'> }
  readonly recordings: readonly Recorded[]
  readonly clock: Pick<Clock, 'after'>
  readonly onFault: (what: string, error: unknown) => void
}
type Recorded = Pick<Replay, 'forget' | 'redactKept'>

/**
 * Each node has its own recordings of the game, so each removes erased persons from it: by their ids, as long as the hub lists these, and all
 * whom the hub may not record, since a node that was cut off may see an erasure when its ids are gone. Returns the way to stop.
 */
export function followErasures({ node, ...deps }: ErasureDeps): () => void {
  const { hub, hubOutlivesNode } = node
  const begun = new Set<string>()
  const removals = createRemovals(deps)

  const check = () => {
    const { pending } = hub.read(erasures, erasuresKey)
    for (const erasure of begun) if (!Object.hasOwn(pending, erasure)) begun.delete(erasure)
    for (const [erasure, { externalIds }] of Object.entries(pending)) {
      if (externalIds.length === 0 || begun.has(erasure)) continue
      begun.add(erasure)
      removals.add(({ forget }) => forget(externalIds))
    }
  }
  check()
  const stopListening = hub.onPublish((published) => {
    const isAbout = (kind: string) => published.some(({ id }) => kindOf(id) === kind)
    if (isAbout(erasures.kind)) check()
    if (hubOutlivesNode && isAbout(unrecordedPlayers.kind)) removals.add(redactKept)
  })
  return () => {
    stopListening()
    removals.stop()
  }
}

type Removal = (recorded: Recorded) => Promise<void>
const redactKept: Removal = (recorded) => recorded.redactKept()

/** Pause after a failure, as when the disk is full. */
const retryMs = 60_000

/** Carries out removals one after the other, and repeats those that fail until they succeed. */
function createRemovals({ recordings, clock, onFault }: Omit<ErasureDeps, 'node'>) {
  const due = new Set<Removal>()
  let isWorking = false
  let isStopped = false
  let cancelRetry = () => {}

  const carryOut = async (removal: Removal) => {
    due.delete(removal)
    try {
      await Promise.all(recordings.map(removal))
    } catch (error) {
      due.add(removal)
      throw error
    }
  }
  const work = async () => {
    if (isWorking || isStopped) return
    isWorking = true
    cancelRetry()
    try {
      for (const removal of due) await carryOut(removal)
    } catch (error) {
      onFault('erase a person from the recording', error)
      if (!isStopped) cancelRetry = clock.after(retryMs, () => void work())
    } finally {
      isWorking = false
    }
  }
  return {
    add(removal: Removal) {
      due.add(removal)
      void work()
    },
    stop() {
      isStopped = true
      cancelRetry()
    },
  }
}
