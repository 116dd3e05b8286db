import { createStore, Provider } from 'jotai'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { connectionStateAtom } from '../../connection/connectionState.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { EmptyState, pictureNames } from '../../ui/EmptyState.tsx'
import { ErrorState, NeedsPermission, OfflineState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Part } from '../../ui/Part.tsx'
import { NoticeBar, Problem } from '../../ui/Problem.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { CataloguePage } from '../../ui/templates/CataloguePage.tsx'
import { DashboardPage, DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { FormPage } from '../../ui/templates/FormPage.tsx'
import { alwaysReady, LoadingState, type ScreenStates } from '../../ui/templates/screenStates.tsx'
import { TablePage } from '../../ui/templates/TablePage.tsx'
import { Cards, PlayerTable, Plots } from './dataStories.tsx'
import { Row, Story } from './Story.tsx'
import type { SamplePlayer } from './samplePlayers.ts'

export const templateKeys = ['catalogue', 'table', 'dashboard', 'form', 'board'] as const
export const templateStates = ['ready', 'loading', 'empty', 'refused', 'offline', 'stale'] as const
type TemplateKey = (typeof templateKeys)[number]
type TemplateState = (typeof templateStates)[number]

/** Leads to each template in each of its states. */
export const TemplateLinks = () =>
  templateKeys.map((template) => (
    <Story key={template} part={template} about={abouts[template]}>
      <ul>
        {templateStates.map((state) => (
          <li key={state}>
            <Link href={`/ui?template=${template}&state=${state}`}>{state}</Link>
          </li>
        ))}
      </ul>
    </Story>
  ))

const abouts: Readonly<Record<TemplateKey, string>> = {
  catalogue: 'Filters, a grid of cards, the detail of one.',
  table: 'Filters, rows, pages, and the drawer beside them.',
  dashboard: 'Figures, and plots with the table behind each.',
  form: 'One column and one main action.',
  board: 'Tabs with live parts.',
}

/** A page made of a template, in a state. */
export function TemplateSample({ template, state }: { readonly template: TemplateKey; readonly state: TemplateState }) {
  const isAway = state === 'offline' || state === 'stale'
  const states: ScreenStates = {
    state: state === 'offline' ? 'loading' : state === 'stale' ? 'ready' : state,
    empty: { title: 'No players yet.', children: <p>They are listed as soon as one joins.</p> },
    refused: { message: "You can't read this.", onRetry: () => {} },
  }
  const page = pages[template](states)
  return isAway ? <Away>{page}</Away> : page
}

/** The page as it is while the hub is away. */
function Away({ children }: { readonly children: ReactNode }) {
  const store = useMemo(() => {
    const made = createStore()
    made.set(connectionStateAtom, { name: 'stale', since: Date.now() })
    return made
  }, [])
  return <Provider store={store}>{children}</Provider>
}

const pages: Readonly<Record<TemplateKey, (states: ScreenStates) => ReactNode>> = {
  catalogue: (states) => (
    <CataloguePage {...states} title="Shop" lead="Dinosaurs for Void Pearls." filters={<SampleFilters />}>
      <Cards />
    </CataloguePage>
  ),
  table: (states) => <TableSample {...states} />,
  dashboard: (states) => (
    <DashboardPage
      {...states}
      title="Server"
      figures={
        <StatRow label="Server">
          <Stat name="Players online" value="120" detail="of 300 slots" />
          <Stat name="Tick rate" value="58.4" unit="Hz" tone="good" />
          <Stat name="Waiting commands" value="14" tone="warn" />
        </StatRow>
      }
    >
      <DashboardPanel {...alwaysReady} title="Players" size="wide">
        <Plots />
      </DashboardPanel>
      <DashboardPanel title="Donations" state="empty" empty={{ title: 'No donations yet.' }} refused={null}>
        {null}
      </DashboardPanel>
    </DashboardPage>
  ),
  form: (states) => <FormSample {...states} />,
  board: (states) => (
    <BoardPage {...states} title="Games" tabs={[{ key: 'now', name: 'Now' }]} chosen="now" onChoose={() => {}}>
      <Part title="Next">
        <p>Trivia begins in 4 min.</p>
      </Part>
    </BoardPage>
  ),
}

function SampleFilters() {
  const [text, setText] = useState('')
  return (
    <FilterBar
      label="Players"
      search={{ value: text, onChange: setText, hint: 'Name' }}
      found="42 found"
      isFiltered={text !== ''}
      onClear={() => setText('')}
    />
  )
}

function TableSample(states: ScreenStates) {
  const [opened, setOpened] = useState<SamplePlayer | null>(null)
  return (
    <TablePage
      {...states}
      title="Players"
      filters={<SampleFilters />}
      drawer={
        opened ? (
          <Drawer title={opened.name} onClose={() => setOpened(null)}>
            <p>
              {opened.species}. {opened.place}.
            </p>
          </Drawer>
        ) : null
      }
    >
      <PlayerTable count={300} onOpen={setOpened} />
    </TablePage>
  )
}

function FormSample(states: ScreenStates) {
  const [name, setName] = useState('')
  return (
    <FormPage {...states} title="New token" lead="Create a token for a bot or script.">
      <Stack>
        <Field label="Name" value={name} onValue={setName} />
        <div>
          <Button tone="main">Create token</Button>
        </div>
      </Stack>
    </FormPage>
  )
}

/** What is shown where there is no content, or where something failed. */
export const StateStories = () => (
  <>
    <Story part="LoadingState" about="Placeholder lines, shown after a moment.">
      <LoadingState />
    </Story>
    <Story part="EmptyState" about="A drawing, what is missing, and how to change that.">
      <Stack>
        <EmptyState picture="tracks" title="No commands yet.">
          <p>Commands you send are listed here.</p>
        </EmptyState>
        <Row>
          {pictureNames.map((name) => (
            <EmptyState key={name} picture={name} title={name} />
          ))}
        </Row>
      </Stack>
    </Story>
    <Story part="ErrorState" about="What failed, and what to do about it.">
      <ErrorState title="Can't read the audit right now." onRetry={() => {}} />
    </Story>
    <Story part="OfflineState" about="While the hub is away and no data has arrived.">
      <OfflineState />
    </Story>
    <Story part="NeedsPermission" about="For a user without the permission of a page.">
      <NeedsPermission name="Use the console">
        <p>Admins and owners have it. An owner can give it to you.</p>
      </NeedsPermission>
    </Story>
    <Story
      part="Problem"
      about="Why an action was not done, beside its button; and a notice below the head of the page."
    >
      <Stack>
        <Problem>Rex left the server a moment ago.</Problem>
        <Problem onDismiss={() => {}}>The code is wrong. Two attempts are left.</Problem>
        <NoticeBar role="status" onDismiss={() => {}}>
          You are now an admin. <Button>Show what changed</Button>
        </NoticeBar>
        <NoticeBar role="alert" onDismiss={() => {}}>
          The hub is closing for an update.
        </NoticeBar>
      </Stack>
    </Story>
  </>
)
