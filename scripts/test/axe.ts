import axe from 'axe-core'
import type { Page } from 'playwright-core'

const GRAVE = ['serious', 'critical']

type Fault = {
  readonly id: string
  readonly impact: string | null
  readonly help: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

const describe = ({ id, impact, help, nodes }: Fault): string => {
  const places = nodes.map(({ target, failureSummary = '' }) => `  at ${target.join(' ')}: ${failureSummary}`)
  return [`${impact}: ${help} (${id})`, ...places].join('\n')
}

/** What axe finds on the page as it stands and calls serious or critical, as sentences. */
export async function findAxeFaults(page: Page): Promise<string[]> {
  // Run by the debugger and not by a script tag, so that the page's content policy does not refuse it.
  await page.evaluate(axe.source)
  const violations = await page.evaluate<Fault[]>('axe.run(document).then(({ violations }) => violations)')
  return violations.filter(({ impact }) => GRAVE.includes(impact ?? '')).map(describe)
}

/** Throws, naming rule, place and reason, if axe finds anything serious or critical on the page as it stands. */
export async function expectNoAxeFaults(page: Page): Promise<void> {
  const faults = await findAxeFaults(page)
  if (faults.length > 0) throw new Error(`axe finds ${faults.length} on ${page.url()}:\n${faults.join('\n')}`)
}
