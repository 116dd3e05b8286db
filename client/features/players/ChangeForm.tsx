import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  growPlayer,
  longestMutations,
  longestSkinName,
  mutatePlayer,
  skinPlayer,
} from '../../../shared/features/deliveries/commands.ts'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { useDraft } from '../../ui/useDraft.ts'
import { useDeliveryCommand } from '../staff/useDeliver.ts'
import type { TypedFormProps } from './actionForms.tsx'

const changes = ['growth', 'mutations', 'skin'] as const
const changeNames = { growth: 'Growth', mutations: 'Mutations', skin: 'Skin' } as const
const Change = z.object({ what: z.enum(changes), growth: z.string(), mutations: z.string(), skin: z.string() })
const nothing: z.infer<typeof Change> = { what: 'growth', growth: '', mutations: '', skin: '' }

/** Changes the dinosaur that a player plays, by the mod: its growth, its mutations, or its skin. */
export function ChangeForm({ player, blocked, onDone }: TypedFormProps) {
  const { value, change, clear } = useDraft(`change ${player.id}`, Change, nothing)
  const { what, growth, mutations, skin } = value
  const on = { server: mainServer, target: player.id }
  const commands = {
    growth: useDeliveryCommand(growPlayer),
    mutations: useDeliveryCommand(mutatePlayer),
    skin: useDeliveryCommand(skinPlayer),
  }
  const sends = {
    growth: () => commands.growth.issue({ ...on, growth: numberIn(growth) ?? 0 }),
    mutations: () => commands.mutations.issue({ ...on, mutations }),
    skin: () => commands.skin.issue({ ...on, skin }),
  }
  const { busy, problem, dismiss } = commands[what]
  const send = async () => {
    if (!(await sends[what]()).ok) return
    clear()
    onDone()
  }
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.querySelector('select')?.focus(), [])
  const type = (field: (typeof changes)[number]) => (text: string) =>
    change((before: typeof value) => ({ ...before, [field]: text }))
  return (
    <Form
      label={`Change the dinosaur of ${player.name}`}
      action={`Change ${changeNames[what].toLowerCase()}`}
      busyLabel={busy ? 'Sending…' : null}
      blocked={blocked}
      problem={problem}
      onDismiss={dismiss}
      onSubmit={() => void send()}
      onCancel={onDone}
    >
      <div ref={first}>
        <Select
          label="Change"
          value={what}
          options={changes.map((one) => ({ key: one, name: changeNames[one] }))}
          onValue={(next) => change((before: typeof value) => ({ ...before, what: next }))}
        />
      </div>
      {what === 'growth' ? (
        <NumberField
          label={`New growth of ${player.name}'s dinosaur, %`}
          hint="You can also set it lower than it is now. You can't undo it."
          needed="Enter a percentage."
          least={1}
          most={100}
          step={1}
          value={growth}
          onValue={type('growth')}
        />
      ) : null}
      {what === 'mutations' ? (
        <Field
          label={`Mutations of ${player.name}'s dinosaur`}
          hint="One to three, separated by commas. They replace those in the first slots, and you can't undo it."
          autoComplete="off"
          needed="Enter a mutation."
          longest={longestMutations}
          value={mutations}
          onValue={type('mutations')}
        />
      ) : null}
      {what === 'skin' ? (
        <Field
          label={`Skin of ${player.name}'s dinosaur`}
          hint="As the mod names it. The game doesn't show skins, so the mod's answer counts."
          autoComplete="off"
          needed="Enter a skin."
          longest={longestSkinName}
          value={skin}
          onValue={type('skin')}
        />
      ) : null}
    </Form>
  )
}
