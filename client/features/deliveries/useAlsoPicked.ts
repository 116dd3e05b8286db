import { type Atom, atom, useAtomValue } from 'jotai'
import { staffPresence } from '../../../shared/features/staffPresence/staffPresence.ts'
import { type DocumentState, documentAtom } from '../../connection/documentAtom.ts'
import { meAtom } from '../../connection/meAtom.ts'
import { useIsAtWork } from '../../ui/useIsAtWork.ts'

type Presence = DocumentState<{ readonly people: Readonly<Record<string, AlsoPicked>> }>

export interface AlsoPicked {
  readonly name: string
  /** Server epoch ms. */
  readonly since: number
}

const notAsked: Atom<Presence> = atom({ state: 'loading', value: null, at: null } as const)
const steamId = /^\d{17}$/
const none: readonly AlsoPicked[] = []

/**
 * Which others of the staff have this player picked now, the first first. To ask is to be among them: so only of whom one has
 * picked oneself, and only while one sits at the page. @param player SteamID64; null where nobody is picked
 */
export function useAlsoPicked(player: string | null): readonly AlsoPicked[] {
  const { you, may } = useAtomValue(meAtom)
  const isAtWork = useIsAtWork()
  const isAsked = player !== null && steamId.test(player) && isAtWork && may.includes('viewPendingCommands')
  const { value } = useAtomValue<Presence>(isAsked ? documentAtom(staffPresence, player) : notAsked)
  if (!value) return none
  return Object.entries(value.people)
    .flatMap(([account, present]) => (account === you?.id ? [] : [present]))
    .sort((one, other) => one.since - other.since)
}
