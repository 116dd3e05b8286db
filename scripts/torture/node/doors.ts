import type { DocumentId } from '../../../shared/engine/document.ts'
import type { Role } from '../../../shared/engine/permissions.ts'

/** What the runner may ask a node process beside what people may, and what it is answered. */
export interface Doors {
  /** Starts a hub with this environment, that shows itself at `port`, or at any. */
  begin: { ask: { readonly environment: Readonly<Record<string, string>> }; answer: { readonly port: number } }
  /** A session for somebody, as a sign-in gives it: its cookie. */
  signIn: {
    ask: { readonly account: string; readonly role: Role; readonly steamId: string | null }
    answer: string
  }
  /** From now on the clock of this process is so far from the machine's. */
  shift: { ask: { readonly ms: number }; answer: null }
  state: {
    ask: null
    answer: {
      readonly role: 'leader' | 'follower'
      readonly isReady: boolean
      readonly seq: number
      readonly name: string
      /** All that the node says of itself, in words. */
      readonly words: string
    }
  }
  copies: {
    ask: { readonly ids: readonly DocumentId[] }
    answer: readonly (readonly [DocumentId, { readonly version: number; readonly value: object }])[]
  }
  /** Stops the hub in order. The process stays for another one. */
  end: { ask: null; answer: null }
}

export type DoorName = keyof Doors
export type Ask = {
  [D in DoorName]: { readonly number: number; readonly door: D; readonly ask: Doors[D]['ask'] }
}[DoorName]
export type Reply =
  | { readonly number: number; readonly answer: unknown }
  | { readonly number: number; readonly error: string }
