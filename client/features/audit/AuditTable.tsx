import type { AuditLine } from '../../../shared/features/audit/queries.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { StateMark } from '../staff/StateMark.tsx'
import styles from './Audit.module.css'
import { actionDetail, actionLabel, detailLabel, outcomeLabel } from './auditLabels.ts'

/** The lines of the audit in columns. */
export const AuditTable = ({ lines }: { readonly lines: readonly AuditLine[] }) => (
  <DataTable caption="What was done, the newest first" columns={columns} rows={lines} keyOf={({ key }) => key} />
)

const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' })

const columns: readonly Column<AuditLine>[] = [
  {
    name: 'Time',
    figures: true,
    cell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{exactly.format(at)}</time>,
  },
  { name: 'Actor', cell: (line) => <Actor line={line} /> },
  {
    name: 'Command',
    cell: (line) => (
      <>
        <span className={styles.strong}>{actionLabel(line)}</span>
        <span className={styles.small}>{actionDetail(line)}</span>
      </>
    ),
  },
  {
    name: 'Arguments',
    isEmpty: ({ detail }) => detailLabel(detail) === '',
    cell: ({ detail }) => detailLabel(detail) || '–',
  },
  { name: 'Target', isEmpty: ({ target }) => target === null, cell: (line) => <Target line={line} /> },
  { name: 'Outcome', isEmpty: (line) => outcomeLabel(line) === '', cell: (line) => <Outcome line={line} /> },
  {
    name: 'Address',
    figures: true,
    isEmpty: ({ address, session }) => address === null && session === null,
    cell: (line) => <Origin line={line} />,
  },
]

interface CellProps {
  readonly line: AuditLine
}

const Actor = ({ line: { by, byName, role, elevated } }: CellProps) => (
  <>
    <span className={styles.actor}>
      <span className={styles.strong} title={by}>
        {byName || by}
      </span>
      {role ? <RoleBadge role={role} /> : null}
    </span>
    {elevated ? <span className={styles.small}> by a password</span> : null}
  </>
)

function Target({ line: { target } }: CellProps) {
  if (!target) return '–'
  return (
    <>
      {target.name || target.id}
      {target.name ? <span className={styles.small}>{target.id}</span> : null}
    </>
  )
}

const Origin = ({ line: { address, agent, session } }: CellProps) => (
  <>
    {address ?? '–'}
    {session ? (
      <span className={styles.small} title={`Session ${session}`}>
        {agent || 'Unknown browser'}
      </span>
    ) : null}
  </>
)

function Outcome({ line }: CellProps) {
  if (!line.outcome) return outcomeLabel(line) || '–'
  return (
    <span title={outcomeLabel(line)}>
      <StateMark small state={line.outcome.state} />
    </span>
  )
}
