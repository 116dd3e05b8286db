import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { slayMyself } from '../../../shared/features/deliveries/commands.ts'
import { slayFailedText } from '../../../shared/features/deliveries/outcomeWords.ts'
import { wishRefusals } from '../../../shared/features/deliveries/refusals.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { tellAtom } from '../../ui/toastsAtom.ts'
import { CommandButton } from '../deliveries/CommandButton.tsx'
import type { GivenAnswer } from '../deliveries/useDeliver.ts'
import { useDeliveries } from '../deliveries/useDeliveries.ts'
import { slayTold } from './slayTold.ts'

interface SlayButtonProps {
  /** One's own, alive; null where there is none. */
  readonly animal: Vitals['animal']
  /** The slay that was given last, to be told of when it ends. */
  readonly given: string | null
  readonly onGiven: (id: string) => void
}

const refused: ReadonlySet<string> = new Set(Object.values(wishRefusals))

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
      missing={animal && !animal.dead ? null : wishRefusals.noAnimal}
      question={{
        title: `Slay your own ${species}?`,
        act: `Slay my ${species}`,
        words: <p>The dinosaur that you play now dies, with its growth. That cannot be undone.</p>,
      }}
      onAnswer={onAnswer}
    />
  )
}
