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
import type { Log } from '../observability/log.ts'
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
export async function openNodeReplay({ server, node, config, clock, log }: ReplayDeps): Promise<Replay> {
  const { read } = node.hub
  const place = openSegmentFolder(join(config.dataDir, 'replay'))
  const redact = (text: string) => (hasUnrecorded(read) ? anonymize(text, (id) => isUnrecorded(read, id)) : text)
  const replay = await openReplay({ ...config.replay, server, store: place, compression, redact, clock, log })
  // Persons who were erased while this node was down are still in its recording.
  if (node.hubOutlivesNode && hasUnrecorded(read)) await replay.redactKept()
  return replay
}

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
  readonly replay: Pick<Replay, 'forget'>
  readonly onFault: (what: string, error: unknown) => void
}

/** Each node has its own recording of the game, so each removes erased persons from it. Returns the way to stop. */
export function followErasures({ hub, replay, onFault }: ErasureDeps): () => void {
  const begun = new Set<string>()

  const eraseRecorded = (erasure: string, externalIds: readonly string[]) => {
    begun.add(erasure)
    replay.forget(externalIds).catch((error: unknown) => {
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
