import { createEvrimaLink } from '../evrima/evrimaLink.ts'
import type { LinkState } from '../link.ts'
import { createHandClock } from './handClock.ts'
import { createScriptedGame } from './scriptedGame.ts'

export const password = 'rcon-s3cret'
export const ada = '76561198000000001'
export const adaListed = `PlayerList\n${ada},\nAda,`

/** A link to a game that the test plays, and everything that the link told. */
export function createScriptedLink() {
  const clock = createHandClock(1000)
  const game = createScriptedGame()
  const lines: string[] = []
  const log = { info: (text: string) => void lines.push(text), warn: (text: string) => void lines.push(text) }
  const link = createEvrimaLink({ host: 'game', port: 1, password, clock, random: () => 0, log, open: game.open })
  const states: LinkState[] = []
  link.onState((state) => states.push(state))
  const logIn = async () => {
    game.accept()
    await clock.advance(0)
    game.say('Password Accepted')
    await clock.advance(0)
  }
  /** Asks, lets the game say this, and waits until the link is content. */
  const exchange = async <T>(asking: () => Promise<T>, reply: string): Promise<T> => {
    const asked = asking()
    asked.catch(() => {})
    await clock.advance(0)
    game.say(reply)
    await clock.advance(1500)
    return asked
  }
  return { clock, game, lines, link, states, logIn, exchange }
}
