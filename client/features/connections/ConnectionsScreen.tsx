import type { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  type CheckedConnection,
  type ConnectionName,
  connectionNames,
  connections,
  type Finding,
  stateOf,
} from '../../../shared/features/connections/connections.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Part } from '../../ui/Part.tsx'
import { Ago } from '../../ui/Time.tsx'
import { FormPage } from '../../ui/templates/FormPage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { PermissionGate } from '../roles/Gated.tsx'
import { CheckButton } from './CheckButton.tsx'
import styles from './Connections.module.css'
import { FindingList, Mark, stateLabels } from './Findings.tsx'

type Connections = z.infer<typeof connections.schema>

/** The owner's connections to the game server: what was tried, what is wrong, and what to do about it. */
export const ConnectionsScreen = () => (
  <PermissionGate title="Connections" needs="ownerPanel">
    {() => <ConnectionsPage />}
  </PermissionGate>
)

function ConnectionsPage() {
  const source = useDocument(connections, mainServer)
  const states = statesOf(source, ({ checked }) => Object.keys(checked).length === 0, {
    picture: 'mast',
    title: 'Checking the connections…',
    children: 'The hub tries each of them now. Results appear here within seconds.',
  })
  return (
    <FormPage
      {...states}
      title="Connections"
      lead="How the hub reaches your game server. A check changes nothing in the game. After a change in .env, restart the hub."
      density="table"
      width="wide"
      actions={<CheckButton verb="Check" face="Check again" tone="main" />}
    >
      {source.value ? <Results found={source.value} /> : null}
    </FormPage>
  )
}

function Results({ found: { checked, isChecking } }: { readonly found: Connections }) {
  const known = Object.values(checked)
  const at = Math.min(...known.map(({ checkedAt }) => checkedAt))
  return (
    <>
      <p className={styles.summary} role="status">
        {summaryOf(known)} {isChecking ? 'Checking…' : <>Checked {<Ago at={at} isInSentence />}.</>}
      </p>
      <div className={styles.connections}>
        {connectionNames.map((name) => (
          <ConnectionPart key={name} name={name} checked={checked[name] ?? null} />
        ))}
      </div>
    </>
  )
}

/** `2 of 4 connections work. 1 has a problem, 1 isn't connected.` */
function summaryOf(known: readonly CheckedConnection[]): string {
  const count = (state: Finding['state']) => known.filter((one) => stateOf(one) === state).length
  const [bad, warning, absent] = [count('bad'), count('warning'), count('absent')]
  if (bad + warning + absent === 0) return 'All connections work.'
  const parts = [
    bad > 0 ? `${bad} ${bad === 1 ? 'has a problem' : 'have problems'}` : null,
    warning > 0 ? `${warning} ${warning === 1 ? 'needs' : 'need'} a look` : null,
    absent > 0 ? `${absent} ${absent === 1 ? "isn't" : "aren't"} connected` : null,
  ]
  const works = count('good') === 0 ? 'No connection works.' : `${count('good')} of ${known.length} connections work.`
  return `${works} ${parts.filter((part) => part !== null).join(', ')}.`
}

const titles: Readonly<Record<ConnectionName, readonly [title: string, gives: string]>> = {
  rcon: ['Game server (RCON)', 'Who plays where, kicks, bans and messages.'],
  log: ['Game log', 'Kills, deaths, chat, joins and leaves.'],
  mod: ['Command mod', 'Slay, heal, teleport, grow, park and redeem.'],
  host: ['Host', 'Start, restart, shut down and back up the game server.'],
}

interface ConnectionPartProps {
  readonly name: ConnectionName
  /** Null while its first check runs. */
  readonly checked: CheckedConnection | null
}

function ConnectionPart({ name, checked }: ConnectionPartProps) {
  const [title, gives] = titles[name]
  const state = checked && stateOf(checked)
  return (
    <Part
      title={title}
      description={gives}
      action={
        <p className={styles.state} data-state={state ?? 'waiting'}>
          {state ? <Mark state={state} /> : null}
          {state ? stateLabels[state] : 'Checking…'}
        </p>
      }
    >
      {checked ? (
        <>
          {checked.place ? <p className={styles.place}>{checked.place}</p> : null}
          <FindingList label={`${title}: results`} findings={checked.findings} />
        </>
      ) : null}
    </Part>
  )
}
