import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { type AppendAsk, type Ask, endOfAsks, type Reply } from './sqlite/asks.ts'
import { createKeeper } from './sqlite/keeper.ts'
import type { SqliteSettings } from './sqlite/lease.ts'
import { toProblem } from './sqlite/problem.ts'

/**
 * The journal's thread: SQLite waits for the disk here, and nobody else does. Appends that piled up while it was busy
 * are written as one group, before anything else that waits.
 */
const settings = workerData as SqliteSettings
const keeper = createKeeper(settings)
const port = parentPort

const isAppend = (ask: Ask): ask is AppendAsk => ask.kind === 'append'

const appendAll = (asks: readonly AppendAsk[]): Reply[] => {
  const outcomes = keeper.append(asks.map(({ ask }) => ask))
  return asks.map(({ id }, place) => {
    const problem = outcomes[place]
    return problem ? { id, problem, refusals: keeper.refusals() } : { id, answer: null }
  })
}

const answerOne = ({ id, kind, ask }: Exclude<Ask, AppendAsk>): Reply => {
  try {
    const answer = keeper.answers[kind] as (ask: unknown) => unknown
    return { id, answer: answer(ask) }
  } catch (error) {
    return { id, problem: toProblem(error, settings.folder), refusals: keeper.refusals() }
  }
}

const waiting = (): (Ask | typeof endOfAsks)[] => {
  const asks: (Ask | typeof endOfAsks)[] = []
  for (let next = port && receiveMessageOnPort(port); next; next = port && receiveMessageOnPort(port))
    asks.push(next.message)
  return asks
}

port?.on('message', (first: Ask | typeof endOfAsks) => {
  const told = [first, ...waiting()]
  const asks = told.filter((one) => one !== endOfAsks)
  const appends = asks.filter(isAppend)
  if (appends.length > 0) port.postMessage(appendAll(appends))
  for (const ask of asks) if (!isAppend(ask)) port.postMessage([answerOne(ask)])
  if (told.includes(endOfAsks)) port.close()
})
