import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { slayMyself } from '../../../shared/features/deliveries/commands.ts'
import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { commandFailedText, slayFailedText, slaySentText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { orderRefusals } from '../../../shared/features/deliveries/refusals.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { tellAtom } from '../../ui/Toasts.tsx'
import { CommandButton } from '../staff/CommandButton.tsx'
import { useDeliveries } from '../staff/deliveriesAtom.ts'
import type { GivenAnswer } from '../staff/useDeliver.ts'

interface SlayButtonProps {
  /** One's own, alive; null where there is none. */
  readonly animal: Vitals['animal']
  /** The slay that was given last, to be told of when it ends. */
  readonly given: string | null
  readonly onGiven: (id: string) => void
}

const refused: ReadonlySet<string> = new Set(Object.values(orderRefusals))

/** Slays one's own living dinosaur, asked once. How it ends is told where it ends. */
export function SlayButton({ animal, given, onGiven }: SlayButtonProps) {
  const tell = useSetAtom(tellAtom)
  const one = useDeliveries().byId[given ?? '']
  const toldOf = useRef<string | null>(null)
  const words = one ? slayTold(one) : null
  useEffect(() => {
    if (words === null || toldOf.current === given) return
    toldOf.current = given
    tell(words)
  }, [words, given, tell])

  const onAnswer = (answer: GivenAnswer) => {
    if (answer.ok) return onGiven(answer.id)
    tell(refused.has(answer.problem) ? answer.problem : slayFailedText(answer.problem))
  }
  const species = animal?.species ?? 'dinosaur'
  return (
    <CommandButton
      command={slayMyself}
      input={{ server: mainServer }}
      name="Slay dinosaur"
      tone="danger"
      missing={animal && !animal.dead ? null : orderRefusals.noAnimal}
      question={{
        title: `Slay your own ${species}?`,
        act: `Slay my ${species}`,
        words: <p>The dinosaur that you play now dies, with its growth. That cannot be undone.</p>,
      }}
      onAnswer={onAnswer}
    />
  )
}

/** What is told when a slay of one's own dinosaur has come to an end; null while it has not, or nobody can tell. */
export function slayTold({ state, target, reply, why }: Pick<Delivery, 'state' | 'target' | 'reply' | 'why'>) {
  if (state === 'confirmed' || state === 'done') return slaySentText(target?.name || 'Your dinosaur', reply)
  if (state === 'refused' || state === 'failed') return slayFailedText(why || reply || commandFailedText)
  return null
}
