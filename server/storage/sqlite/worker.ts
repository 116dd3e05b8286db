import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { StoreSettings } from './open.ts'
import { toProblem } from './problems.ts'
import { createStore } from './store.ts'
import { type AppendRequest, endOfRequests, type Reply, type Request } from './thread.ts'

/**
 * The journal's thread: only this thread waits for the disk. Appends that arrived while it was busy are written as one group, before
 * other requests.
 */
const settings = workerData as StoreSettings
const store = createStore(settings)
const port = parentPort

/** Files that were removed are noticed in this time, even while nothing is written. */
const CHECK_EVERY_MS = 250

const isAppend = (request: Request): request is AppendRequest => request.kind === 'append'

const appendAll = (requests: readonly AppendRequest[]) => {
  const inputs = requests.map(({ input }) => input)
  store.append(inputs, (outcomes) => {
    const replies = requests.map(({ id }, at): Reply => {
      const problem = outcomes[at]
      return problem ? { id, problem, refusals: store.refusals() } : { id, answer: undefined }
    })
    port?.postMessage(replies)
  })
}

/** Bytes are passed on, and not copied. */
const send = (reply: Extract<Reply, { readonly answer: unknown }>) =>
  port?.postMessage([reply], reply.answer instanceof Uint8Array ? [reply.answer.buffer as ArrayBuffer] : [])

const answer = ({ id, kind, input }: Exclude<Request, AppendRequest>) => {
  const failed = (error: unknown): Reply => ({
    id,
    problem: toProblem(error, settings.folder),
    refusals: store.refusals(),
  })
  try {
    const handle = store.handlers[kind] as (input: unknown) => unknown
    const result = handle(input)
    if (!(result instanceof Promise)) return send({ id, answer: result })
    void result.then(
      (later) => port?.postMessage([{ id, answer: later } satisfies Reply]),
      (error) => port?.postMessage([failed(error)]),
    )
  } catch (error) {
    port?.postMessage([failed(error)])
  }
}

const received = (): (Request | typeof endOfRequests)[] => {
  const messages: (Request | typeof endOfRequests)[] = []
  for (let next = port && receiveMessageOnPort(port); next; next = port && receiveMessageOnPort(port))
    messages.push(next.message)
  return messages
}

const checking = setInterval(() => {
  const stopped = store.checkPlace()
  if (stopped === null) return
  clearInterval(checking)
  port?.postMessage([{ stopped } satisfies Reply])
}, CHECK_EVERY_MS)

port?.on('message', (first: Request | typeof endOfRequests) => {
  const messages = [first, ...received()]
  const requests = messages.filter((message) => message !== endOfRequests)
  const appends = requests.filter(isAppend)
  if (appends.length > 0) appendAll(appends)
  for (const request of requests) if (!isAppend(request)) answer(request)
  if (!messages.includes(endOfRequests)) return
  clearInterval(checking)
  port.close()
})
