import { useState } from 'react'
import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { disableMaintenance, enableMaintenance } from '../../../shared/features/serverControl/commands.ts'
import {
  longestMaintenanceMessage,
  mostMaintenanceMinutes,
  serverNotices,
} from '../../../shared/features/serverControl/serverControl.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Actions, Stack } from '../../ui/Stack.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady, StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { LinkWarning } from '../server/LinkWarning.tsx'
import { useReaderCount } from '../staff/affected.ts'
import { ControlButton, useControl } from './controlFailure.tsx'
import styles from './ServerControl.module.css'

/** Maintenance: a banner on every page, the whitelist, and a word to players. */
export function MaintenancePanel() {
  const source = useDocument(serverNotices, mainServer)
  const maintenance = source.value?.maintenance ?? null
  return (
    <DashboardPanel {...alwaysReady} title="Maintenance">
      <StatefulContent {...statesOf(source, () => false, { title: '' })}>
        {maintenance === null ? (
          <MaintenanceForm />
        ) : (
          <Stack>
            <p>
              <strong>The server is in maintenance.</strong> It began <Ago at={maintenance.since} isInSentence />
              {maintenance.until === null ? null : (
                <>
                  , and is expected to end by <On at={maintenance.until} />
                </>
              )}
              .
            </p>
            {maintenance.message ? <p className={styles.preview}>{maintenance.message}</p> : null}
            <p className={styles.soft}>Changes in Game.ini and mods take effect with a restart.</p>
            <Actions>
              <ControlButton
                command={disableMaintenance}
                input={{ server: mainServer }}
                name="End maintenance"
                tone="main"
              />
            </Actions>
          </Stack>
        )}
      </StatefulContent>
    </DashboardPanel>
  )
}

const Draft = z.object({ message: z.string(), minutes: z.string() })
const blank = { message: '', minutes: '' }

function MaintenanceForm() {
  const { value: draft, change, clear } = useDraft('maintenance', Draft, blank)
  const { message, minutes } = draft
  const [whitelist, setWhitelist] = useState(true)
  const [tell, setTell] = useState(true)
  const [isAsking, setAsking] = useState(false)
  const { busy, give } = useControl(enableMaintenance, (why) => `Enable maintenance failed: ${why}`)
  const begin = async () => {
    const length = minutes.trim() === '' ? null : Number(minutes)
    const { ok } = await give({ server: mainServer, message, minutes: length, whitelist, tell })
    setAsking(false)
    if (ok) clear()
  }
  return (
    <>
      <Form
        label="Maintenance"
        action="Begin maintenance"
        tone="plain"
        busyLabel={busy ? 'Beginning…' : null}
        onSubmit={() => setAsking(true)}
      >
        <Field
          label="Message (optional)"
          hint="Shown on every page."
          autoComplete="off"
          longest={longestMaintenanceMessage}
          value={message}
          onValue={(text) => change({ ...draft, message: text })}
        />
        <NumberField
          label="Expected length (optional)"
          hint="Minutes."
          step={1}
          least={1}
          most={mostMaintenanceMinutes}
          value={minutes}
          onValue={(text) => change({ ...draft, minutes: text })}
        />
        <Checkbox
          label="Turn the whitelist on"
          hint="Only players on the whitelist can join. Those who are in the game stay."
          checked={whitelist}
          onCheck={setWhitelist}
        />
        <Checkbox label="Send a broadcast" checked={tell} onCheck={setTell} />
      </Form>
      {isAsking ? (
        <Confirm
          title="Begin maintenance?"
          action="Begin maintenance"
          busyLabel={busy ? 'Beginning…' : null}
          refusal={null}
          tone="main"
          onConfirm={() => void begin()}
          onCancel={() => setAsking(false)}
        >
          <Effects message={message} whitelist={whitelist} tell={tell} />
        </Confirm>
      ) : null}
    </>
  )
}

interface EffectsProps {
  readonly message: string
  readonly whitelist: boolean
  readonly tell: boolean
}

/** What it does, as chosen in the form. */
function Effects({ message, whitelist, tell }: EffectsProps) {
  const online = useReaderCount()
  const readers = online === null ? 'everyone on the server' : online === 1 ? '1 player' : `${online} players`
  return (
    <>
      <p>Every page says that the server is in maintenance{message.trim() === '' ? '.' : `: “${message.trim()}”`}</p>
      {whitelist ? (
        <p>The whitelist is turned on. Only players on it can join; those who are in the game stay.</p>
      ) : null}
      {tell ? <p>A broadcast is sent to {readers}.</p> : null}
      {tell || whitelist ? <LinkWarning isApart /> : null}
    </>
  )
}
