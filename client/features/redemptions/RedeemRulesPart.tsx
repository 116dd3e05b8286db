import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { weatherItems } from '../../../shared/features/catalogue/redemptionItems.ts'
import { setRules } from '../../../shared/features/redemptions/commands.ts'
import { mostPauseMinutes, RedeemRules, redeemRules } from '../../../shared/features/redemptions/redemption.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Part } from '../../ui/Part.tsx'
import { Select } from '../../ui/Select.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { useFeature } from '../server/FeatureOff.tsx'

const distances = [
  { key: '0', name: 'Anywhere' },
  { key: '1', name: 'No other player in their square' },
  { key: '2', name: 'No other player within one square' },
  { key: '3', name: 'No other player within two squares' },
] as const

/** What an owner demands of players who redeem. */
export function RedeemRulesPart() {
  const { value } = useDocument(redeemRules, mainServer)
  const [hasCurrency, hasInventory] = [useFeature('realCurrency'), useFeature('realInventory')]
  return hasCurrency || hasInventory ? (
    <Part
      title="Redeeming"
      description="What players need in the game before they can redeem. Players can never redeem while their dinosaur is dead."
    >
      {value ? <RulesForm kept={value} hasWeather={hasCurrency} /> : <p role="status">Loading…</p>}
    </Part>
  ) : null
}

type Typed = Readonly<Record<keyof RedeemRules, string>>

interface RulesFormProps {
  readonly kept: RedeemRules
  /** Weather is for sale. */
  readonly hasWeather: boolean
}

function RulesForm({ kept, hasWeather }: RulesFormProps) {
  const { run, busy, refusal, dismiss } = useCommand(setRules)
  const showToast = useSetAtom(showToastAtom)
  const [typed, type] = useState<Partial<Typed>>({})
  const shown = (field: keyof RedeemRules) => typed[field] ?? String(kept[field])
  const set = (field: keyof RedeemRules) => (text: string) => type((before) => ({ ...before, [field]: text }))
  const next = RedeemRules.safeParse({
    minHealth: numberIn(shown('minHealth')),
    pauseMinutes: numberIn(shown('pauseMinutes')),
    squaresFromOthers: Number(shown('squaresFromOthers')),
    usualWeather: shown('usualWeather'),
  })
  const save = async () => {
    if (!next.success) return
    const answer = await run({ ...next.data, server: mainServer })
    if (!answer.ok) return
    type({})
    showToast('Saved. It applies from now on.')
  }
  return (
    <Form
      label="Redeeming"
      action="Save"
      tone="plain"
      busyLabel={busy ? 'Saving…' : null}
      blocked={null}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onSubmit={() => void save()}
    >
      <NumberField
        label="Minimum health, percent"
        needed="Enter a whole number from 0 to 100."
        least={0}
        most={100}
        step={1}
        value={shown('minHealth')}
        onValue={set('minHealth')}
      />
      <NumberField
        label="Minutes between two redemptions of the same kind"
        needed={`Enter a whole number from 0 to ${mostPauseMinutes}.`}
        least={0}
        most={mostPauseMinutes}
        step={1}
        value={shown('pauseMinutes')}
        onValue={set('pauseMinutes')}
      />
      <Select
        label="Distance from others"
        hint="In squares of the map. A refusal lets a player know that another one is close."
        options={distances}
        value={shown('squaresFromOthers') as '0'}
        onValue={set('squaresFromOthers')}
      />
      {hasWeather ? (
        <Select
          label="Usual weather"
          hint="It returns when the 30 minutes of paid weather are over."
          options={weatherItems.map(({ weather, name }) => ({ key: weather, name }))}
          value={shown('usualWeather')}
          onValue={set('usualWeather')}
        />
      ) : null}
    </Form>
  )
}
