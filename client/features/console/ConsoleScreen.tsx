import { z } from 'zod'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { PermissionGate } from '../roles/Gated.tsx'
import { CommandTesting } from './CommandTesting.tsx'
import { ConsolePanel } from './ConsolePanel.tsx'

const tabs = [
  { key: 'console', name: 'Console' },
  { key: 'testing', name: 'Command testing' },
] as const
const Address = z.object({ tab: z.enum(['console', 'testing']).default('console') })

/** The console for staff, and the test of the game's commands. */
export const ConsoleScreen = () => (
  <PermissionGate title="Console" needs="runConsole">
    {() => <Board />}
  </PermissionGate>
)

function Board() {
  const { filters, setFilters } = useAddressFilters(Address)
  return (
    <BoardPage
      title="Console"
      density="table"
      tabs={tabs}
      chosen={filters.tab}
      onChoose={(tab) => setFilters({ tab })}
      {...alwaysReady}
    >
      {filters.tab === 'console' ? <ConsolePanel /> : <CommandTesting />}
    </BoardPage>
  )
}
