import { atom, useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { saveGame, setWhitelist, wipeCorpses } from '../../../shared/features/deliveries/commands.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { gameBans } from '../../../shared/features/gameLog/gameBans.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { documentAtom } from '../../connection/useDocument.ts'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { DashboardPage, DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady, Settled } from '../../ui/templates/screenStates.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { OneWayFlowsPanel } from '../economy/OneWayFlows.tsx'
import { GameBansPanel } from '../gameLog/GameBansPanel.tsx'
import { AddCurrencyForm } from '../ledger/AddCurrencyForm.tsx'
import { PermissionGate } from '../roles/Gated.tsx'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { LinkWarning } from '../server/LinkWarning.tsx'
import { AdminFigures } from './AdminFigures.tsx'
import { BansPanel } from './BansPart.tsx'
import { CommandButton } from './CommandButton.tsx'
import { useDeliveries } from './deliveriesAtom.ts'
import { PendingCommands } from './PendingCommands.tsx'
import { PlayerPicker } from './PlayerPicker.tsx'
import { noPlayer, PickedPlayer, targetOf, targetProblem } from './pickedPlayer.ts'
import { SettledDeliveries } from './RecentDeliveries.tsx'
import { ServerSwitches } from './ServerSwitches.tsx'

/** Open deliveries, bans, and the switches of the game server. */
export const AdminScreen = () => (
  <PermissionGate title="Admin" needs="viewPendingCommands">
    {() => (
      <DashboardPage {...alwaysReady} title="Admin" figures={<Head />}>
        <AdminPanels />
      </DashboardPage>
    )}
  </PermissionGate>
)

const Head = () => (
  <>
    <IfOn feature="rcon" />
    <LinkWarning />
    <AdminFigures />
  </>
)

/** Others may not read the bans. */
const banStatesAtom = atom((get) => [
  get(documentAtom(bans, mainServer)).state,
  get(documentAtom(gameBans, mainServer)).state,
])
const noStatesAtom: typeof banStatesAtom = atom(() => [])

function AdminPanels() {
  const { may } = useAtomValue(accessAtom)
  const mayBan = may.includes('banPlayers')
  const mayGive = useFeature('realCurrency') && may.includes('addCurrency')
  const above = [useDeliveries().state, ...useAtomValue(mayBan ? banStatesAtom : noStatesAtom)]
  return (
    <>
      <DashboardPanel {...alwaysReady} size="wide" title="Pending commands">
        <PendingCommands />
      </DashboardPanel>
      {mayBan ? (
        <>
          <BansPanel />
          <GameBansPanel />
        </>
      ) : null}
      <Settled parts={above}>
        <SettledDeliveries />
        {mayGive ? (
          <DashboardPanel {...alwaysReady} title="Add currency">
            <AddCurrencyForm />
          </DashboardPanel>
        ) : null}
        <OneWayFlowsPanel />
        {may.includes('runConsole') ? (
          <>
            <ServerSwitches />
            <WorldPanel />
          </>
        ) : null}
      </Settled>
    </>
  )
}

const onServer = { server: mainServer }

/** Commands on the world as a whole, and who may join while the whitelist is on. */
function WorldPanel() {
  const { value: target, change } = useDraft('whitelist', PickedPlayer, noPlayer)
  const [isTried, setTried] = useState(false)
  const missing = targetProblem(target, '❌ Please enter a target player name')
  const input = (on: boolean) => ({ server: mainServer, target: targetOf(target), on })
  const field = useRef<HTMLDivElement>(null)
  const onMissing = () => {
    setTried(true)
    field.current?.querySelector('input')?.focus()
  }
  const common = { command: setWhitelist, missing, onMissing }
  return (
    <DashboardPanel {...alwaysReady} title="World and whitelist">
      <Stack>
        <Actions>
          <CommandButton command={saveGame} input={onServer} name="Save the game" />
          <CommandButton
            command={wipeCorpses}
            input={onServer}
            name="Wipe corpses"
            tone="danger"
            confirmation={{
              title: 'Wipe all corpses?',
              action: 'Wipe corpses',
              body: <p>Every corpse on the island is removed. Players feeding on one lose it.</p>,
            }}
          />
        </Actions>
        <div ref={field}>
          <PlayerPicker
            label="Player or SteamID64"
            chosen={target}
            onChoose={change}
            problem={isTried ? missing : null}
            recent={false}
          />
        </div>
        <Actions>
          <CommandButton {...common} input={input(true)} name="Add to whitelist" />
          <CommandButton {...common} input={input(false)} name="Remove from whitelist" />
        </Actions>
      </Stack>
    </DashboardPanel>
  )
}
