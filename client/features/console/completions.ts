import { gameToggles } from '../../../shared/features/deliveries/kinds.ts'
import { knownCommands, type Part, permanent } from './knownCommands.ts'
import { quoted, splitLine } from './splitLine.ts'

export interface Named {
  readonly id: string
  readonly name: string
}

export interface Completion {
  /** What is put in. */
  readonly label: string
  /** The whole line with it, ready for the next word. */
  readonly line: string
}

const mostOffered = 8

/** How the line that is being typed can go on. @param players in the game; of namesakes each is put in by id */
export function completions(line: string, players: readonly Named[]): readonly Completion[] {
  const words = splitLine(line)
  const last = words.at(-1)
  if (!last) return []
  const isOpen = last.end === line.length
  const place = isOpen ? words.length - 1 : words.length
  const typed = (isOpen ? last.text : '').toLowerCase()
  const kept = isOpen ? line.slice(0, last.at) : line
  return offered(words[0]?.text ?? '', place, players)
    .filter(({ name }) => name.toLowerCase().includes(typed) && (place > 0 || name.startsWith(typed)))
    .sort((one, other) => rank(one.name, typed) - rank(other.name, typed))
    .slice(0, mostOffered)
    .map(({ name, put }) => ({ label: name, line: `${kept}${put} ` }))
}

const rank = (name: string, typed: string) => (name.toLowerCase().startsWith(typed) ? 0 : 1)
const plain = (name: string) => ({ name, put: name })

function offered(first: string, place: number, players: readonly Named[]) {
  if (place === 0) return knownCommands.map(({ word }) => plain(word))
  const parts = knownCommands.find(({ word }) => word === first.toLowerCase())?.parts ?? []
  return ofPart(parts[place - 1], players)
}

function ofPart(part: Part | undefined, players: readonly Named[]) {
  if (part === 'player' || part === 'destination') return players.map((player) => ofPlayer(player, players))
  if (part === 'length') return [permanent, '1', '7', '30', '90'].map(plain)
  if (part === 'toggle') return gameToggles.map(plain)
  if (part === 'onOff') return ['on', 'off'].map(plain)
  return []
}

function ofPlayer({ id, name }: Named, players: readonly Named[]) {
  const isAlone = players.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length === 1
  const isName = name.trim() !== '' && isAlone
  return { name: isName ? name : `${name} ${id}`.trim(), put: isName ? quoted(name) : id }
}
