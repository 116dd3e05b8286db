import type { Person } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { isInvisible } from '../../../shared/engine/isInvisible.ts'
import type * as commands from '../../../shared/features/console/console.ts'
import {
  type ConsoleLine,
  consoleAccounts,
  consoleHistory,
  mostLines,
} from '../../../shared/features/console/console.ts'
import { readLine } from '../../../shared/features/console/consoleLine.ts'
import { helpText } from '../../../shared/features/console/gameCommands.ts'
import { consoleErrorText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { createNaming } from '../../engine/erasedIds.ts'
import { problemsOf, withValues } from '../../engine/inputProblems.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { deliveriesFeature } from '../deliveries/feature.ts'
import { findDelivery } from '../deliveries/store.ts'

/** A line that names no known command goes to a command mod as typed. */
export const enterLine: Rule<typeof commands.enterLine> = (context, { line }) => {
  const { read, refuse } = context
  if (isInvisible(line)) return refuse('noCommand')
  const text = line.trim()
  const help = helpText(text)
  if (help !== null) return { id: keep(context, { text, link: 'hub', tone: 'good', reply: help }) }
  const names = Object.values(read(roster, mainServer).players).map(({ name }) => name)
  const found = readLine(text, names)
  if (!found.ok) return { id: keepRefused(context, text, found.problem) }
  const { command, rule } = implementationOf(found.known.command.name)
  const input = command.input.safeParse(found.input, withValues)
  if (!input.success) return { id: keepRefused(context, text, problemsOf(input.error)[0] ?? '') }
  // The rule asks for the permission of its own command, and records it in the audit.
  const { id } = rule(context as never, input.data) as { readonly id: string }
  const delivery = findDelivery(context, mainServer, id)
  const players = [delivery?.target?.id, delivery?.detail.destination].filter((one) => one !== undefined)
  return { id: keep(context, { text, delivery: id, players }) }
}

function implementationOf(name: string) {
  const found = deliveriesFeature.commands.find(({ command }) => command.name === name)
  if (!found) throw new Error(`The console knows "${name}", and there is no such command`)
  return found
}

export const keepLine: Rule<typeof commands.keepLine> = (context, { line, reply, tone }) => {
  if (isInvisible(line)) return context.refuse('noCommand')
  return { id: keep(context, { text: line.trim(), link: 'hub', tone, reply }) }
}

export const clearHistory: Rule<typeof commands.clearHistory> = ({ actor, edit }) => {
  edit(consoleHistory, accountOf(actor)).lines = {}
  return {}
}

const keepRefused = (context: Context, text: string, why: string) =>
  keep(context, { text, link: 'hub', tone: 'bad', reply: consoleErrorText(why.replace(/^❌ /, '')) })

/** Adds a line to the actor's history, and drops the oldest ones. */
function keep(
  { actor, edit, read, now, newId }: Context,
  line: Pick<ConsoleLine, 'text'> & Partial<ConsoleLine>,
): string {
  const by = accountOf(actor)
  const id = line.delivery ?? newId()
  if (!read(consoleAccounts).accounts[by]) edit(consoleAccounts).accounts[by] = true
  const history = edit(consoleHistory, by)
  history.entered += 1
  history.lines[id] = {
    number: history.entered,
    at: now,
    delivery: null,
    link: null,
    tone: 'waiting',
    reply: '',
    players: [],
    ...line,
  }
  for (const [old, { number }] of Object.entries(history.lines))
    if (number <= history.entered - mostLines) delete history.lines[old]
  return id
}

/** Of the erased person nothing stays; lines of others that are about the person, or hold their id, lose their text and reply. */
export function eraseFromHistories({ read, edit }: Context, { account, players }: Person) {
  const isNamedIn = createNaming(players)
  for (const by of Object.keys(read(consoleAccounts).accounts)) {
    const { lines } = read(consoleHistory, by)
    if (by === account) {
      Object.assign(edit(consoleHistory, by), { lines: {}, entered: 0 })
      continue
    }
    for (const [id, line] of Object.entries(lines)) {
      const isAbout = players.some((player) => line.players.includes(player))
      if (isAbout || isNamedIn(`${line.text}\n${line.reply}`)) delete edit(consoleHistory, by).lines[id]
    }
  }
}

export const eraseFromAccounts = ({ edit }: Context, { account }: Person) =>
  void delete edit(consoleAccounts).accounts[account]
