import * as commands from '../../../shared/features/looks/commands.ts'
import { looks } from '../../../shared/features/looks/looks.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

const looksOnPage = 50

export const looksFeature: Feature = {
  name: 'looks',
  documents: [looks],
  commands: [implement(commands.beginLook, rules.beginLook), implement(commands.endLook, rules.endLook)],
  queries: [
    implementQuery(commands.pastLooks, async ({ page }, { before }) => {
      const { lines, next } = await page(rules.looksArchive, rules.looksKey, { before, limit: looksOnPage })
      return { looks: lines.map(({ line }) => commands.LookEntry.parse(line)), next }
    }),
  ],
}
