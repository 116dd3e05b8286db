import { setImmediate as nextTurn } from 'node:timers/promises'
import { documentId } from '../../../shared/engine/document.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { ReadingSink } from '../roster/reading.ts'
import { anonymize } from './anonymize.ts'
import { loadSegments, type ReplayLog, type SegmentStore, startSaving } from './persistence.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import {
  type Compression,
  createPlayback,
  createSegmentBuffer,
  type SegmentBuffer,
  type StoredSegment,
} from './segments.ts'

interface ReplayParts {
  readonly server: string
  /** 0: nothing is recorded, and what an earlier run has kept goes. */
  readonly keptMs: number
  readonly mostBytes: number
  readonly place: SegmentStore
  readonly squeeze: Compression
  /** See Shelf: takes out of a segment, as it is recorded, who is not to be named. */
  readonly redact?: (text: string) => string
  readonly clock: Clock
  readonly log: ReplayLog
}

interface RecordParts {
  readonly hub: Pick<Hub, 'read' | 'onPublish'>
  /** Key frame of the staff's stream as of its last delta. */
  key(at: number): Uint8Array
  readonly onFault: (what: string, error: unknown) => void
}

/** The last while as staff saw it, for one game server: what an earlier run has kept, and what this one records. */
export async function openReplay({ server, place, squeeze, clock, log, ...bounds }: ReplayParts) {
  const shelf = createSegmentBuffer({ ...bounds, squeeze, now: clock.now })
  const playback = createPlayback(shelf)
  await loadSegments({ place, shelf, playback, log, startedAt: clock.now() })
  if (bounds.keptMs === 0) log.info('replay: off, because REPLAY_MINUTES is 0')
  const saving = startSaving({ place, shelf, squeeze, clock, log })
  let end = () => {}

  return {
    server,
    ...playback,
    bytes: shelf.bytes,
    /** Epoch ms of the last reading that is kept; null when none is. */
    lastReadingAt: () => playback.spans().at(-1)?.until ?? null,
    /** Begins to record. */
    record({ hub, key, onFault }: RecordParts): Recording {
      if (bounds.keptMs === 0) return notRecording
      const read = () => hub.read(roster, server)
      const recorder = createRecorder({ shelf, rosterId: documentId(roster, server), roster: read, key })
      const stopListening = hub.onPublish(recorder.published)
      end = () => {
        stopListening()
        recorder.end()
      }
      return recordingWith(recorder, onFault)
    },
    /** Takes the names and ids of these players out of what is kept, here and on the disk. @throws when the disk did not take it */
    async forget(ids: readonly string[]) {
      await forgetPlayers(shelf, squeeze, ids)
      await saving.now()
    },
    /** Takes out of what an earlier run has kept whoever was forgotten meanwhile. @throws when the disk did not take it */
    async redactKept() {
      await redactAll(shelf, squeeze, bounds.redact ?? ((text) => text))
      await saving.now()
    },
    async close() {
      end()
      await saving.close()
    },
  }
}

function forgetPlayers(shelf: SegmentBuffer, squeeze: Compression, ids: readonly string[]) {
  const meant = new Set(ids)
  const redact = (text: string) => (ids.some((id) => text.includes(id)) ? anonymize(text, (id) => meant.has(id)) : text)
  return redactAll(shelf, squeeze, redact)
}

/** A segment in each turn of the event loop: each is unpacked, read and packed again. */
async function redactAll(shelf: SegmentBuffer, { pack }: Compression, redact: (text: string) => string) {
  const rewrite = (segment: StoredSegment, text: string) =>
    Object.assign(segment, { packed: pack(text), isSaved: false })
  for (const segment of [...shelf.segments()]) {
    const text = shelf.unpack(segment.packed)
    const redacted = redact(text)
    if (redacted !== text) rewrite(segment, redacted)
    await nextTurn()
  }
}

/** What the live map tells the replay. It goes on, whatever goes wrong here. */
export interface Recording extends ReadingSink {
  /** A frame that is sent to all who follow the stream. */
  frame(frame: Uint8Array): Uint8Array
}

const notRecording: Recording = { frame: (frame) => frame, report: async () => {} }

function recordingWith(recorder: Recorder, onFault: RecordParts['onFault']): Recording {
  let made: Uint8Array | null = null
  return {
    frame(frame) {
      made = frame
      return frame
    },
    report: async () => {},
    /** To be told after whoever makes the frame. */
    send({ at }) {
      const frame = made
      made = null
      try {
        if (frame) recorder.tick(at, frame)
      } catch (error) {
        onFault('replay', error)
      }
    },
  }
}

export type Replay = Awaited<ReturnType<typeof openReplay>>
