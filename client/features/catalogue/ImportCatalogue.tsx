import { useState } from 'react'
import type { CatalogueChanges } from '../../../shared/features/catalogue/catalogue.ts'
import { longestCsv } from '../../../shared/features/catalogue/commands.ts'
import { parseCatalogueCsv } from '../../../shared/features/catalogue/csv.ts'
import { editedItems, editInWords, noSaleText, withoutSale } from '../../../shared/features/catalogue/edits.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { CsvFileButton } from '../../ui/CsvFileButton.tsx'
import { Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import styles from './Catalogue.module.css'
import { useCatalogueEdit } from './useCatalogueEdit.ts'

interface ImportProps {
  readonly changes: CatalogueChanges
}

/** Takes a file of the form of the export, shows what it would change, and applies all of it or nothing. */
export function ImportButton({ changes }: ImportProps) {
  const [text, setText] = useState<string | null>(null)
  return (
    <>
      <CsvFileButton
        label="Catalogue file"
        largest={4 * longestCsv}
        onText={(read) => setText(read ?? ' '.repeat(longestCsv + 1))}
      />
      {text === null ? null : <ImportDialog changes={changes} text={text} onClose={() => setText(null)} />}
    </>
  )
}

function ImportDialog({
  changes,
  text,
  onClose,
}: ImportProps & { readonly text: string; readonly onClose: () => void }) {
  const { load, busy, problem } = useCatalogueEdit()
  const now = useConnection().serverNow()
  const parsed = parseCatalogueCsv(text)
  const problems =
    text.length > longestCsv
      ? ['The file is too large for a catalogue.']
      : [...parsed.problems, ...withoutSale(changes, parsed.changes, now).map(noSaleText)]
  const items = problems.length > 0 ? {} : editedItems(changes, parsed.changes, now)
  const count = Object.keys(items).length
  if (problems.length > 0 || count === 0)
    return (
      <Dialog title={problems.length > 0 ? 'Nothing was imported' : 'Nothing to import'} onClose={onClose}>
        <DialogBody>
          {count === 0 && problems.length === 0 ? <p>The file matches the catalogue, so nothing changes.</p> : null}
          {problems.length > 0 ? (
            <>
              <p>Correct these lines and choose the file again. No line was applied.</p>
              <ul className={styles.lines}>
                {problems.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          ) : null}
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    )
  const apply = async () => {
    if (await load(text)) onClose()
  }
  return (
    <Confirm
      title={count === 1 ? 'Change 1 item?' : `Change ${count} items?`}
      action="Apply"
      tone="main"
      busyLabel={busy ? 'Applying…' : null}
      refusal={problem}
      onConfirm={() => void apply()}
      onCancel={onClose}
    >
      <ul className={styles.lines}>
        {Object.entries(items).map(([id, item]) => (
          <li key={id}>{editInWords({ [id]: item })}</li>
        ))}
      </ul>
    </Confirm>
  )
}
