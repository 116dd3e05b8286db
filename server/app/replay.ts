import { join } from 'node:path'
import { kindOf } from '../../shared/engine/document.ts'
import { erasures, erasuresKey } from '../../shared/features/erasure/erasures.ts'
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
      views.handOver()
    },
  }
}

const latest = (...times: readonly (number | null)[]) => {
  const known = times.filter((at) => at !== null)
  return known.length > 0 ? Math.max(...known) : null
}

interface ErasureDeps {
  readonly hub: Pick<Hub, 'read' | 'onPublish'>
  readonly recordings: readonly Pick<Replay, 'forget'>[]
  readonly onFault: (what: string, error: unknown) => void
}

/** Each node has its own recordings of the game, so each removes erased persons from it. Returns the way to stop. */
export function followErasures({ hub, recordings, onFault }: ErasureDeps): () => void {
  const begun = new Set<string>()

  const eraseRecorded = (erasure: string, externalIds: readonly string[]) => {
    begun.add(erasure)
    Promise.all(recordings.map(({ forget }) => forget(externalIds))).catch((error: unknown) => {
      begun.delete(erasure)
      onFault('erase a person from the recording', error)
    })
  }
  const check = () => {
    const { pending } = hub.read(erasures, erasuresKey)
    for (const erasure of begun) if (!Object.hasOwn(pending, erasure)) begun.delete(erasure)
    for (const [erasure, { externalIds }] of Object.entries(pending))
      if (externalIds.length > 0 && !begun.has(erasure)) eraseRecorded(erasure, externalIds)
  }
  check()
  return hub.onPublish((published) => {
    if (published.some(({ id }) => kindOf(id) === erasures.kind)) check()
  })
}
