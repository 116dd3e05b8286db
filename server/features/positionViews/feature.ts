import * as commands from '../../../shared/features/positionViews/commands.ts'
import { positionViews } from '../../../shared/features/positionViews/positionViews.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

const viewsPerPage = 50

export const positionViewsFeature: Feature = {
  name: 'positionViews',
  documents: [positionViews],
  commands: [implement(commands.beginView, rules.beginLook), implement(commands.endView, rules.endLook)],
  queries: [
    implementQuery(commands.pastViews, async ({ page }, { before }) => {
      const { lines, next } = await page(rules.viewsArchive, rules.viewsKey, { before, limit: viewsPerPage })
      return { views: lines.map(({ line }) => commands.ViewEntry.parse(line)), next }
    }),
  ],
}
