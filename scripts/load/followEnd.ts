import { text } from 'node:stream/consumers'
import type { WebSocket } from 'ws'
import type { Answers } from './answers.ts'
import type { Ledger } from './ledger.ts'
import { isFull, troubleOfError, troubleOfRefusal } from './troubles.ts'

interface EndParts {
  readonly ledger: Ledger
  readonly answers: Answers
  isHere(): boolean
  ended(isFull: boolean): void
}

/** Tells once how a connection ended, or why there was none. Returns the way to end it, of which nothing is told. */
export function followEnd(socket: WebSocket, { ledger, answers, isHere, ended }: EndParts) {
  let isOver = false
  const end = (code: string) => {
    if (isOver) return
    isOver = true
    if (isHere()) ledger.count('lost')
    ledger.trouble(code)
    answers.end()
    ended(isFull(code))
  }
  socket.on('unexpected-response', (request, response) => {
    const refused = (body: string) => {
      end(troubleOfRefusal(response.statusCode ?? 0, body))
      request.destroy()
    }
    text(response).then(refused, () => refused(''))
  })
  socket.on('error', (error: Error) => end(troubleOfError(error)))
  socket.on('close', () => end(isHere() ? 'lost' : 'ECONNRESET'))
  return () => {
    isOver = true
    socket.close()
  }
}
