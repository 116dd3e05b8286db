import { Fragment, type ReactNode } from 'react'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import type { AuditLine } from '../../../shared/features/audit/queries.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { PlayerName } from '../players/PlayerName.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { timelineHref } from '../timeline/timelineHref.ts'
import {
  auditKindLabels,
  deedOf,
  furtherFields,
  momentLabel,
  outcomeLabel,
  piecesOf,
  valueLabel,
} from './auditLabels.ts'

interface AuditSentenceProps {
  readonly line: AuditLine
}

/** An entry as a sentence: who did what to whom, and why. Each player's name opens their drawer. */
export function AuditSentence({ line }: AuditSentenceProps) {
  const { reason } = line.detail
  return (
    <>
      <Actor line={line} />{' '}
      {piecesOf(deedOf(line)).map(({ text, isField }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
        <Fragment key={index}>{isField ? <FieldValue line={line} name={text} /> : text}</Fragment>
      ))}
      {typeof reason === 'string' && reason !== '' ? `: “${withMarksShown(reason)}”` : null}
    </>
  )
}

/** An account, or a part of the hub. */
function Actor({ line: { by, byName } }: AuditSentenceProps) {
  if (byName.startsWith('The hub')) return <strong>The hub</strong>
  return <PlayerName id={by} name={byName} />
}

function FieldValue({ line: { target, detail }, name }: AuditSentenceProps & { readonly name: string }) {
  if (name === 'target') return target ? <PlayerName id={target.id} name={target.name} /> : 'a player'
  const { destination } = detail
  if (name === 'destinationName' && typeof destination === 'string')
    return <PlayerName id={destination} name={String(detail.destinationName ?? '')} />
  const value = detail[name]
  return value === undefined ? '…' : valueLabel(name, value, detail)
}

interface AuditDetailsProps {
  readonly line: AuditLine
  readonly onClose: () => void
}

/** All that was recorded of an entry: beside the table, with session and browser. */
export function AuditDetails({ line, onClose }: AuditDetailsProps) {
  const { at, kind, act, by, role, elevated, target, delivery, address, session, agent } = line
  const rows: readonly (readonly [name: string, value: ReactNode])[] = [
    ['Time', momentLabel(at)],
    ['Outcome', outcomeLabel(line)],
    ['Role', role ? <RoleBadge key="role" role={role} /> : ''],
    ['Role', elevated ? 'With an upgraded role' : ''],
    ...furtherFields(line),
    ["Actor's ID", by],
    ["Target's ID", target?.id],
    ['Address', address],
    ['Session', session],
    ['Browser', agent],
    ['Command ID', delivery],
    ['Recorded as', `${auditKindLabels[kind]}, ${act}`],
  ]
  return (
    <Drawer title="Audit entry" onClose={onClose}>
      <Facts
        sentence={
          <>
            <AuditSentence line={line} />.
          </>
        }
      >
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
      </Facts>
      <ActionLink href={timelineHref({ at, ...(target && { persons: [target.id] }) })}>Open timeline here</ActionLink>
    </Drawer>
  )
}
