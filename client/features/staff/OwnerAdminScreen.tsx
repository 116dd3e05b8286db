import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { Part } from '../../ui/Part.tsx'
import { FormPage } from '../../ui/templates/FormPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { EconomyPart } from '../economy/EconomyPart.tsx'
import { MarketSettingsPart } from '../economy/MarketSettingsPart.tsx'
import { TradeLimitsPart } from '../economy/TradeLimitsPart.tsx'
import { AddCurrencyForm } from '../ledger/AddCurrencyForm.tsx'
import { RedeemRulesPart } from '../redemptions/RedeemRulesPart.tsx'
import { PermissionGate, useMay } from '../roles/Gated.tsx'
import { ConfigurationPart } from '../server/ConfigurationPart.tsx'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { LinkWarning } from '../server/LinkWarning.tsx'
import { BroadcastComposer } from './BroadcastComposer.tsx'
import { Answered } from './CommandResponse.tsx'
import { ownerLabels } from './deskLabels.ts'
import { GameHostPart } from './GameHostPart.tsx'
import { PendingToggle } from './PendingCommands.tsx'
import { PlayerDesk } from './PlayerDesk.tsx'
import { OwnDeliveries } from './RecentDeliveries.tsx'

/** The owner's panel: moderation, teleportation, communication, and open deliveries for the hosting panel. */
export const OwnerAdminScreen = () => (
  <PermissionGate title="Owner Admin" needs="ownerPanel">
    {() => (
      <FormPage {...alwaysReady} title="Owner Admin" density="table" aside={<Aside />}>
        <IfOn feature="rcon" />
        <LinkWarning />
        <Answered>{(callbacks) => <PlayerDesk labels={ownerLabels} {...callbacks} />}</Answered>
        <Answered>{(callbacks) => <BroadcastComposer name="Server Broadcast" {...callbacks} />}</Answered>
        <GameHostPart />
        <CurrencyPart />
        <EconomyPart />
        <MarketSettingsPart />
        <TradeLimitsPart />
        <RedeemRulesPart />
      </FormPage>
    )}
  </PermissionGate>
)

function CurrencyPart() {
  const [isOn, mayGive] = [useFeature('realCurrency'), useMay(addCurrency)]
  return isOn && mayGive ? (
    <Part title="Add currency">
      <AddCurrencyForm />
    </Part>
  ) : null
}

const Aside = () => (
  <>
    <OwnDeliveries />
    <PendingToggle
      title="Console commands"
      description="Copy a command, paste it into the console of your hosting panel, then mark it done."
    />
    <ConfigurationPart />
  </>
)
