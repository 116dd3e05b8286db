import { applyPatches, type Patch as ImmerPatch } from 'immer'
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

/** What was allowed at one time or another since the last judgement, and where everyone stood. */
interface Measure {
  readonly standings: readonly PackState[]
  readonly places: ActualPlaces
  readonly wrong: ReportFault
}

/** Judges everything that has come to a device, message by message. */
export function checkMessages(device: PackDevice, measure: Measure) {
  for (const traffic of device.reader.take()) {
    const id = idOf(traffic)
    const isForgetting = traffic.kind === 'change' && traffic.change.type === 'dropped'
    const isAllowed = measure.standings.some((standing) => mayHave(standing, device.index, device.account, id))
    if (!isForgetting && !isAllowed) measure.wrong(`a ${traffic.kind} of ${id} reached who may not have it`)
    if (kindOf(id) === 'marker') continue
    device.tally[traffic.kind === 'frame' ? 'frames' : isForgetting ? 'dropped' : 'changes'] += 1
    device.page.take(traffic, measure.wrong)
    if (traffic.kind === 'frame') checkDrawnPlaces(device, id, measure)
  }
}

const idOf = (traffic: ReceivedMessage) =>
  traffic.kind === 'frame' ? traffic.stream : (traffic.change.id as DocumentId)

/** Each place that is drawn is that of somebody whom this page may see: by what is allowed, and by what the page itself was told. */
function checkDrawnPlaces(device: PackDevice, stream: DocumentId, measure: Measure) {
  const { page, account, tally } = device
  const names = page.namesIn(keyOf(stream))
  const at = page.atOf(stream)
  for (const [slot, place] of page.drawnIn(stream)) {
    tally.places += 1
    const who = kindOf(stream) === 'ownPositions' && slot === 0 ? account : names.get(slot)
    if (who === undefined) measure.wrong(`slot ${slot} of ${stream} is drawn and belongs to nobody`)
    else if (kindOf(stream) === 'packPositions' && !isShared(device, keyOf(stream), who, measure.standings))
      measure.wrong(`${who} is drawn in ${stream} and does not share with it`)
    else if (!isThere(who, place, at, measure)) measure.wrong(`${who} was not at ${place} at ${at}: ${stream}`)
  }
}

function isShared({ page }: PackDevice, key: string, who: string, standings: readonly PackState[]) {
  const told = page.documentOf<Pack>(`pack/${key}`)
  const isTold = !told || told.members[who]?.sharedSince != null
  return isTold && standings.some((standing) => sharersIn(standing, key).includes(who))
}

const isThere = (who: string, place: string, at: number, { standings, places }: Measure) =>
  standings.some(({ steamOf }) => places.at(at)?.get(steamOf.get(who) ?? '') === place)

/** What a page holds when all has come that was under way: nothing forbidden, and of its pack exactly what is so. */
export function checkHeldCopies(device: PackDevice, standing: PackState, measure: Omit<Measure, 'standings'>) {
  const { page, account, index } = device
  const { wrong } = measure
  for (const id of page.ids()) if (!mayHave(standing, index, account, id)) wrong(`${id} is held by who may not have it`)
  const key = standing.packOf.get(account)
  const told = key === undefined ? undefined : page.documentOf<Pack>(`pack/${key}`)
  if (key === undefined || !told) return
  const shown = Object.keys(told.members).filter((who) => told.members[who]?.sharedSince !== null)
  if (!isSame(Object.keys(told.members), membersOf(standing, key))) wrong(`the members of ${key} differ`)
  if (!isSame(shown, sharersIn(standing, key))) wrong(`who shares with ${key} differs`)
  const { seen } = page.documentOf<PackLife>(`packLife/${key}`) ?? { seen: {} }
  for (const who of Object.keys(seen)) if (!shown.includes(who)) wrong(`${who} is told of in ${key} and does not share`)
  checkDrawnPlaces(device, documentId(packPositions, key), { ...measure, standings: [standing] })
}

/** What may be seen is seen, when readings have gone on for a while: this page’s own animal and everyone who shares. */
export function checkVisiblePlaces(
  device: PackDevice,
  standing: PackState,
  { places, wrong }: Omit<Measure, 'standings'>,
) {
  const { page, account, index } = device
  if (standing.signedOut.has(index)) return
  const stands = (who: string, at: number) => places.at(at)?.has(standing.steamOf.get(who) ?? '') ?? false
  const own = documentId({ kind: 'ownPositions' }, account)
  if (page.drawnIn(own).size !== (stands(account, page.atOf(own)) ? 1 : 0)) wrong('one’s own place is not what it is')
  const key = standing.packOf.get(account)
  if (key === undefined) return
  const stream = documentId(packPositions, key)
  const names = page.namesIn(key)
  const drawn = [...page.drawnIn(stream).keys()].map((slot) => names.get(slot) ?? `nobody of slot ${slot}`)
  const wanted = sharersIn(standing, key).filter((who) => stands(who, page.atOf(stream)))
  if (!isSame(drawn, wanted)) wrong(`${stream} shows ${drawn.sort().join()}, and ${wanted.sort().join()} share`)
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  [...some].sort().join() === [...others].sort().join()

export type ActualPlaces = ReturnType<typeof createActualPlaces>

/** Where everyone stood at each reading, by SteamID64, from what staff are shown: what all that players are shown must agree with. */
export function createActualPlaces(staff: TestClient) {
  const reader = createMessageReader(staff.raw)
  const decoder = createPositionsDecoder()
  const readings = new Map<number, ReadonlyMap<string, string>>()
  let roster: Roster | null = null

  const note = () => {
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
    /** @param at epoch ms of a reading, as frames tell it */
    at: (at: number) => readings.get(at),
    count: () => readings.size,
    take() {
      for (const traffic of reader.take()) {
        if (traffic.kind === 'frame' && traffic.stream === 'positions/main') {
          decoder.apply(traffic.frame)
          note()
        }
        if (traffic.kind !== 'change' || traffic.change.id !== 'roster/main') continue
        const { change } = traffic
        if (change.type === 'snapshot') roster = change.value as unknown as Roster
        if (change.type === 'patch' && roster) roster = applyPatches(roster, change.patches as ImmerPatch[])
      }
    },
  }
}

/** An open page of a player, and how much came to it. */
export interface PackDevice {
  readonly index: number
  readonly account: string
  readonly visitor: TestClient
  readonly page: PackPage
  readonly reader: ReturnType<typeof createMessageReader>
  readonly tally: { changes: number; frames: number; places: number; dropped: number }
  isConnected: boolean
}

export const createPackDevice = (index: number, account: string, visitor: TestClient): PackDevice => ({
  index,
  account,
  visitor,
  isConnected: true,
  page: createPackPage(),
  reader: createMessageReader(visitor.raw),
  tally: { changes: 0, frames: 0, places: 0, dropped: 0 },
})
