import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { PackLife } from '../../shared/features/packs/packLife.ts'
import type { Change } from '../../shared/protocol/down.ts'
import { createPositionsDecoder, type PositionsDecoder } from '../../shared/protocol/positions/positionsDecoder.ts'
import type { Traffic } from './rawTraffic.ts'

enablePatches()

interface Replica {
  readonly version: number
  readonly value: object
}

/** Told of what is wrong. */
export type Wrong = (what: string) => void

export type PackPage = ReturnType<typeof createPackPage>

/** What an open page holds after all that has come to it, taken as strictly as the page takes it. */
export function createPackPage() {
  const replicas = new Map<DocumentId, Replica>()
  const decoders = new Map<DocumentId, PositionsDecoder>()
  let epoch = 0

  const forget = (id: DocumentId) => {
    replicas.delete(id)
    decoders.delete(id)
  }
  const takeChange = (change: Change, wrong: Wrong) => {
    const id = change.id as DocumentId
    if (change.type === 'dropped') return forget(id)
    if (change.type !== 'patch') epoch = change.epoch
    if (change.type === 'snapshot') return void replicas.set(id, change)
    const held = replicas.get(id)
    if (!held) return wrong(`${change.type} of ${id}, of which nothing is held`)
    if (change.type === 'current')
      return held.version === change.version ? undefined : wrong(`${id} is not what the hub takes it for`)
    if (change.version !== held.version + 1) wrong(`${id} goes from ${held.version} to ${change.version}`)
    const value = applyPatches(held.value, change.patches as ImmerPatch[])
    replicas.set(id, { version: change.version, value })
  }
  const documentOf = <T>(id: DocumentId) => replicas.get(id)?.value as T | undefined

  return {
    take(traffic: Traffic, wrong: Wrong) {
      if (traffic.kind === 'change') return takeChange(traffic.change, wrong)
      const decoder = decoders.get(traffic.stream) ?? createPositionsDecoder()
      decoders.set(traffic.stream, decoder)
      const applied = decoder.apply(traffic.frame)
      if (applied !== 'ok') wrong(`a frame of ${traffic.stream} is taken as ${applied}`)
    },
    documentOf,
    versionOf: (id: DocumentId) => replicas.get(id)?.version,
    ids: () => [...replicas.keys(), ...decoders.keys()],
    /** By slot: the account that the page takes it for. */
    namesIn(pack: string) {
      const { seen } = documentOf<PackLife>(`packLife/${pack}`) ?? { seen: {} as PackLife['seen'] }
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
    /** What the page says that it holds when it comes back. */
    held(id: DocumentId) {
      const version = replicas.get(id)?.version
      return version === undefined ? { id } : { id, held: { epoch, version } }
    },
    /** Without a connection no frame can be followed. */
    disconnect: () => decoders.clear(),
    forget,
  }
}
