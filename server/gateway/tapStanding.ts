import type { DocumentId } from '../../shared/engine/document.ts'
import type { Change } from '../../shared/protocol/down.ts'
import type { Hello } from '../../shared/protocol/hello.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import type { DownEvent } from './parcel.ts'
import type { Streams } from './streams.ts'
import type { Tap, TapListener } from './tap.ts'
import type { Viewer } from './viewer.ts'

interface StandingParts {
  readonly hub: Pick<Hub, 'copy' | 'epoch'>
  readonly streams: Pick<Streams, 'get'>
  readonly tap: Pick<Tap, 'numberOf' | 'nextCall'>
  /** Epoch ms. */
  readonly now: number
  hello(principal: Principal): Hello
}

/** Tells one who begins to listen of a socket that was there before, as if it had just come and asked for what it watches. */
export function standingOf(parts: StandingParts, viewer: Viewer, listener: TapListener) {
  const { hub, streams, tap, now } = parts
  const socket = tap.numberOf(viewer)
  listener.opened(socket, viewer.principal)
  listener.down(socket, [['hello', parts.hello(viewer.principal)]])
  const ids = [...viewer.watching.keys()]
  if (ids.length === 0) return
  const call = tap.nextCall(viewer)
  listener.up(socket, 'watch', { documents: ids.map((id) => ({ id })) }, call)
  listener.answered(socket, 'watch', { refused: [] }, call)
  const changes = ids.filter((id) => !streams.get(id)).flatMap((id) => snapshotOf(hub, id) ?? [])
  const frames = ids.flatMap((id): DownEvent[] => {
    const key = streams.get(id)?.key(now)
    return key ? [['positions', id, key]] : []
  })
  listener.down(socket, [...(changes.length > 0 ? [['down', { changes }] satisfies DownEvent] : []), ...frames])
}

function snapshotOf({ copy: copyOf, epoch }: Pick<Hub, 'copy' | 'epoch'>, id: DocumentId): Change | null {
  const copy = copyOf(id)
  return copy
    ? { type: 'snapshot', id, epoch, version: copy.version, value: copy.value as Record<string, unknown> }
    : null
}
