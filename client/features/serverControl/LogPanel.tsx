import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { logFeed, logLink } from '../../../shared/features/gameLog/gameLog.ts'
import { server } from '../../../shared/features/server/server.ts'
import {
  type LogSource,
  logSources,
  longestLogFilter,
  mostLogLines,
  readServerLog,
} from '../../../shared/features/serverControl/serverLog.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { timeOf } from '../../ui/durations.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady, StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { useTextDraft } from '../../ui/useDraft.ts'
import { LogLinkNote, NotConnectedNote } from '../gameLog/LogLinkNote.tsx'
import styles from './ServerControl.module.css'

const sourceNames: Readonly<Record<LogSource, string>> = { game: 'Game', link: 'Link', commands: 'Commands' }
const sourceOptions = [
  { key: 'all', name: 'All sources' },
  ...logSources.map((key) => ({ key, name: sourceNames[key] })),
]
const asked = 50
const shownAtFirst = 10
const followMs = 1_000
const typingMs = 300

/** What the game and the hub say of the server, followed live: ten lines at first, more on demand. */
export function LogPanel() {
  const [source, setSource] = useState('all')
  const { value: text, change } = useTextDraft('server log')
  const [shown, setShown] = useState(shownAtFirst)
  const words = useDebounced(text.trim(), typingMs)
  const limit = Math.min(mostLogLines, Math.max(asked, shown))
  const query = useQuery(readServerLog, {
    source: logSources.find((key) => key === source) ?? null,
    text: words,
    limit,
  })
  useFollow(useLogMark(), query.reload, followMs)
  const link = useDocument(logLink, mainServer).value
  const lines = query.value?.lines ?? []
  const isMore = lines.length > shown || (query.value?.next != null && shown < mostLogLines)
  return (
    <DashboardPanel {...alwaysReady} title="Logs" size="wide">
      <Stack>
        {link?.state === 'off' ? <NotConnectedNote /> : link ? <LogLinkNote link={link} /> : null}
        <div className={styles.fields}>
          <Select label="Source" options={sourceOptions} value={source} onValue={setSource} />
          <Field
            label="Filter"
            type="search"
            autoComplete="off"
            longest={longestLogFilter}
            value={text}
            onValue={change}
          />
        </div>
        <StatefulContent
          {...statesOf(query, () => lines.length === 0, { title: words === '' ? 'No lines yet.' : 'No line matches.' })}
        >
          <ol className={styles.lines} aria-label="Log, newest first" aria-busy={query.state === 'loading'}>
            {lines.slice(0, shown).map(({ key, at, source: from, text: line }) => (
              <li key={key} className={styles.line}>
                <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString('en-GB')}>
                  {timeOf(at)}
                </time>
                <span className={styles.source}>{sourceNames[from]}</span>
                <span>{line}</span>
              </li>
            ))}
          </ol>
        </StatefulContent>
        {isMore ? (
          <Actions>
            <Button onClick={() => setShown(shown + 40)}>Show more</Button>
          </Actions>
        ) : null}
      </Stack>
    </DashboardPanel>
  )
}

/** Differs after each new line of a source. */
function useLogMark(): string | null {
  const feed = useDocument(logFeed, mainServer).value
  const orders = useDocument(deliveries, mainServer).value
  const link = useDocument(server, mainServer).value?.link
  if (!feed && !orders && !link) return null
  const newest = Object.keys(feed?.lines ?? {}).reduce((latest, id) => (id > latest ? id : latest), '')
  const states = Object.values(orders?.entries ?? {}).map(({ state }) => state[0])
  return `${newest} ${orders?.issued} ${states.join('')} ${link?.name} ${link?.since}`
}
