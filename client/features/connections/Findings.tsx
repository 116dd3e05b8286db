import type { Finding } from '../../../shared/features/connections/connections.ts'
import { CopyButton } from '../../ui/Button.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import styles from './Connections.module.css'

export const stateLabels: Readonly<Record<Finding['state'], string>> = {
  good: 'Works',
  warning: 'Needs a look',
  bad: 'Problem',
  absent: 'Not connected',
}

interface FindingListProps {
  readonly label: string
  readonly findings: readonly Finding[]
}

/** What a check found, each with what to do about it and the lines to copy. */
export const FindingList = ({ label, findings }: FindingListProps) => (
  <ul className={styles.findings} aria-label={label}>
    {findings.map((finding) => (
      <FindingRow key={finding.says} finding={finding} />
    ))}
  </ul>
)

/** Before the sentence, for screen readers; the mark says it to others. */
const spokenStates: Readonly<Record<Finding['state'], string>> = {
  good: 'OK: ',
  warning: 'Warning: ',
  bad: 'Problem: ',
  absent: '',
}

const FindingRow = ({ finding: { state, says, mend, add } }: { readonly finding: Finding }) => (
  <li className={styles.finding} data-state={state}>
    <Mark state={state} />
    <div className={styles.text}>
      <p>
        <span className="unseen">{spokenStates[state]}</span>
        {says}
      </p>
      {mend ? <p className={styles.mend}>{mend}</p> : null}
      {add ? (
        <figure className={styles.lines}>
          <figcaption>
            <code>{add.file}</code>
            <CopyButton text={add.lines.join('\n')} what={`lines for ${add.file}`} />
          </figcaption>
          <pre>{add.lines.join('\n')}</pre>
        </figure>
      ) : null}
    </div>
  </li>
)

const marks: Readonly<Record<Finding['state'], string>> = {
  good: 'M4 10.5 8 14.500 16 5.5',
  warning: 'M10 3.5 18 17H2zM10 8.500v4M10 14.800h.01',
  bad: 'M5 5l10 10M15 5 5 15',
  absent: 'M5 10h10',
}

export const Mark = ({ state }: { readonly state: Finding['state'] }) => (
  <span className={styles.mark} data-state={state}>
    <Stroke size={18}>
      <path d={marks[state]} />
    </Stroke>
  </span>
)
