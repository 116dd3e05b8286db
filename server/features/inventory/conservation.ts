import { type DocumentId, kindOf } from '../../../shared/engine/document.ts'
import { inventory, type OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import type { Hub, Published } from '../../engine/hub.ts'

type InventoryHub = Pick<Hub, 'epoch' | 'journaledIds' | 'copy' | 'onPublish'>

/**
 * How many dinosaurs there are in all inventories, and how many of them are in two: kept in the memory of each node. They are counted once,
 * from the checkpoint and the journal after it, and follow each change of an inventory.
 * @param onFault called when a dinosaur is in two inventories, at the start or after a change
 */
export function followDinosaurs(hub: InventoryHub, onFault: (what: string, error: unknown) => void) {
  const idsOf = new Map<DocumentId, Set<string>>()
  const places = new Map<string, number>()
  let epoch = hub.epoch
  let doubled = 0
  let isReported = false

  function place(id: string, by: 1 | -1) {
    const before = places.get(id) ?? 0
    const after = before + by
    doubled += Number(after > 1) - Number(before > 1)
    if (after === 0) places.delete(id)
    else places.set(id, after)
  }
  const dinosaursIn = (id: DocumentId) =>
    (hub.copy(id)?.value as { readonly dinosaurs?: Readonly<Record<string, OwnedDinosaur>> } | undefined)?.dinosaurs ??
    {}
  function take(id: DocumentId) {
    for (const one of idsOf.get(id) ?? []) place(one, -1)
    const now = new Set(Object.keys(dinosaursIn(id)))
    for (const one of now) place(one, 1)
    idsOf.set(id, now)
  }
  /** A purchase costs as much as it changes, however many dinosaurs there are. */
  function follow({ id, patches, isWhole }: Published) {
    const held = idsOf.get(id)
    const isEach = patches.every(({ path }) => path.length > 1 && path[0] === 'dinosaurs')
    if (!held || isWhole || !isEach) return take(id)
    const now = dinosaursIn(id)
    for (const { path } of patches) {
      const one = String(path[1])
      const isHeld = Object.hasOwn(now, one)
      if (isHeld === held.has(one)) continue
      place(one, isHeld ? 1 : -1)
      if (isHeld) held.add(one)
      else held.delete(one)
    }
  }
  function count() {
    epoch = hub.epoch
    idsOf.clear()
    places.clear()
    doubled = 0
    for (const id of hub.journaledIds()) if (isInventory(id)) take(id)
  }
  function report() {
    if (doubled > 0 && !isReported) onFault('dinosaurs', new Error(`Dinosaurs in two inventories: ${doubled}`))
    isReported = doubled > 0
  }
  count()
  report()
  hub.onPublish((published) => {
    const changed = published.filter(({ id }) => isInventory(id))
    if (changed.length === 0) return
    // A new leader may have loaded other documents than this node had.
    if (hub.epoch !== epoch) count()
    else for (const one of changed) follow(one)
    report()
  })
  /** `doubled` is 0 unless there is a fault. */
  return { totals: () => ({ held: places.size, doubled }) }
}

const isInventory = (id: DocumentId) => kindOf(id) === inventory.kind
