import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../../scripts/repositoryRoot.ts'

/** Files in which a text that is typed ends with its page, and why. */
const notKept: Readonly<Record<string, string>> = {
  'account/AccountPicker.tsx': 'A search: what is chosen is kept by the form around it.',
  'account/OwnData.tsx': 'The name that confirms an erasure is typed each time.',
  'configuration/ChangeHistory.tsx': 'A search of a short list.',
  'console/ConsoleInput.tsx': 'The panel keeps the line; this is a copy of it while earlier lines are recalled.',
  'events/ChangeEvent.tsx': 'A dialog: to close it is to give up what was typed.',
  'events/CommunityDialog.tsx': 'A dialog: to close it is to give up what was typed.',
  'fixtures/FixturesScreen.tsx': 'The name comes from the chosen file, which a page cannot keep.',
  'ownerPanel/OwnerKeyPrompt.tsx': 'Secrets are not kept in a browser.',
  'redemptions/MutationSlots.tsx': 'A search: what is chosen is shown beside it, and ends with the dialog.',
  'roles/GateButton.tsx': 'Secrets are not kept in a browser.',
  'roles/Upgrade.tsx': 'Secrets are not kept in a browser.',
  'timeline/WhoAndWhere.tsx': 'A search: who is chosen is in the address.',
}

const field =
  /<(Form|CheckedForm|TextArea|Field|NumberField|Combobox|DateTimeField|PlayerPicker|FilterBar|input|textarea)\b/

test('[WK6] what is typed is kept as a draft or in the address, except where there is a reason', () => {
  const folder = join(repositoryRoot, 'client/features')
  const files = globSync('**/*.tsx', { cwd: folder, exclude: ['parts/**', '**/*.test.tsx'] })
  const ending = files.filter((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    return (
      field.test(source) &&
      /useState(<string>)?\((''|no\w+|empty\w*|blank\w*|\(\) => (empty|blank|draft)\w*\(.*)\)/.test(source)
    )
  })
  expect(ending.toSorted()).toEqual(Object.keys(notKept))
})
