import { createPackPage, type PackPage } from './packPage.ts'
import { createRawReader } from './rawTraffic.ts'
import type { Visitor } from './visitor.ts'

/** An open page of a player, and how much came to it. */
export interface PackDevice {
  readonly index: number
  readonly account: string
  readonly visitor: Visitor
  readonly page: PackPage
  readonly reader: ReturnType<typeof createRawReader>
  readonly tally: { changes: number; frames: number; places: number; dropped: number }
  isConnected: boolean
}

export const createPackDevice = (index: number, account: string, visitor: Visitor): PackDevice => ({
  ...{ index, account, visitor, isConnected: true },
  page: createPackPage(),
  reader: createRawReader(visitor.raw),
  tally: { changes: 0, frames: 0, places: 0, dropped: 0 },
})
