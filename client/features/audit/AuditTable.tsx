import type { AuditLine } from '../../../shared/features/audit/queries.ts'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { StateMark } from '../staff/StateMark.tsx'
import styles from './Audit.module.css'
import { actNamed, actWords, detailWords, outcomeTold } from './auditLabels.ts'

const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' })
const columns = ['Time', 'Actor', 'Command', 'Arguments', 'Target', 'Outcome', 'Address']

/** The lines in columns that can be compared; below one another where there is no room. */
export const AuditTable = ({ lines }: { readonly lines: readonly AuditLine[] }) => (
  <table className={styles.table}>
    <caption className="unseen">What was done, the newest first</caption>
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Line key={line.key} line={line} />
      ))}
    </tbody>
  </table>
)

function Line({ line }: { readonly line: AuditLine }) {
  const { at, by, byName, role, raised, target, detail, outcome, address } = line
  return (
    <tr>
      <td data-label="Time" className={styles.figures}>
        <time dateTime={new Date(at).toISOString()}>{exactly.format(at)}</time>
      </td>
      <td data-label="Actor">
        <span className={styles.actor}>
          <span className={styles.strong} title={by}>
            {byName || by}
          </span>
          {role ? <RoleBadge role={role} /> : null}
        </span>
        {raised ? <span className={styles.small}> by a password</span> : null}
      </td>
      <td data-label="Command">
        <span className={styles.strong}>{actWords(line)}</span>
        <span className={styles.small}>{actNamed(line)}</span>
      </td>
      <td data-label="Arguments" data-empty={detailWords(detail) === '' || undefined}>
        {detailWords(detail) || '–'}
      </td>
      <td data-label="Target" data-empty={target === null || undefined}>
        {target ? (
          <>
            {target.name || target.id}
            {target.name ? <span className={styles.small}>{target.id}</span> : null}
          </>
        ) : (
          '–'
        )}
      </td>
      <td data-label="Outcome" data-empty={outcomeTold(line) === '' || undefined}>
        {outcome ? (
          <span title={outcomeTold(line)}>
            <StateMark small state={outcome.state} />
          </span>
        ) : (
          outcomeTold(line) || '–'
        )}
      </td>
      <td data-label="Address" data-empty={address === null || undefined} className={styles.figures}>
        {address ?? '–'}
      </td>
    </tr>
  )
}
