import { type DocumentId, keyOf, kindOf } from '../../shared/engine/document.ts'

/**
 * Memberships, sharing and links, which decide who may see whom, derived from acknowledged commands. Independent of the rules that it
 * checks.
 */
export interface PackState {
  /** The pack of each account. */
  readonly packOf: ReadonlyMap<string, string>
  readonly sharing: ReadonlySet<string>
  readonly steamOf: ReadonlyMap<string, string | null>
  /** The signed-out devices. */
  readonly signedOut: ReadonlySet<number>
}

/** An acknowledged command, or a change of an account. */
export interface PackEvent {
  readonly name: string
  readonly by: string
  readonly input: {
    readonly member?: string
    readonly shares?: boolean
    readonly steamId?: string | null
    readonly device?: number
  }
  readonly pack?: string
}

export const emptyPackState: PackState = {
  packOf: new Map(),
  sharing: new Set(),
  steamOf: new Map(),
  signedOut: new Set(),
}

/** The state after the event. */
export function applyPackEvent(state: PackState, { name, by, input, pack }: PackEvent): PackState {
  const packOf = new Map(state.packOf)
  const sharing = new Set(state.sharing)
  const steamOf = new Map(state.steamOf)
  const signedOut = new Set(state.signedOut)
  const enter = () => {
    packOf.set(by, pack ?? '')
    sharing.add(by)
  }
  const effects: Record<string, () => void> = {
    'packs.create': enter,
    'packs.join': enter,
    'packs.leave': () => packOf.delete(by),
    'packs.removeMember': () => packOf.delete(input.member ?? ''),
    'packs.disband': () => {
      for (const member of membersOf(state, state.packOf.get(by) ?? '')) packOf.delete(member)
    },
    'packs.setSharing': () => (input.shares ? sharing.add(by) : sharing.delete(by)),
    link: () => steamOf.set(by, input.steamId ?? null),
    signOut: () => signedOut.add(input.device ?? -1),
  }
  effects[name]?.()
  return { packOf, sharing, steamOf, signedOut }
}

export const membersOf = ({ packOf }: Pick<PackState, 'packOf'>, pack: string) =>
  [...packOf].filter(([, own]) => own === pack).map(([account]) => account)

export const sharersIn = (state: PackState, pack: string) =>
  membersOf(state, pack).filter((account) => state.sharing.has(account))

const publicKinds = new Set(['server', 'regions', 'marker'])
const packKinds = new Set(['pack', 'packLife', 'packPositions'])
const ownKinds = new Set(['membership', 'account', 'vitals', 'ownPositions', 'mapSettings'])

/** Whether the device of this account may receive the document or stream. */
export function mayHave(state: PackState, device: number, account: string, id: DocumentId): boolean {
  const [kind, key] = [kindOf(id), keyOf(id)]
  if (publicKinds.has(kind)) return true
  if (state.signedOut.has(device)) return false
  if (packKinds.has(kind)) return state.packOf.get(account) === key
  return ownKinds.has(kind) && key === account
}
