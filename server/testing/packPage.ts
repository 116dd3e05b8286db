import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { PackLife } from '../../shared/features/packs/packLife.ts'
import { type Change, Down } from '../../shared/protocol/down.ts'
import { createPositionsDecoder, type PositionsDecoder } from '../../shared/protocol/positions/positionsDecoder.ts'

enablePatches()

interface Replica {
  readonly version: number
  readonly value: object
}

/** Told of what is wrong. */
export type ReportFault = (what: string) => void

export type PackPage = ReturnType<typeof createPackPage>

/** What an open page holds after all that has come to it, taken as strictly as the page takes it. */
export function createPackPage() {
  const copies = createCopies()
  const decoders = new Map<DocumentId, PositionsDecoder>()
  const forget = (id: DocumentId) => {
    copies.forget(id)
    decoders.delete(id)
  }
  const takeFrame = (stream: DocumentId, frame: Uint8Array, wrong: ReportFault) => {
    const decoder = decoders.get(stream) ?? createPositionsDecoder()
    decoders.set(stream, decoder)
    const applied = decoder.apply(frame)
    if (applied !== 'ok') wrong(`a frame of ${stream} is taken as ${applied}`)
  }
  return {
    documentOf: copies.of,
    held: copies.held,
    forget,
    take(traffic: ReceivedMessage, wrong: ReportFault) {
      if (traffic.kind === 'frame') takeFrame(traffic.stream, traffic.frame, wrong)
      else if (traffic.change.type === 'dropped') forget(traffic.change.id as DocumentId)
      else copies.take(traffic.change, wrong)
    },
    ids: () => [...copies.ids(), ...decoders.keys()],
    /** By slot: the account that the page takes it for. */
    namesIn(pack: string) {
      const { seen } = copies.of<PackLife>(`packLife/${pack}`) ?? { seen: {} as PackLife['seen'] }
      const named = Object.entries(seen).flatMap(([who, { slot }]) => (slot === null ? [] : [[slot, who] as const]))
      return new Map(named)
    },
    /** By slot: the place that is drawn, as "x,y". */
    drawnIn(stream: DocumentId) {
      const drawn = new Map<number, string>()
      decoders.get(stream)?.visit((slot, x, y) => drawn.set(slot, `${x},${y}`))
      return drawn
    },
    /** Epoch ms of the last frame's reading. */
    atOf: (stream: DocumentId) => decoders.get(stream)?.at() ?? 0,
    /** Without a connection no frame can be followed. */
    disconnect: () => decoders.clear(),
  }
}

function createCopies() {
  const replicas = new Map<DocumentId, Replica>()
  let epoch = 0
  return {
    ids: () => replicas.keys(),
    of: <T>(id: DocumentId) => replicas.get(id)?.value as T | undefined,
    forget: (id: DocumentId) => void replicas.delete(id),
    take(change: Exclude<Change, { type: 'dropped' }>, wrong: ReportFault) {
      const id = change.id as DocumentId
      if (change.type !== 'patch') epoch = change.epoch
      if (change.type === 'snapshot') return void replicas.set(id, change)
      const held = replicas.get(id)
      if (!held) return wrong(`${change.type} of ${id}, of which nothing is held`)
      const expected = change.type === 'patch' ? held.version + 1 : held.version
      if (change.version !== expected) wrong(`${change.type} of ${id} goes from ${held.version} to ${change.version}`)
      if (change.type === 'current') return
      const value = applyPatches(held.value, change.patches as ImmerPatch[])
      replicas.set(id, { version: change.version, value })
    },
    /** What the page says that it holds when it comes back. */
    held(id: DocumentId) {
      const version = replicas.get(id)?.version
      return version === undefined ? { id } : { id, held: { epoch, version } }
    },
  }
}

/** What came over one socket, in its order. */
export type ReceivedMessage =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'frame'; readonly stream: DocumentId; readonly frame: Uint8Array }

const binaryEvent = /^51-(\["positions",.*\])$/s
const textEvent = /^2(\[.*\])$/s

/**
 * Reads the messages of a socket below all decoding: nothing that reached this machine can be missed. Words that carry neither
 * documents nor frames are passed over.
 */
export function createMessageReader(raw: readonly (string | Uint8Array)[]) {
  let next = 0
  let announced: DocumentId | null = null

  const read = (message: string | Uint8Array): ReceivedMessage[] => {
    if (typeof message !== 'string') {
      if (announced === null) throw new Error('A binary message that no event announced')
      const traffic: ReceivedMessage = { kind: 'frame', stream: announced, frame: message }
      announced = null
      return [traffic]
    }
    announced = streamOf(message)
    const [event, payload] = eventOf(message)
    return event === 'down' ? Down.parse(payload).changes.map((change) => ({ kind: 'change', change })) : []
  }
  return {
    /** What has come since the last time. */
    take: () => {
      const those = raw.slice(next)
      next = raw.length
      return those.flatMap(read)
    },
  }
}

const streamOf = (message: string) => {
  const json = binaryEvent.exec(message)?.[1]
  return json ? ((JSON.parse(json) as [string, DocumentId])[1] ?? null) : null
}
const eventOf = (message: string): unknown[] => {
  const json = textEvent.exec(message)?.[1]
  return json ? (JSON.parse(json) as unknown[]) : []
}
