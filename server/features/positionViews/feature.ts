import * as commands from '../../../shared/features/positionViews/commands.ts'
import { pastPositionViews, positionViews } from '../../../shared/features/positionViews/positionViews.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

const viewsPerPage = 50

export const positionViewsFeature: Feature = {
  name: 'positionViews',
  documents: [positionViews],
  archives: [pastPositionViews],
  removals: [
    {
      kind: positionViews,
      remove({ edit }, { account }) {
        for (const [name, view] of Object.entries(edit(positionViews).open))
          if (rules.viewOf(name).account === account) view.name = ''
      },
    },
  ],
  commands: [implement(commands.beginView, rules.beginLook), implement(commands.endView, rules.endLook)],
  queries: [
    implementQuery(commands.pastViews, async ({ page }, { before }) => {
      const { rows, next } = await page(pastPositionViews, { before, limit: viewsPerPage })
      return { views: rows.map(({ row }) => row), next }
    }),
  ],
}
