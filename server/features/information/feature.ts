import { changeInformation } from '../../../shared/features/information/commands.ts'
import {
  information,
  informationAudit,
  informationHistory,
  mostFormerTexts,
} from '../../../shared/features/information/information.ts'
import { derive, type Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'
import { actorRow } from '../account/rules.ts'

/** Two owners may edit one text: the second to save is refused, and decides on the page what stays. */
const change: Rule<typeof changeInformation> = (context, { tab, text, version }) => {
  const { read, edit, refuse, now } = context
  const present = read(information, tab)
  if (version !== present.version) return refuse('changedSince')
  if (text === present.text) return { version }
  const before = present.text
  const { former } = edit(informationHistory, tab)
  const isRestored = Object.values(former).some((one) => one.text === text)
  former[version] = { text: before, until: now }
  const oldest = Object.keys(former)
    .map(Number)
    .sort((one, other) => other - one)
    .slice(mostFormerTexts)
  for (const one of oldest) delete former[one]
  Object.assign(edit(information, tab), { text, version: version + 1, changedAt: now })
  context.archive(informationAudit, {
    act: isRestored ? 'restore' : 'change',
    tab,
    from: before?.length ?? null,
    to: text?.length ?? null,
    ...actorRow(context),
  })
  return { version: version + 1 }
}

/** The texts of the information page: those that come with the hub are of the page, and this keeps what owners wrote instead. */
export const informationFeature: Feature = {
  name: 'information',
  documents: [information, informationHistory],
  archives: [informationAudit],
  commands: [implement(changeInformation, change)],
  queries: [],
  derivations: [
    // Another rule changed the text, such as the erasure of a user whom it named: an owner who edits the former text must not save it back.
    derive(information, ({ read, edit }, tab, before) => {
      const { text, version } = read(information, tab)
      if (text !== before.text && version === before.version) edit(information, tab).version = version + 1
    }),
  ],
}
