import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import { connectionAtom, noticeAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { timeOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/Time.tsx'
import styles from './HealthPill.module.css'
import { type Health, healthAtom } from './health.ts'
import { LastReading, ServerSign, useSeesCause } from './LinkStatus.tsx'
import { healthLabel, healthNotice } from './linkLabels.ts'
import { ServerFigures } from './ServerFigures.tsx'

/** The one sign of hub and game link, on every page. It opens to the details of both. */
export function HealthPill() {
  const health = useAtomValue(healthAtom)
  const connection = useAtomValue(connectionAtom)
  const now = useNow()
  const { name, detail } = healthLabel(health, now)
  return (
    <div className={styles.pill} data-testid="connection" data-connection={connection.name} data-health={health.state}>
      <Disclosure
        title="Connection"
        face={
          <span className={styles.face}>
            <span className={styles.lamp} aria-hidden="true" />
            <span className={styles.name}>{name}</span>
            {detail === '' ? null : <span className={styles.detail}>{detail}</span>}
          </span>
        }
      >
        {() => <Details health={health} now={now} />}
      </Disclosure>
      {health.state === 'reload' ? (
        <Button tone="main" onClick={() => location.reload()}>
          Reload
        </Button>
      ) : null}
    </div>
  )
}

function Details({ health, now }: { readonly health: Health; readonly now: number }) {
  const { value: status } = useDocument(server, mainServer)
  const { name, since } = useAtomValue(connectionAtom)
  const refusal = useAtomValue(noticeAtom)
  const notice = healthNotice(health, { positionsAt: null, readAt: status?.readAt ?? null }, now, useSeesCause())
  return (
    <div className={styles.details}>
      {notice ? (
        <p className={styles.notice}>
          <strong>{notice.title}</strong> {notice.text}
        </p>
      ) : null}
      <dl className={styles.facts}>
        <Fact term="Hub">{name === 'live' ? `Connected since ${timeOf(since)}` : healthLabel(health, now).name}</Fact>
        <Fact term="Game server">{status ? <ServerSign status={status} /> : 'Not known yet'}</Fact>
        {status ? (
          <Fact term="Last reading">
            <LastReading at={status.readAt} />
          </Fact>
        ) : null}
      </dl>
      <ServerFigures />
      {name !== 'live' && refusal ? <p>{refusal.message}</p> : null}
    </div>
  )
}

const Fact = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
