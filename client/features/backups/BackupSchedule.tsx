import { useState } from 'react'
import type { z } from 'zod'
import { backupPlan, backupsKey, keptBackups } from '../../../shared/features/backups/backups.ts'
import { planBackups } from '../../../shared/features/backups/commands.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Part } from '../../ui/Part.tsx'
import { ZoneField } from '../../ui/RunTimes.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { On, Until } from '../../ui/Time.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'

type Plan = z.infer<typeof backupPlan.schema>

/** When the hub makes backups by itself. */
export function BackupSchedule() {
  const source = useDocument(backupPlan, backupsKey)
  return (
    <Part
      title="Daily backup"
      description={`The ${keptBackups} newest backups are kept, and all locked ones. The oldest is deleted once a new one is made.`}
    >
      <StatefulContent {...statesOf(source, () => false, null)}>
        {source.value ? <Schedule key={`${source.value.time} ${source.value.zone}`} plan={source.value} /> : null}
      </StatefulContent>
    </Part>
  )
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const badTime = 'Enter a time from 00:00 to 23:59.'

function Schedule({ plan }: { readonly plan: Plan }) {
  const [time, setTime] = useState(plan.time)
  const [zone, setZone] = useState(plan.zone)
  const turn = useCommand(planBackups)
  const set = useCommand(planBackups)
  const isChanged = time !== plan.time || zone !== plan.zone
  return (
    <Stack>
      <Toggle
        name="Back up every day"
        description={
          plan.nextAt === null ? (
            'Off: backups are made by hand only.'
          ) : (
            <>
              Next on <On at={plan.nextAt} />, in <Until at={plan.nextAt} />.
            </>
          )
        }
        on={plan.isOn}
        isBusy={turn.busy}
        problem={turn.refusal?.message ?? null}
        onTurn={(isOn) => void turn.run({ isOn, time: plan.time, zone: plan.zone })}
      />
      <Form
        label="Daily backup"
        action="Save the time"
        tone="plain"
        busyLabel={set.busy ? 'Saving…' : null}
        blocked={isChanged ? null : 'Change the time or the zone first.'}
        problem={set.refusal?.message ?? null}
        onDismiss={set.dismiss}
        onSubmit={() => void set.run({ isOn: plan.isOn, time, zone })}
      >
        <Field
          label="Time"
          value={time}
          onValue={setTime}
          type="time"
          hint="Local time in the zone below, even after its clocks change."
          needed={badTime}
          check={(written) => (isTime(written) ? null : badTime)}
        />
        <ZoneField value={zone} onZone={setZone} />
      </Form>
    </Stack>
  )
}
