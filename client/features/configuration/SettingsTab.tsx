import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import {
  configuration,
  type HubConfiguration,
  type HubVariable,
  type VariableGroup,
  variableGroups,
} from '../../../shared/features/server/queries.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { Part } from '../../ui/Part.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { ChangeHistory } from './ChangeHistory.tsx'
import styles from './Configuration.module.css'
import { SetupGuide } from './SetupGuide.tsx'
import { SwitchSettings } from './SwitchSettings.tsx'
import { TextSettings } from './TextSettings.tsx'

/** What owners change often, what the environment says, and who changed what; first of all the guide for the first run. */
export function SettingsTab() {
  const query = useQuery(configuration, {})
  const told = query.value
  return (
    <StatefulContent {...statesOf(query, () => false, null)}>
      {told ? (
        <Stack gap="wide">
          <SetupGuide configuration={told} />
          <TextSettings variables={told.variables} />
          <SwitchSettings />
          <Elsewhere />
          <ChangeHistory />
          <EnvironmentPart variables={told.variables} />
        </Stack>
      ) : null}
    </StatefulContent>
  )
}

const places: readonly (readonly [href: string, name: string, about: string])[] = [
  ['/catalogue', 'Prices', 'Prices, sales, limits and order of all that the hub sells.'],
  ['/owner-admin', 'Rewards, fees and limits', 'Daily bonus, welcome grant, trivia, market, gifts and redeeming.'],
  ['/information', 'Texts', 'What players read on the information page, with earlier versions.'],
  ['/notifications', 'Webhooks', "What is posted to your community's channel."],
  ['/connections', 'Connections', 'How the hub reaches your game server.'],
  ['/map-settings', 'Map', 'How the map lines up with the game.'],
  ['/admins', 'Staff and roles', 'Who may do what.'],
  ['/owner-panel?tab=server', 'Restarts', 'Scheduled restarts and maintenance.'],
  ['/owner-panel?tab=donations', 'Campaigns', 'Campaigns that give currency on a schedule.'],
  ['/owner-panel?tab=backups', 'Backups', 'When backups are made, and which are kept.'],
]

/** What is set on other pages, as far as the reader may open them. */
function Elsewhere() {
  const seesStaff = useAtomValue(accessAtom).may.includes('manageAdmins')
  return (
    <Part title="Set on other pages">
      <ul className={styles.places}>
        {places
          .filter(([href]) => href !== '/admins' || seesStaff)
          .map(([href, name, about]) => (
            <li key={href}>
              <Link href={href}>{name}</Link>
              <span className={styles.soft}>{about}</span>
            </li>
          ))}
      </ul>
    </Part>
  )
}

const groupNames: Readonly<Record<VariableGroup, string>> = {
  hub: 'The hub',
  game: 'The game server and its host',
  signIn: 'Signing in',
  messages: 'Webhooks, push and donations',
  map: 'Map, replay and what is shown',
  simulator: 'The simulator',
}

/** What the environment says: plain values, and of secrets and addresses only whether they are set. */
const EnvironmentPart = ({ variables }: Pick<HubConfiguration, 'variables'>) => (
  <Part
    title="Environment"
    description="Read when the hub starts, from the environment or .env. Secrets, addresses and paths are shown as set or not, never their values. Restart the hub after a change."
  >
    {variableGroups.map((group) => {
      const rows = variables.filter((one) => one.group === group)
      const set = rows.filter(({ isSet }) => isSet).length
      return rows.length === 0 ? null : (
        <details key={group} className={styles.group}>
          <summary>
            {groupNames[group]}
            <span className={styles.count}>
              {set} of {rows.length} set
            </span>
          </summary>
          <DataTable caption={groupNames[group]} columns={columns} rows={rows} keyOf={({ name }) => name} />
        </details>
      )
    })}
  </Part>
)

const columns: readonly Column<HubVariable>[] = [
  { name: 'Variable', width: '272px', cell: ({ name }) => <code className={styles.variable}>{name}</code> },
  { name: 'What it is for', width: 'minmax(200px, 1fr)', cell: ({ about }) => <span>{about}</span> },
  { name: 'State', width: '112px', cell: ({ isSet }) => <span>{isSet ? 'Set' : 'Not set'}</span> },
  { name: 'Value', width: '200px', cell: (one) => <span className={styles.value}>{shownValue(one)}</span> },
]

const shownValue = ({ isHidden, isSet, value }: HubVariable) => {
  if (isHidden) return isSet ? 'Hidden' : '–'
  if (value === null) return '–'
  return isSet ? value : `${value} (default)`
}
