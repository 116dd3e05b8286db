import type { Person } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import type * as commands from '../../../shared/features/console/console.ts'
import {
  type ConsoleTone,
  commandTest,
  consoleHistory,
  continueTest as continueTestCommand,
  resultsKept,
  testEveryMs,
  testLines,
} from '../../../shared/features/console/console.ts'
import { consoleReplyOf } from '../../../shared/features/console/consoleReply.ts'
import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { orderRefusals } from '../../../shared/features/deliveries/refusals.ts'
import { server } from '../../../shared/features/server/server.ts'
import { createNaming } from '../../engine/erasedIds.ts'
import { type Context, Refusal, type Rule } from '../../engine/rule.ts'
import { issueAsHub, issuerOf } from '../deliveries/issue.ts'
import { findDelivery } from '../deliveries/store.ts'

const timer = 'console.commandTest'

/** The run is state of the hub: it goes on when its page is left or the hub restarts, and there is only one. */
export const startTest: Rule<typeof commands.startTest> = (context, _) => {
  const { edit, read, now, newId, refuse } = context
  if (read(commandTest, mainServer).run?.state === 'running') return refuse('running')
  if (!isLinkUp(context)) return refuse('linkDown')
  const { account, name } = issuerOf(context)
  const run = {
    id: newId(),
    by: account ?? '',
    byName: name,
    startedAt: now,
    sent: 0,
    state: 'running',
    why: null,
  } as const
  edit(commandTest, mainServer).run = run
  sendNext(context)
  return {}
}

export const cancelTest: Rule<typeof commands.cancelTest> = (context) => {
  const { read, refuse, schedule } = context
  if (read(commandTest, mainServer).run?.state !== 'running') return refuse('notRunning')
  end(context, 'cancelled', null)
  schedule.cancel(timer)
  return {}
}

export const continueTest: Rule<typeof commands.continueTest> = (context, { run: id }) => {
  const { read, schedule, now } = context
  const { run } = read(commandTest, mainServer)
  if (run?.id !== id || run.state !== 'running') return {}
  const { name } = read(server, mainServer).link
  if (name === 'up') sendNext(context)
  // After a restart the link is not there at once.
  else if (name === 'none' || name === 'connecting') scheduleNext({ schedule, now }, id)
  else end(context, 'stopped', 'The game link went down.')
  return {}
}

const scheduleNext = ({ schedule, now }: Pick<Context, 'schedule' | 'now'>, run: string) =>
  schedule.set(timer, now + testEveryMs, continueTestCommand.name, { run })

const isLinkUp = ({ read }: Pick<Context, 'read'>) => read(server, mainServer).link.name === 'up'

function end({ edit }: Pick<Context, 'edit'>, state: 'finished' | 'cancelled' | 'stopped', why: string | null) {
  const { run } = edit(commandTest, mainServer)
  if (run) Object.assign(run, { state, why })
}

/** Issues the next line for the account that started the run, and sets the timer for the one after it. */
function sendNext(context: Omit<Context, 'refuse'>) {
  const { edit, read, now } = context
  const { run } = read(commandTest, mainServer)
  const line = run && testLines[run.sent]
  if (!run || !line) return
  const { by: account, byName: name, id, sent } = run
  try {
    const order = { server: mainServer, action: { kind: 'gameConsole', target: null, detail: { text: line } } } as const
    const delivery = issueAsHub({ ...context, refuse: refuseOrder }, order, {
      account,
      name,
      role: null,
      elevated: false,
    })
    const test = edit(commandTest, mainServer)
    test.tested += 1
    test.results[delivery] = {
      number: test.tested,
      line,
      at: now,
      link: null,
      tone: 'waiting',
      reply: '',
      tookMs: null,
    }
    for (const [old, { number }] of Object.entries(test.results))
      if (number <= test.tested - resultsKept) delete test.results[old]
    if (test.run) test.run.sent += 1
  } catch (error) {
    // Limits refuse before anything is written.
    if (!(error instanceof Refusal)) throw error
    return end(context, 'stopped', error.message)
  }
  if (sent + 1 === testLines.length) end(context, 'finished', null)
  else scheduleNext(context, id)
}

const refuseOrder = (code: keyof typeof orderRefusals): never => {
  throw new Refusal(code, orderRefusals[code])
}

/** Copies the state of a delivery to where the console shows it. */
export const followDelivery: Rule<typeof commands.followDelivery> = (context, { server: of, account, delivery }) => {
  const { read, edit } = context
  const one = findDelivery(context, of, delivery)
  const { link, ...answer } = one ? answerOf(one) : { link: null, tone: 'bad' as const, reply: goneText }
  if (Object.hasOwn(read(consoleHistory, account).lines, delivery)) {
    const line = edit(consoleHistory, account).lines[delivery]
    if (line) Object.assign(line, { ...answer, link: link ?? line.link })
  }
  const result = Object.hasOwn(read(commandTest, of).results, delivery) ? edit(commandTest, of).results[delivery] : null
  if (result) Object.assign(result, { ...answer, reply: testReply(answer), link, tookMs: one ? tookMs(one) : null })
  return {}
}

const goneText = 'Its outcome is no longer kept.'
/** The first line says enough; a row that waits says so in its own column. */
const testReply = ({ tone, reply }: { readonly tone: ConsoleTone; readonly reply: string }) =>
  tone === 'waiting' ? '' : (reply.split('\n', 1)[0] ?? '')
const tookMs = ({ sentAt, settledAt }: Delivery) => (sentAt === null || settledAt === null ? null : settledAt - sentAt)

function answerOf(one: Delivery) {
  const { tone, text } = consoleReplyOf(one)
  return { link: one.link, tone, reply: text }
}

export function eraseFromTest({ read, edit }: Context, { account, players }: Person) {
  const isNamedIn = createNaming(players)
  const { run, results } = read(commandTest, mainServer)
  if (run?.by === account) Object.assign(edit(commandTest, mainServer).run ?? {}, { by: '', byName: '' })
  for (const [id, { reply }] of Object.entries(results))
    if (isNamedIn(reply)) delete edit(commandTest, mainServer).results[id]
}
