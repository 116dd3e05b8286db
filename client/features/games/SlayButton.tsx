import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { slayMyself } from '../../../shared/features/deliveries/commands.ts'
import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { outcomeText, slayFailedText, slaySentText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { orderRefusals } from '../../../shared/features/deliveries/refusals.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { showToastAtom } from '../../ui/Toast.tsx'
import { CommandButton } from '../staff/CommandButton.tsx'
import { useDeliveries } from '../staff/deliveriesAtom.ts'
import type { DeliveryAnswer } from '../staff/useDeliver.ts'

interface SlayButtonProps {
  /** The user's own living dinosaur; null if there is none. */
  readonly animal: Vitals['animal']
  /** The delivery of the last slay, whose outcome is shown as a toast. */
  readonly issued: string | null
  readonly onIssued: (id: string) => void
}

const refused: ReadonlySet<string> = new Set(Object.values(orderRefusals))

/** Slays the user's own dinosaur after a confirmation. A toast shows the outcome. */
export function SlayButton({ animal, issued, onIssued }: SlayButtonProps) {
  const showToast = useSetAtom(showToastAtom)
  const one = useDeliveries().byId[issued ?? '']
  const shownFor = useRef<string | null>(null)
  const outcome = one ? slayOutcomeLabel(one) : null
  useEffect(() => {
    if (outcome === null || shownFor.current === issued) return
    shownFor.current = issued
    showToast(outcome)
  }, [outcome, issued, showToast])

  const onAnswer = (answer: DeliveryAnswer) => {
    if (answer.ok) return onIssued(answer.id)
    showToast(refused.has(answer.problem) ? answer.problem : slayFailedText(answer.problem))
  }
  const species = animal ? speciesName(animal.species) : 'dinosaur'
  return (
    <CommandButton
      command={slayMyself}
      input={{ server: mainServer }}
      name="Slay dinosaur"
      tone="danger"
      missing={animal && !animal.dead ? null : orderRefusals.noAnimal}
      confirmation={{
        title: `Slay your own ${species}?`,
        action: `Slay my ${species}`,
        body: <p>Your dinosaur dies and its growth is lost. You can't undo this.</p>,
      }}
      onAnswer={onAnswer}
    />
  )
}

/** The toast for a settled slay of the user's own dinosaur; null while it is open or of unknown outcome. */
export function slayOutcomeLabel(one: Delivery) {
  const { state, target } = one
  const { message } = outcomeText(one)
  if (state === 'confirmed' || state === 'done') return slaySentText(target?.name || 'Your dinosaur', message)
  if (state === 'refused' || state === 'failed') return slayFailedText(message)
  return null
}
