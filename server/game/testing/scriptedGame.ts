import type { OpenSocket, SocketListener } from '../evrima/channel.ts'
import { createEvrimaLink } from '../evrima/evrimaLink.ts'
import type { LinkState } from '../link.ts'
import { readFrames } from '../simulator/serveClient.ts'
import { createManualClock } from './manualClock.ts'

export const password = 'rcon-s3cret'
export const ada = '76561198000000001'
export const adaListed = `PlayerList\n${ada},\nAda,`

/** A link to a scripted game, with everything that it logged. */
export function createScriptedLink() {
  const clock = createManualClock(1000)
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
  /** Sends a request, lets the game reply, and waits until the link has accepted the reply. */
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

interface ScriptedGame {
  readonly open: OpenSocket
  /** The received requests, as `login pw` or `playerlist` or `announce text`. */
  readonly heard: string[]
  /** The number of sockets opened so far, and of those still open. */
  opened(): number
  openNow(): number
  /** Accepts the connection. */
  accept(): void
  say(text: string | Buffer): void
  lose(why?: string): void
}

/** A game whose replies the test sends. */
function createScriptedGame(): ScriptedGame {
  const heard: string[] = []
  const lines = new Set<SocketListener>()
  let opened = 0
  let last: SocketListener | null = null
  return {
    heard,
    opened: () => opened,
    openNow: () => lines.size,
    open(listener) {
      opened++
      last = listener
      lines.add(listener)
      return {
        send: (bytes) => void heard.push(...readFrames(bytes).map(wordsOf)),
        close: () => void lines.delete(listener),
      }
    },
    accept: () => last?.opened(),
    say: (text) => last?.received(Buffer.from(text)),
    lose(why = 'the game server closed the connection') {
      if (last) lines.delete(last)
      last?.lost(why)
    },
  }
}

function wordsOf(request: ReturnType<typeof readFrames>[number]): string {
  if (request.type === 'login') return `login ${request.password}`
  return request.type === 'command' ? `${request.command} ${request.argument}`.trim() : 'unknown'
}
