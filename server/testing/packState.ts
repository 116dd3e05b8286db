import { type DocumentId, keyOf, kindOf } from '../../shared/engine/document.ts'

/**
 * Who is in which pack, shares, and is linked to whom: all that decides who may see whom, as it follows from the commands that
 * were acknowledged. Written anew for the test, and knows nothing of the rules that it checks.
 */
export interface PackState {
  /** By account: their pack. */
  readonly packOf: ReadonlyMap<string, string>
  readonly sharing: ReadonlySet<string>
  readonly steamOf: ReadonlyMap<string, string | null>
  /** Devices that were signed out. */
  readonly signedOut: ReadonlySet<number>
}

/** What was acknowledged: a command, or what was done to an account. */
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

/** The standing after it. */
export function applyPackEvent(standing: PackState, { name, by, input, pack }: PackEvent): PackState {
  const packOf = new Map(standing.packOf)
  const sharing = new Set(standing.sharing)
  const steamOf = new Map(standing.steamOf)
  const signedOut = new Set(standing.signedOut)
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
      for (const member of membersOf(standing, standing.packOf.get(by) ?? '')) packOf.delete(member)
    },
    'packs.setSharing': () => (input.shares ? sharing.add(by) : sharing.delete(by)),
    link: () => steamOf.set(by, input.steamId ?? null),
    signOut: () => signedOut.add(input.device ?? -1),
  }
  effects[name]?.()
  return { packOf, sharing, steamOf, signedOut }
}

export const membersOf = ({ packOf }: Pick<PackState, 'packOf'>, pack: string) =>
  [...packOf].filter(([, theirs]) => theirs === pack).map(([account]) => account)

export const sharersIn = (standing: PackState, pack: string) =>
  membersOf(standing, pack).filter((account) => standing.sharing.has(account))

const forEveryone = new Set(['server', 'regions', 'marker'])
const ofPacks = new Set(['pack', 'packLife', 'packPositions'])
const ofOneself = new Set(['membership', 'account', 'vitals', 'ownPositions', 'mapSettings'])

/** Whether the device of that account may be told of the document or stream. */
export function mayHave(standing: PackState, device: number, account: string, id: DocumentId): boolean {
  const [kind, key] = [kindOf(id), keyOf(id)]
  if (forEveryone.has(kind)) return true
  if (standing.signedOut.has(device)) return false
  if (ofPacks.has(kind)) return standing.packOf.get(account) === key
  return ofOneself.has(kind) && key === account
}
