import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { logLink } from '../../../shared/features/gameLog/gameLog.ts'
import { searchAdminActs, searchChat, searchKills, searchVisits } from '../../../shared/features/gameLog/queries.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useSpan } from '../replay/useReplay.ts'
import { PermissionGate } from '../roles/Gated.tsx'
import { type LogTabKey, logTabs, TabAddress } from './LogFilters.tsx'
import { ChatOffNote, LogLinkNote } from './LogLinkNote.tsx'
import { LogTab } from './LogTab.tsx'
import { adminColumns, chatColumns, killColumnsFor, RecordedSpans, visitColumns } from './logColumns.tsx'

/** What the game's log reports, for staff: live, searched, read page by page. */
export const GameLogScreen = () => (
  <PermissionGate title="Game log" needs="readChat">
    {() => <GameLog />}
  </PermissionGate>
)

const tabNames: Readonly<Record<LogTabKey, string>> = {
  kills: 'Kills',
  chat: 'Chat',
  visits: 'Joins and leaves',
  commands: 'Admin commands',
}

function GameLog() {
  const { filters, setFilters } = useAddressFilters(TabAddress)
  const { tab } = filters
  const link = useDocument(logLink, mainServer).value
  const isOff = link?.state === 'off'
  const Tab = panels[tab]
  return (
    <BoardPage
      {...alwaysReady}
      title="Game log"
      lead="What the game itself writes down: kills, chat, joins and leaves, and what admins do in the game."
      density="table"
      top={link && !isOff && <LogLinkNote link={link} />}
      tabs={logTabs.map((key) => ({ key, name: tabNames[key] }))}
      chosen={tab}
      onChoose={(next) => setFilters({ tab: next })}
    >
      {tab === 'chat' && link && !link.chat && !isOff ? <ChatOffNote /> : null}
      <Tab key={tab} isOff={isOff} />
    </BoardPage>
  )
}

interface PanelProps {
  /** No log is connected. */
  readonly isOff: boolean
}

function Kills({ isOff }: PanelProps) {
  const seesPlaces = useAtomValue(accessAtom).may.includes('viewAllPositions')
  const columns = useMemo(() => killColumnsFor({ seesPlaces }), [seesPlaces])
  const panel = (
    <LogTab
      tab="kills"
      query={searchKills}
      kinds={['kill', 'death']}
      columns={columns}
      words={{
        caption: 'Kills and deaths, newest first',
        one: 'death',
        many: 'deaths',
        empty: 'No deaths yet.',
        hint: 'Name, ID or species',
      }}
      isOff={isOff}
    />
  )
  return seesPlaces ? <WithSpans>{panel}</WithSpans> : panel
}

function WithSpans({ children }: { readonly children: ReactNode }) {
  const { spans } = useSpan()
  return <RecordedSpans value={spans}>{children}</RecordedSpans>
}

const Chat = ({ isOff }: PanelProps) => (
  <LogTab
    tab="chat"
    query={searchChat}
    kinds={['chat']}
    columns={chatColumns}
    words={{
      caption: 'Messages, newest first',
      one: 'message',
      many: 'messages',
      empty: 'No messages yet.',
      hint: 'Name, ID or word',
    }}
    isOff={isOff}
  />
)

const Visits = ({ isOff }: PanelProps) => (
  <LogTab
    tab="visits"
    query={searchVisits}
    kinds={['join', 'leave']}
    columns={visitColumns}
    words={{
      caption: 'Joins and leaves, newest first',
      one: 'line',
      many: 'lines',
      empty: 'No one has joined or left yet.',
      hint: 'Name, ID or species',
    }}
    isOff={isOff}
  />
)

const Commands = ({ isOff }: PanelProps) => (
  <LogTab
    tab="commands"
    query={searchAdminActs}
    kinds={['adminCommand', 'rcon']}
    columns={adminColumns}
    words={{
      caption: 'Commands in the game, newest first',
      one: 'command',
      many: 'commands',
      empty: 'No admin commands yet.',
      hint: 'Name, ID or command',
    }}
    isOff={isOff}
  />
)

const panels = { kills: Kills, chat: Chat, visits: Visits, commands: Commands } as const
