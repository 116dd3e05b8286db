import { banLengthWords } from '../deliveries/deliveryWords.ts'
import { type PickedPlayer, typed } from '../deliveries/pickedPlayer.ts'
import { rawCommand } from './knownCommands.ts'
import type { LineRead } from './readLine.ts'
import { soundsDangerous } from './soundsDangerous.ts'

type Read = Extract<LineRead, { ok: true }>

export interface ConsoleQuestion {
  readonly title: string
  readonly act: string
  /** Whom it reaches, as typed; null where it is nobody in particular. */
  readonly player: PickedPlayer | null
  /** What then happens. */
  readonly harm: string
}

/** What is asked before a typed line is carried out, as its button would ask it; null where nothing is. */
export function questionOf({ known, input }: Read, line: string): ConsoleQuestion | null {
  const { harm } = known
  if (harm === null || (known === rawCommand && !soundsDangerous(line))) return null
  if (known === rawCommand) return { title: `Send “${line}” to the game?`, act: 'Send it', player: null, harm }
  const player = typeof input.target === 'string' ? typed(input.target) : null
  const order = player ? known.name.replace('a player', () => player.text) : known.name
  const length = typeof input.durationMs === 'number' || input.durationMs === null ? input.durationMs : undefined
  const title = length === undefined ? order : `${order} ${banLengthWords(length)}`
  return { title: `${title}?`, act: order, player, harm }
}
