// How late a page shows a notification that many users get at once. Alone: node scripts/bench/inbox.ts
import { openBenchClient } from './benchClient.ts'
import { startChild } from './childProcess.ts'
import type { InboxAnswers } from './inboxServer.ts'
import { atMost, type BenchSize, printTable, type Row } from './measure.ts'

const wholeViewers = 2_000
const wholePasses = 5
const openedAtOnce = 50

/** Of the time until the last page has it: commands of others go on in between. */
const mostBlocked = 0.8
/** How many times as long as one document for everyone. */
const mostTimes = 10

const middle = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

/** Opens a client for each account, which watches its inbox and what is for everyone. `heard` is called for each change. */
async function openViewers(port: number, viewers: number, heard: () => void) {
  const openOne = (account: string) => {
    const ready = Promise.withResolvers<void>()
    const documents = [{ id: `notifications/${account}` }, { id: 'sharedNotifications/' }]
    let left = documents.length
    const client = openBenchClient({
      port,
      headers: { cookie: account },
      hear(text) {
        if (text.startsWith('42["hello"')) client.send(`420${JSON.stringify(['watch', { documents }])}`)
        if (!text.startsWith('42["down"')) return
        if (left > 0) {
          left -= text.split('"snapshot"').length - 1
          if (left <= 0) ready.resolve()
        } else heard()
      },
    })
    return ready.promise
  }
  for (let opened = 0; opened < viewers; opened += openedAtOnce)
    await Promise.all(
      Array.from({ length: Math.min(openedAtOnce, viewers - opened) }, (_, at) => openOne(`p${opened + at}`)),
    )
}

/** An own notification in each inbox, and in turn one for everyone: until the last page has received it. */
export async function benchInbox(size: BenchSize = {}): Promise<Row[]> {
  const { viewers = wholeViewers, passes = wholePasses } = size
  const server = startChild<InboxAnswers>(new URL('./inboxServer.ts', import.meta.url))
  let all = Promise.withResolvers<void>()
  let left = 0
  await openViewers(await server.ask('open', viewers), viewers, () => {
    left -= 1
    if (left === 0) all.resolve()
  })
  const took = { toMany: [] as number[], toEveryone: [] as number[] }
  const lags: number[] = []
  for (let pass = 0; pass < passes; pass += 1)
    for (const to of ['toEveryone', 'toMany'] as const) {
      all = Promise.withResolvers<void>()
      left = viewers
      const startedAt = performance.now()
      await server.ask('send', to)
      await all.promise
      took[to].push(performance.now() - startedAt)
      const lag = await server.ask('longestLag')
      if (to === 'toMany') lags.push(lag)
    }
  await server.ask('close')
  server.end()
  const [many, everyone, lag] = [middle(took.toMany), middle(took.toEveryone), middle(lags)]
  const note = `ms to the last page: ${Math.round(many)} for ${viewers} inboxes, ${Math.round(everyone)} for one document; loop blocked ${Math.round(lag)} ms at most`
  return [
    {
      measure: `a notification in ${viewers} inboxes is on the last page`,
      against: 'one document for everyone',
      ...atMost(mostTimes, many / everyone),
      note,
    },
    {
      measure: `the longest block of the loop while ${viewers} inboxes are written`,
      against: 'the time until the last page has it',
      ...atMost(mostBlocked, lag / many),
      note: '',
    },
  ]
}

if (import.meta.main) {
  printTable(await benchInbox())
  process.exit()
}
