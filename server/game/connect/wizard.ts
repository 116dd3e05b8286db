import type { Finding } from '../../../shared/features/connections/connections.ts'

/** Asks and tells: a terminal, or a test. */
export interface Terminal {
  say(text: string): void
  /** The answer without spaces around it; null when no more answers come. A secret is not shown while it is typed. */
  ask(question: string, options?: { readonly isSecret?: boolean }): Promise<string | null>
}

/** A group of settings that is asked for and tried together. */
export interface Step {
  readonly title: string
  /** One or two sentences on what it is for. */
  readonly about: string
  readonly questions: readonly Question[]
  /** Whether it may be left out, by an empty first answer. */
  readonly isOptional: boolean
  /** Whether it is gone through at all, by the answers so far. */
  readonly isNeeded?: (settings: Settings) => boolean
  /** Settings that follow from the answers, such as a secret that the hub makes. */
  readonly adds?: (settings: Settings) => Settings
  /** What is wrong with the answers as they are, as a sentence; null where they can be tried. */
  problem(settings: Settings): string | null
  /** Tries the connection; null where there is nothing to try. */
  readonly check: ((settings: Settings) => Promise<readonly Finding[]>) | null
}

interface Question {
  /** Of the environment variable. */
  readonly name: string
  readonly asks: string
  /** For an empty answer; null: none. */
  readonly otherwise: string | null
  readonly isSecret?: boolean
  /** An empty answer leaves the setting out. */
  readonly mayBeEmpty?: boolean
  /** Whether it is asked at all, by the answers so far. */
  readonly isAsked?: (settings: Settings) => boolean
  /** The value of an answer. */
  readonly reads?: (answer: string) => string
  /** What is wrong with a value by itself, as a sentence: it is asked for again at once. Null where nothing is. */
  readonly wrong?: (value: string) => string | null
}

export type Settings = Readonly<Record<string, string>>

const marks = { good: '  ok  ', warning: '  !   ', bad: '  no  ', absent: '  --  ' } as const

/** A finding as lines for a terminal. */
export function findingText({ state, says, mend, add }: Finding): string {
  const added = add ? [`In ${add.file}:`, ...add.lines.map((line) => `  ${line}`)] : []
  const more = [...(mend?.split('\n') ?? []), ...added]
  return [`${marks[state]}${says}`, ...more.map((line) => `      ${line}`)].join('\n')
}

/**
 * Walks through the steps: asks, tries, says what is wrong and asks again. Returns the settings that were kept; null when the answers
 * ended before.
 */
export async function runWizard(terminal: Terminal, steps: readonly Step[]): Promise<Settings | null> {
  let kept: Settings = {}
  for (const step of steps) {
    if (step.isNeeded && !step.isNeeded(kept)) continue
    terminal.say(`\n${step.title}\n${step.about}`)
    const settings = await walk(terminal, step, kept)
    if (settings === null) return null
    kept = settings
  }
  return kept
}

async function walk(terminal: Terminal, step: Step, kept: Settings): Promise<Settings | null> {
  let former: Settings | null = null
  for (;;) {
    const answered: Settings | null = await askAll(terminal, step, kept, former)
    if (answered === null || answered === kept) return answered
    const settings = step.adds?.(answered) ?? answered
    const problem = step.problem(settings)
    if (problem !== null) {
      terminal.say(`  no  ${problem}`)
      // An optional step is left out by an empty answer, so there nothing may stand for one.
      if (!step.isOptional) former = answered
      continue
    }
    if (!step.check) return settings
    terminal.say('      Trying…')
    const findings = await step.check(settings)
    for (const finding of findings) terminal.say(findingText(finding))
    if (!findings.some(({ state }) => state === 'bad')) return settings
    const next = await askNext(terminal, step)
    if (next === 'again') former = answered
    else if (next === null) return null
    else return next === 'keep' ? settings : kept
  }
}

/** What fails now may work later: a mod answers only while the game server runs. */
async function askNext(terminal: Terminal, { isOptional }: Step): Promise<'again' | 'keep' | 'leave' | null> {
  const ways = isOptional ? ', (k)eep it as it is, or (l)eave it out? [T/k/l] ' : ', or (k)eep it as it is? [T/k] '
  const answer = await terminal.ask(`(T)ry again${ways}`)
  if (answer === null) return null
  if (/^k/i.test(answer)) return 'keep'
  return isOptional && /^l/i.test(answer) ? 'leave' : 'again'
}

/**
 * What an earlier step has asked is not asked again.
 * @param former the answers that did not work: an empty answer keeps one
 * @returns the same settings where an optional step is left out
 */
async function askAll(
  terminal: Terminal,
  { questions, isOptional }: Step,
  kept: Settings,
  former: Settings | null,
): Promise<Settings | null> {
  let settings: Settings = { ...kept }
  for (const [at, question] of questions.entries()) {
    const { name, isAsked = () => true } = question
    if (!isAsked(settings) || (former === null && kept[name] !== undefined)) continue
    const answer = await askOne(terminal, question, former?.[name] ?? null, isOptional && at === 0)
    if (answer === null) return null
    if (answer === '' && isOptional && at === 0) return kept
    if (answer !== '') settings = { ...settings, [name]: answer }
  }
  return settings
}

/** @returns the value of the answer; '' where the question may be left open; null when the answers ended */
async function askOne(
  terminal: Terminal,
  { asks, otherwise, isSecret = false, mayBeEmpty = false, reads = (answer) => answer, wrong = () => null }: Question,
  former: string | null,
  mayBeLeft: boolean,
): Promise<string | null> {
  const usual = former ?? otherwise
  const hint = usual === null ? '' : ` [${isSecret ? 'as before' : usual}]`
  for (;;) {
    const answer = await terminal.ask(`${asks}${hint}: `, { isSecret })
    if (answer === null) return null
    if (answer === '') {
      if (usual !== null) return usual
      if (mayBeEmpty || mayBeLeft) return ''
      terminal.say('      This one is needed.')
      continue
    }
    const value = answer === former ? answer : reads(answer)
    const problem = wrong(value)
    if (problem === null) return value
    terminal.say(`  no  ${problem}`)
  }
}

/**
 * Offers to write the settings into the file of settings, and prints them for the user to copy where that is not wanted or not possible.
 * @param write throws an Error that says why the file cannot be written; null: it is not offered
 */
export async function keepSettings(
  terminal: Terminal,
  settings: Settings,
  { file, write }: { readonly file: string; readonly write: ((lines: readonly string[]) => void) | null },
) {
  const lines = envLines(settings)
  const answer = write ? await terminal.ask(`\nWrite these settings into ${file}? Its other lines stay. [Y/n] `) : null
  if (write && answer !== null && !/^n/i.test(answer)) {
    try {
      write(lines)
      return terminal.say(`\nWritten: ${Object.keys(settings).join(', ')}. Now run npm start.`)
    } catch (error) {
      terminal.say(`  no  ${(error as Error).message}`)
    }
  }
  terminal.say('\nPut these lines into .env, then run npm start. They hold passwords, so keep them to yourself.\n')
  for (const line of lines) terminal.say(line)
}

/** Lines for `.env`. Values that a shell or a reader of such files would change are quoted. */
export const envLines = (settings: Settings): readonly string[] =>
  Object.entries(settings).map(([name, value]) => `${name}=${/^[\w./:@,-]*$/.test(value) ? value : quoted(value)}`)

/** In double quotes \n is a line break, and docker compose reads $ and \ there. */
const quoted = (value: string) => {
  if (!value.includes("'")) return `'${value}'`
  if (!/["\\$]/.test(value)) return `"${value}"`
  return value.includes('`') ? value : `\`${value}\``
}
