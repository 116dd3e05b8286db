import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import { type DocumentId, documentId, keyOf, kindOf } from '../../shared/engine/document.ts'
import type { Pack } from '../../shared/features/packs/pack.ts'
import { type PackLife, packPositions } from '../../shared/features/packs/packLife.ts'
import type { Roster } from '../../shared/features/roster/roster.ts'
import { createPositionsDecoder } from '../../shared/protocol/positions/positionsDecoder.ts'
import {
  createMessageReader,
  createPackPage,
  type PackPage,
  type ReceivedMessage,
  type ReportFault,
} from './packPage.ts'
import { mayHave, membersOf, type PackState, sharersIn } from './packState.ts'
import type { TestClient } from './testClient.ts'

enablePatches()

/** The pack states that held since the last check, and where every player was. */
interface Expected {
  readonly states: readonly PackState[]
  readonly places: ActualPlaces
  readonly fault: ReportFault
}

/** Checks every message that a device has received. */
export function checkMessages(device: PackDevice, expected: Expected) {
  for (const message of device.reader.take()) {
    const id = idOf(message)
    const isDropped = message.kind === 'change' && message.change.type === 'dropped'
    const isAllowed = expected.states.some((state) => mayHave(state, device.index, device.account, id))
    if (!isDropped && !isAllowed) expected.fault(`a ${message.kind} of ${id} reached a device that may not have it`)
    if (kindOf(id) === 'marker') continue
    device.counts[message.kind === 'frame' ? 'frames' : isDropped ? 'dropped' : 'changes'] += 1
    device.page.take(message, expected.fault)
    if (message.kind === 'frame') checkDrawnPlaces(device, id, expected)
  }
}

const idOf = (message: ReceivedMessage) =>
  message.kind === 'frame' ? message.stream : (message.change.id as DocumentId)

/** Every drawn position belongs to a player whom this page may see, by the pack states and by the page's own documents. */
function checkDrawnPlaces(device: PackDevice, stream: DocumentId, expected: Expected) {
  const { page, account, counts } = device
  const names = page.namesIn(keyOf(stream))
  const at = page.atOf(stream)
  for (const [slot, place] of page.drawnIn(stream)) {
    counts.places += 1
    const who = kindOf(stream) === 'ownPositions' && slot === 0 ? account : names.get(slot)
    if (who === undefined) expected.fault(`slot ${slot} of ${stream} is drawn and belongs to no player`)
    else if (kindOf(stream) === 'packPositions' && !isShared(device, keyOf(stream), who, expected.states))
      expected.fault(`${who} is drawn in ${stream} and does not share with it`)
    else if (!wasThere(who, place, at, expected)) expected.fault(`${who} was not at ${place} at ${at}: ${stream}`)
  }
}

function isShared({ page }: PackDevice, key: string, who: string, states: readonly PackState[]) {
  const held = page.documentOf<Pack>(`pack/${key}`)
  const isHeld = !held || held.members[who]?.sharedSince != null
  return isHeld && states.some((state) => sharersIn(state, key).includes(who))
}

const wasThere = (who: string, place: string, at: number, { states, places }: Expected) =>
  states.some(({ steamOf }) => places.at(at)?.get(steamOf.get(who) ?? '') === place)

/** Checks what a page holds when nothing is in flight: nothing forbidden, and the exact state of its pack. */
export function checkHeldCopies(device: PackDevice, state: PackState, expected: Omit<Expected, 'states'>) {
  const { page, account, index } = device
  const { fault } = expected
  for (const id of page.ids())
    if (!mayHave(state, index, account, id)) fault(`${id} is held by a device that may not have it`)
  const key = state.packOf.get(account)
  const held = key === undefined ? undefined : page.documentOf<Pack>(`pack/${key}`)
  if (key === undefined || !held) return
  const shown = Object.keys(held.members).filter((who) => held.members[who]?.sharedSince !== null)
  if (!isSame(Object.keys(held.members), membersOf(state, key))) fault(`the members of ${key} differ`)
  if (!isSame(shown, sharersIn(state, key))) fault(`the sharing members of ${key} differ`)
  const { seen } = page.documentOf<PackLife>(`packLife/${key}`) ?? { seen: {} }
  for (const who of Object.keys(seen)) if (!shown.includes(who)) fault(`${who} is listed in ${key} and does not share`)
  checkDrawnPlaces(device, documentId(packPositions, key), { ...expected, states: [state] })
}

/** After some readings a page shows its own animal and every sharing member. */
export function checkVisiblePlaces(device: PackDevice, state: PackState, { places, fault }: Omit<Expected, 'states'>) {
  const { page, account, index } = device
  if (state.signedOut.has(index)) return
  const isInGame = (who: string, at: number) => places.at(at)?.has(state.steamOf.get(who) ?? '') ?? false
  const own = documentId({ kind: 'ownPositions' }, account)
  if (page.drawnIn(own).size !== (isInGame(account, page.atOf(own)) ? 1 : 0)) fault('the own position is fault')
  const key = state.packOf.get(account)
  if (key === undefined) return
  const stream = documentId(packPositions, key)
  const names = page.namesIn(key)
  const drawn = [...page.drawnIn(stream).keys()].map((slot) => names.get(slot) ?? `unknown slot ${slot}`)
  const wanted = sharersIn(state, key).filter((who) => isInGame(who, page.atOf(stream)))
  if (!isSame(drawn, wanted)) fault(`${stream} shows ${drawn.sort().join()}, and ${wanted.sort().join()} share`)
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  [...some].sort().join() === [...others].sort().join()

export type ActualPlaces = ReturnType<typeof createActualPlaces>

/** Where every player was at each reading, by SteamID64, as staff see it: the reference for what players see. */
export function createActualPlaces(staff: TestClient) {
  const reader = createMessageReader(staff.raw)
  const decoder = createPositionsDecoder()
  const readings = new Map<number, ReadonlyMap<string, string>>()
  let roster: Roster | null = null

  const record = () => {
    const at = decoder.at() ?? 0
    const bySlot = new Map<number, string>()
    decoder.visit((slot, x, y) => bySlot.set(slot, `${x},${y}`))
    const places = Object.values(roster?.players ?? {}).flatMap(({ id, animal }) => {
      const place = bySlot.get(animal?.slot ?? -1)
      return place === undefined ? [] : [[id, place] as const]
    })
    readings.set(at, new Map(places))
  }
  return {
    /** @param at epoch ms of a reading, as in frames */
    at: (at: number) => readings.get(at),
    count: () => readings.size,
    take() {
      for (const message of reader.take()) {
        if (message.kind === 'frame' && message.stream === 'positions/main') {
          decoder.apply(message.frame)
          record()
        }
        if (message.kind !== 'change' || message.change.id !== 'roster/main') continue
        const { change } = message
        if (change.type === 'snapshot') roster = change.value as unknown as Roster
        if (change.type === 'patch' && roster) roster = applyPatches(roster, change.patches as ImmerPatch[])
      }
    },
  }
}

/** An open page of a player, with counts of what it received. */
export interface PackDevice {
  readonly index: number
  readonly account: string
  readonly visitor: TestClient
  readonly page: PackPage
  readonly reader: ReturnType<typeof createMessageReader>
  readonly counts: { changes: number; frames: number; places: number; dropped: number }
  isConnected: boolean
}

export const createPackDevice = (index: number, account: string, visitor: TestClient): PackDevice => ({
  index,
  account,
  visitor,
  isConnected: true,
  page: createPackPage(),
  reader: createMessageReader(visitor.raw),
  counts: { changes: 0, frames: 0, places: 0, dropped: 0 },
})
