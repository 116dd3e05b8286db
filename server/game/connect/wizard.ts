import type { Finding } from './checks.ts'

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
  /** What is wrong with the answers as they are, as a sentence; null where they can be tried. */
  problem(settings: Settings): string | null
  /** Tries the connection. */
  check(settings: Settings): Promise<readonly Finding[]>
}

interface Question {
  /** Of the environment variable. */
  readonly name: string
  readonly asks: string
  /** For an empty answer; null: none. */
  readonly otherwise: string | null
  readonly isSecret?: boolean
  /** Whether it is asked at all, by the answers so far. */
  readonly isAsked?: (settings: Settings) => boolean
}

export type Settings = Readonly<Record<string, string>>

const marks = { good: '  ok  ', warning: '  !   ', bad: '  no  ' } as const

/** A finding as lines for a terminal. */
export const findingText = ({ state, says, mend }: Finding): string =>
  [`${marks[state]}${says}`, ...(mend?.split('\n') ?? []).map((line) => `      ${line}`)].join('\n')

/**
 * Walks through the steps: asks, tries, says what is wrong and asks again. Returns the settings that were kept; null when the answers
 * ended before.
 */
export async function runWizard(terminal: Terminal, steps: readonly Step[]): Promise<Settings | null> {
  let kept: Settings = {}
  for (const step of steps) {
    terminal.say(`\n${step.title}\n${step.about}`)
    const settings = await walk(terminal, step, kept)
    if (settings === null) return null
    kept = settings
  }
  return kept
}

async function walk(terminal: Terminal, step: Step, kept: Settings): Promise<Settings | null> {
  for (;;) {
    const answered = await askAll(terminal, step, kept)
    if (answered === null || answered === kept) return answered
    const problem = step.problem(answered)
    if (problem !== null) {
      terminal.say(`  no  ${problem}`)
      continue
    }
    const findings = await step.check(answered)
    for (const finding of findings) terminal.say(findingText(finding))
    if (!findings.some(({ state }) => state === 'bad')) return answered
    const again = await terminal.ask('Try again with other answers? [Y/n] ')
    if (again === null) return null
    if (/^n/i.test(again)) return step.isOptional ? kept : answered
  }
}

/** @returns the same settings where an optional step is left out */
async function askAll(terminal: Terminal, { questions, isOptional }: Step, kept: Settings): Promise<Settings | null> {
  let settings = kept
  for (const { name, asks, otherwise, isSecret = false, isAsked = () => true } of questions) {
    if (!isAsked(settings)) continue
    const hint = otherwise === null ? '' : ` [${otherwise}]`
    let answer: string | null = ''
    do {
      answer = await terminal.ask(`${asks}${hint}: `, { isSecret })
      if (answer === null) return null
      if (answer === '') answer = otherwise ?? ''
      if (answer === '' && isOptional && name === questions[0]?.name) return kept
      if (answer === '') terminal.say('      This one is needed.')
    } while (answer === '')
    settings = { ...settings, [name]: answer }
  }
  return settings
}

/** Lines for `.env`. Values that a shell or a reader of such files would change are quoted. */
export const envLines = (settings: Settings): readonly string[] =>
  Object.entries(settings).map(([name, value]) => `${name}=${/^[\w./:@,-]*$/.test(value) ? value : quoted(value)}`)

const quoted = (value: string) => (value.includes("'") ? `"${value}"` : `'${value}'`)
