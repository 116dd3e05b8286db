import { type Atom, atom, useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { documentAtom } from '../../connection/documentAtom.ts'
import { meAtom } from '../../connection/meAtom.ts'
import { knownCommands, rawCommand } from '../console/knownCommands.ts'
import { packAtom } from '../packs/usePack.ts'
import type { Findable } from './paletteOptions.ts'

const nobody: Findable['players'] = {}

/** Everybody for whoever may see them; watched only while the palette is open. */
const playersAtom: Atom<Findable['players']> = atom((get) =>
  get(meAtom).may.includes('viewAllPositions')
    ? (get(documentAtom(roster, mainServer)).value?.players ?? nobody)
    : nobody,
)

/** Else those of one's own pack. */
const packMatesAtom: Atom<Findable['pack']> = atom((get) => {
  const { you, may } = get(meAtom)
  if (!you || may.includes('viewAllPositions')) return []
  const own = get(packAtom(you.id))
  if (own.name !== 'here') return []
  return Object.entries(own.pack.members).flatMap(([id, { name }]) => (id === you.id ? [] : [{ id, name }]))
})

/** All that can be found by whoever sits here. */
export function useFindable(pages: Findable['pages']): Findable {
  const { may } = useAtomValue(meAtom)
  const commands = [...knownCommands, rawCommand].filter(({ command }) => may.includes(command.permission))
  return { pages, commands, players: useAtomValue(playersAtom), pack: useAtomValue(packMatesAtom) }
}
