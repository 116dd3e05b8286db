import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { SqliteSettings } from './open.ts'
import { toProblem } from './problems.ts'
import { createStore } from './store.ts'
import { type AppendRequest, type Request, endOfRequests, type Reply } from './thread.ts'

/**
 * The journal's thread: SQLite waits for the disk here, and nobody else does. Appends that piled up while it was busy
 * are written as one group, before anything else that waits.
 */
const settings = workerData as SqliteSettings
const keeper = createStore(settings)
const port = parentPort

const isAppend = (ask: Request): ask is AppendRequest => ask.kind === 'append'

const appendAll = (asks: readonly AppendRequest[]): Reply[] => {
  const outcomes = keeper.append(asks.map(({ ask }) => ask))
  return asks.map(({ id }, place) => {
    const problem = outcomes[place]
    return problem ? { id, problem, refusals: keeper.refusals() } : { id, answer: null }
  })
}

const answerOne = ({ id, kind, ask }: Exclude<Request, AppendRequest>): Reply => {
  try {
    const answer = keeper.answers[kind] as (ask: unknown) => unknown
    return { id, answer: answer(ask) }
  } catch (error) {
    return { id, problem: toProblem(error, settings.folder), refusals: keeper.refusals() }
  }
}

const waiting = (): (Request | typeof endOfRequests)[] => {
  const asks: (Request | typeof endOfRequests)[] = []
  for (let next = port && receiveMessageOnPort(port); next; next = port && receiveMessageOnPort(port))
    asks.push(next.message)
  return asks
}

port?.on('message', (first: Request | typeof endOfRequests) => {
  const told = [first, ...waiting()]
  const asks = told.filter((one) => one !== endOfRequests)
  const appends = asks.filter(isAppend)
  if (appends.length > 0) port.postMessage(appendAll(appends))
  for (const ask of asks) if (!isAppend(ask)) port.postMessage([answerOne(ask)])
  if (told.includes(endOfRequests)) port.close()
})
