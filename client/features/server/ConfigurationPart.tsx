import { useSetAtom } from 'jotai'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { caches, clearCaches } from '../../../shared/features/server/caches.ts'
import { featureVariables, type HubFeature } from '../../../shared/features/server/hubFeatures.ts'
import { configuration, type HubConfiguration } from '../../../shared/features/server/queries.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Ago } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'

const environments: Readonly<Record<HubConfiguration['environment'], string>> = {
  production: 'Production: a real game server is configured.',
  demo: 'Demo: the simulator plays the game server, and anyone can sign in with any role.',
  simulation: 'Simulation: the simulator plays the game server.',
}

/** How the hub is configured, which takes a restart to change, and its caches, for owners. */
export function ConfigurationPart() {
  const { value, refusal } = useQuery(configuration, {})
  return (
    <Part
      title="Configuration"
      description="Set by environment variables, read at start. Secrets are never shown."
      action={<ClearCaches />}
    >
      {refusal ? <Problem>{refusal.message}</Problem> : null}
      {value ? <Settings configuration={value} /> : refusal ? null : <p role="status">Loading…</p>}
      <p>
        How the hub reaches the game server is checked under <Link href="/connections">Connections</Link>. Requests for
        programs are listed under <Link href="/api-docs">HTTP API</Link>.
      </p>
    </Part>
  )
}

const features = Object.keys(featureVariables) as HubFeature[]

const Settings = ({ configuration: { environment, features: on } }: { readonly configuration: HubConfiguration }) => (
  <>
    <p>{environments[environment]}</p>
    <DataTable
      caption="Features"
      rows={features}
      keyOf={(feature) => feature}
      columns={[
        { name: 'Feature', cell: (feature) => <code>{featureVariables[feature]}</code> },
        { name: 'State', cell: (feature) => <span>{on[feature] ? 'On' : 'Off'}</span> },
      ]}
    />
  </>
)

/** Nothing is lost by it, so it asks no question. */
function ClearCaches() {
  const { run, busy, refusal, dismiss } = useCommand(clearCaches)
  const showToast = useSetAtom(showToastAtom)
  const clearedAt = useDocument(caches, mainServer).value?.clearedAt ?? null
  const clear = async () => {
    const outcome = await run({ server: mainServer })
    if (outcome.ok) showToast('Caches cleared on every node.')
  }
  return (
    <div>
      <Button busyLabel={busy ? 'Clearing…' : null} onClick={() => void clear()}>
        Clear caches
      </Button>
      {clearedAt === null ? null : (
        <p>
          Last cleared <Ago at={clearedAt} isInSentence />.
        </p>
      )}
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </div>
  )
}
