import type { OpenWire, WireListener } from '../evrima/tcpWire.ts'
import { readFrames } from '../simulator/readFrames.ts'

export interface ScriptedGame {
  readonly open: OpenWire
  /** What was heard, as `login pw` or `playerlist` or `announce text`. */
  readonly heard: string[]
  /** How many lines were opened so far, and how many of them are not closed. */
  opened(): number
  openNow(): number
  /** The line is open. */
  accept(): void
  say(text: string | Buffer): void
  lose(why?: string): void
}

/** A game that a test plays itself, word by word. */
export function createScriptedGame(): ScriptedGame {
  const heard: string[] = []
  const lines = new Set<WireListener>()
  let opened = 0
  let last: WireListener | null = null
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
