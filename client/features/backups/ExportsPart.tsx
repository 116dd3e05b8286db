import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { bytesInWords } from '../../../shared/engine/bytes.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { type ExportName, exportNames, missingForExport } from '../../../shared/features/backups/exports.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { Button } from '../../ui/Button.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import styles from './Backups.module.css'
import { type ExportForm, type ExportProgress, readExportFile, saveFile } from './exportFile.ts'

const names: Readonly<Record<ExportName, readonly [name: string, holds: string]>> = {
  users: ['Users', 'All accounts with their currencies, tiers and bans.'],
  ledger: ['Ledger', 'Every movement of currency, with each account that it touched.'],
  deliveries: ['Deliveries', 'What was sent to the game, and what became of it.'],
  sales: ['Sales', 'What was bought or redeemed for currency, and what was refunded.'],
  audit: ['Audit', 'What staff and owners did.'],
}

/** What can be taken out of the hub, as files for spreadsheets and programs. */
export function ExportsPart() {
  const { may } = useAtomValue(accessAtom)
  const allowed = exportNames.filter((of) => missingForExport(of, (one) => may.includes(one)).length === 0)
  return (
    <Part
      title="Exports"
      description="CSV opens in spreadsheets; JSON Lines is for programs. The files hold personal data, and each export is recorded in the audit."
    >
      <ul className={styles.exports}>
        {allowed.map((of) => (
          <ExportRow key={of} of={of} />
        ))}
      </ul>
    </Part>
  )
}

function ExportRow({ of }: { readonly of: ExportName }) {
  const [name, holds] = names[of]
  const { progress, problem, begin, stop, dismiss, done } = useExport(of)
  return (
    <li className={styles.export}>
      <Stack>
        <div>
          <strong>{name}</strong>
          <p className={styles.soft}>{holds}</p>
        </div>
        {progress ? (
          <ProgressBar
            label={`Exporting ${name.toLowerCase()}`}
            value={progress.part}
            max={1}
            text={`${rowsText(progress.rows)}, ${bytesInWords(progress.bytes)}`}
          />
        ) : null}
        {done && !progress ? <p role="status">{done}</p> : null}
        {problem ? <Problem onDismiss={dismiss}>{problem}</Problem> : null}
      </Stack>
      <Actions>
        {progress ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <>
            <Button aria-label={`Export ${name.toLowerCase()} as CSV`} onClick={() => void begin('csv')}>
              CSV
            </Button>
            <Button aria-label={`Export ${name.toLowerCase()} as JSON Lines`} onClick={() => void begin('jsonl')}>
              JSON Lines
            </Button>
          </>
        )}
      </Actions>
    </li>
  )
}

const none: ExportProgress = { bytes: 0, rows: 0, part: null }

function useExport(of: ExportName) {
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const stopping = useRef<AbortController | null>(null)
  // A tab that is left stops its exports.
  useEffect(() => () => stopping.current?.abort(), [])
  const begin = async (as: ExportForm) => {
    const own = new AbortController()
    stopping.current = own
    let last = none
    setProgress(none)
    setProblem(null)
    setDone(null)
    try {
      const onProgress = (now: ExportProgress) => {
        last = now
        setProgress(now)
      }
      const file = await readExportFile({ of, as, onProgress, signal: own.signal })
      saveFile(file, `waterhole-${of}.${as}`)
      const rows = Math.max(0, last.rows - (as === 'csv' ? 1 : 0))
      setDone(`Saved: ${rowsText(rows)}, ${bytesInWords(file.size)}.`)
    } catch (error) {
      if (own.signal.aborted) setDone('Stopped. Nothing was saved.')
      else setProblem(error instanceof Error ? sentenceOf(error) : 'The export could not be read.')
    } finally {
      setProgress(null)
    }
  }
  return { progress, problem, done, begin, stop: () => stopping.current?.abort(), dismiss: () => setProblem(null) }
}

const rowsText = (rows: number) => (rows === 1 ? '1 row' : `${numberText(rows)} rows`)

/** A connection that broke off has the browser's words. */
const sentenceOf = ({ name, message }: Error) =>
  name === 'TypeError' ? 'The connection was lost before the end. Nothing was saved. Export again.' : message
