import { setImmediate as nextTurn } from 'node:timers/promises'
import { documentId } from '../../../shared/engine/document.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { ReadingSink } from '../roster/reading.ts'
import { anonymize } from './anonymize.ts'
import { loadSegments, type ReplayLog, type SegmentStore, startSaver } from './persistence.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import {
  type Compression,
  createPlayback,
  createSegmentBuffer,
  type SegmentBuffer,
  type StoredSegment,
} from './segments.ts'

interface ReplayOptions {
  readonly server: string
  /** 0 records nothing and removes stored segments. */
  readonly keptMs: number
  readonly mostBytes: number
  readonly store: SegmentStore
  readonly compression: Compression
  /** Removes from each recorded segment the players who must not be named; see `segments.ts`. */
  readonly redact?: (text: string) => string
  readonly clock: Clock
  readonly log: ReplayLog
}

interface RecordOptions {
  readonly hub: Pick<Hub, 'read' | 'onPublish'>
  /** The key frame of the staff's stream after its last delta. */
  key(at: number): Uint8Array
  readonly onFault: (what: string, error: unknown) => void
}

/** The replay of one game server as staff saw it: stored segments and the current recording. */
export async function openReplay({ server, store, compression, clock, log, ...bounds }: ReplayOptions) {
  const buffer = createSegmentBuffer({ ...bounds, compression, now: clock.now })
  const playback = createPlayback(buffer)
  await loadSegments({ store, buffer, playback, log, startedAt: clock.now() })
  if (bounds.keptMs === 0) log.info('replay: off, because REPLAY_MINUTES is 0')
  const saving = startSaver({ store, buffer, compression, clock, log })
  let end = () => {}

  return {
    server,
    ...playback,
    bytes: buffer.bytes,
    /** Epoch ms of the last kept reading; null for none. */
    lastReadingAt: () => playback.spans().at(-1)?.until ?? null,
    /** Begins to record. */
    record({ hub, key, onFault }: RecordOptions): Recording {
      if (bounds.keptMs === 0) return notRecording
      const read = () => hub.read(roster, server)
      const recorder = createRecorder({ buffer, rosterId: documentId(roster, server), roster: read, key })
      const stopListening = hub.onPublish(recorder.published)
      end = () => {
        stopListening()
        recorder.end()
      }
      return recordingWith(recorder, onFault)
    },
    /** Removes the names and ids of these players, in memory and on the disk. @throws where writing fails */
    async forget(ids: readonly string[]) {
      await forgetPlayers(buffer, compression, ids)
      await saving.now()
    },
    /** Applies `redact` to the stored segments, for players erased meanwhile. @throws where writing fails */
    async redactKept() {
      await redactAll(buffer, compression, bounds.redact ?? ((text) => text))
      await saving.now()
    },
    async close() {
      end()
      await saving.close()
    },
  }
}

function forgetPlayers(buffer: SegmentBuffer, compression: Compression, ids: readonly string[]) {
  const meant = new Set(ids)
  const redact = (text: string) => (ids.some((id) => text.includes(id)) ? anonymize(text, (id) => meant.has(id)) : text)
  return redactAll(buffer, compression, redact)
}

/** Rewrites one segment in each turn of the event loop. */
async function redactAll(buffer: SegmentBuffer, { compress: pack }: Compression, redact: (text: string) => string) {
  const rewrite = (segment: StoredSegment, text: string) =>
    Object.assign(segment, { packed: pack(text), isSaved: false })
  for (const segment of [...buffer.segments()]) {
    const text = buffer.decompress(segment.packed)
    const redacted = redact(text)
    if (redacted !== text) rewrite(segment, redacted)
    await nextTurn()
  }
}

/** The recording of the live map. Its errors do not affect the map. */
export interface Recording extends ReadingSink {
  /** Pass each frame that is sent to the stream. */
  frame(frame: Uint8Array): Uint8Array
}

const notRecording: Recording = { frame: (frame) => frame, report: async () => {} }

function recordingWith(recorder: Recorder, onFault: RecordOptions['onFault']): Recording {
  let made: Uint8Array | null = null
  return {
    frame(frame) {
      made = frame
      return frame
    },
    report: async () => {},
    /** Runs after the sink that makes the frame. */
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
