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

/** Called with each fault. */
export type ReportFault = (what: string) => void

export type PackPage = ReturnType<typeof createPackPage>

/** The documents and positions of an open page, applied as strictly as the real page does. */
export function createPackPage() {
  const copies = createCopies()
  const decoders = new Map<DocumentId, PositionsDecoder>()
  const forget = (id: DocumentId) => {
    copies.forget(id)
    decoders.delete(id)
  }
  const takeFrame = (stream: DocumentId, frame: Uint8Array, fault: ReportFault) => {
    const decoder = decoders.get(stream) ?? createPositionsDecoder()
    decoders.set(stream, decoder)
    const applied = decoder.apply(frame)
    if (applied !== 'ok') fault(`a frame of ${stream} is taken as ${applied}`)
  }
  return {
    documentOf: copies.of,
    held: copies.held,
    forget,
    take(message: ReceivedMessage, fault: ReportFault) {
      if (message.kind === 'frame') takeFrame(message.stream, message.frame, fault)
      else if (message.change.type === 'dropped') forget(message.change.id as DocumentId)
      else copies.take(message.change, fault)
    },
    ids: () => [...copies.ids(), ...decoders.keys()],
    /** The account of each slot, as the page knows it. */
    namesIn(pack: string) {
      const { seen } = copies.of<PackLife>(`packLife/${pack}`) ?? { seen: {} as PackLife['seen'] }
      const named = Object.entries(seen).flatMap(([who, { slot }]) => (slot === null ? [] : [[slot, who] as const]))
      return new Map(named)
    },
    /** The drawn position of each slot, as "x,y". */
    drawnIn(stream: DocumentId) {
      const drawn = new Map<number, string>()
      decoders.get(stream)?.visit((slot, x, y) => drawn.set(slot, `${x},${y}`))
      return drawn
    },
    /** Epoch ms of the last frame's reading. */
    atOf: (stream: DocumentId) => decoders.get(stream)?.at() ?? 0,
    /** Without a connection no frame can be applied. */
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
    take(change: Exclude<Change, { type: 'dropped' }>, fault: ReportFault) {
      const id = change.id as DocumentId
      if (change.type !== 'patch') epoch = change.epoch
      if (change.type === 'snapshot') return void replicas.set(id, change)
      const held = replicas.get(id)
      if (!held) return fault(`${change.type} of ${id}, which is not held`)
      const expected = change.type === 'patch' ? held.version + 1 : held.version
      if (change.version !== expected) fault(`${change.type} of ${id} goes from ${held.version} to ${change.version}`)
      if (change.type === 'current') return
      const value = applyPatches(held.value, change.patches as ImmerPatch[])
      replicas.set(id, { version: change.version, value })
    },
    /** The held version, as the page sends it on reconnecting. */
    held(id: DocumentId) {
      const version = replicas.get(id)?.version
      return version === undefined ? { id } : { id, held: { epoch, version } }
    },
  }
}

/** A message of one socket. */
export type ReceivedMessage =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'frame'; readonly stream: DocumentId; readonly frame: Uint8Array }

const binaryEvent = /^51-(\["positions",.*\])$/s
const textEvent = /^2(\[.*\])$/s

/** Reads the raw messages of a socket, so that no received byte is missed. Skips events without documents or frames. */
export function createMessageReader(raw: readonly (string | Uint8Array)[]) {
  let next = 0
  let announced: DocumentId | null = null

  const read = (message: string | Uint8Array): ReceivedMessage[] => {
    if (typeof message !== 'string') {
      if (announced === null) throw new Error('A binary message that no event announced')
      const received: ReceivedMessage = { kind: 'frame', stream: announced, frame: message }
      announced = null
      return [received]
    }
    announced = streamOf(message)
    const [event, payload] = eventOf(message)
    return event === 'down' ? Down.parse(payload).changes.map((change) => ({ kind: 'change', change })) : []
  }
  return {
    /** The messages since the last call. */
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
