import { useEffect } from 'react'
import { documentId } from '../../../shared/engine/document.ts'
import { ownPositions, ownSlot, packPositions } from '../../../shared/features/packs/packLife.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { useDocument } from '../../connection/useDocument.ts'
import type { Herd } from '../../map/herd.ts'
import { usePositions } from '../world/usePositions.ts'
import { ownMarkers, packMarkers } from './packMarkers.ts'
import { usePack } from './usePack.ts'

interface PackFeedProps {
  readonly me: string
  readonly herd: Herd
}

const isOwn = (slot: number) => slot === ownSlot
const isPacks = (slot: number) => slot !== ownSlot

/** Brings oneself and one's pack to the herd, and draws nothing itself. */
export function PackFeed({ me, herd }: PackFeedProps) {
  const own = useDocument(vitals, me).value
  const use = usePack(me)
  const pack = use.name === 'here' ? use : null
  useEffect(() => {
    herd.setMarkers([...packMarkers(me, pack), ...ownMarkers(me, own, pack?.pack ?? null)])
  }, [herd, me, own, pack])
  useEffect(() => herd.clear, [herd])
  usePositions(documentId(ownPositions, me), herd, own?.everyMs ?? 2_000, isOwn)
  // A pack that one is no longer in takes its places along when this part goes.
  return pack ? <PackPlaces key={pack.id} id={pack.id} everyMs={pack.life.everyMs} herd={herd} /> : null
}

interface PackPlacesProps {
  readonly id: string
  readonly everyMs: number
  readonly herd: Herd
}

function PackPlaces({ id, everyMs, herd }: PackPlacesProps) {
  usePositions(documentId(packPositions, id), herd, everyMs, isPacks)
  return null
}
