import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { InputOf } from '../../../shared/engine/command.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { numberIn } from '../../ui/textRules.ts'

/** A number of the owner's settings. */
export interface NumberSetting<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly hint: string
  readonly least: number
  readonly most: number
  /** How many of the stored unit one shown unit is: 10 where thousandths are shown as percent with one decimal. 1 where left out. */
  readonly perShown?: number
}

interface NumbersFormProps<Name extends string> {
  readonly label: string
  readonly fields: readonly NumberSetting<Name>[]
  readonly kept: Readonly<Record<Name, number>>
  /** What a change of these numbers is called in the command. */
  readonly change: (numbers: Record<Name, number>) => Omit<InputOf<typeof changeEconomySettings>, 'seen'>
}

/** Settings that are numbers, changed together. */
export function NumbersForm<Name extends string>({ label, fields, kept, change }: NumbersFormProps<Name>) {
  const { run, busy, refusal, dismiss } = useCommand(changeEconomySettings)
  const showToast = useSetAtom(showToastAtom)
  const [typed, type] = useState<Partial<Record<Name, string>>>({})
  // What was shown when the owner began to type, or when they learned that another owner has changed it since.
  const [seen, see] = useState<Readonly<Record<Name, number>> | null>(null)
  const shown = ({ name, perShown = 1 }: NumberSetting<Name>) => typed[name] ?? String(kept[name] / perShown)
  const save = async () => {
    const read = fields.map((field) => [field, numberIn(shown(field))] as const)
    const numbers = read.map(([{ name, perShown = 1 }, number]) => [name, Math.round((number ?? 0) * perShown)])
    if (read.some(([, number]) => number === null)) return
    const wanted = change(Object.fromEntries(numbers) as Record<Name, number>)
    const answer = await run({ ...wanted, seen: change({ ...(seen ?? kept) }) })
    see(null)
    if (!answer.ok) return
    type({})
    showToast('Saved. It applies from now on.')
  }
  return (
    <Form
      label={label}
      action="Save"
      tone="plain"
      busyLabel={busy ? 'Saving…' : null}
      blocked={null}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onSubmit={() => void save()}
    >
      {fields.map((field) => {
        const { name, least, most, perShown = 1 } = field
        const range = `from ${numberText(least / perShown)} to ${numberText(most / perShown)}`
        return (
          <NumberField
            key={name}
            label={field.label}
            hint={field.hint}
            needed={perShown === 1 ? `Enter a whole number ${range}.` : `Enter a number ${range}.`}
            least={least / perShown}
            most={most / perShown}
            step={1 / perShown}
            value={shown(field)}
            onValue={(text) => {
              see(seen ?? kept)
              type((before) => ({ ...before, [name]: text }))
            }}
          />
        )
      })}
    </Form>
  )
}
